import Geometry
import Testing

@testable import Movement

/// Plateaus of made-up angles, and the uncertainty of their means in closed form.
@Suite struct PlateauTests {
  /// Nothing is filtered, however many frames there are a second.
  private func finder(
    _ values: [Double], rate: Double = 10, seconds: Double = 0.3, least: Double = 2
  ) -> PlateauFinder {
    PlateauFinder(.unfiltered(values, rate: rate), .made(seconds: seconds, least: least))
  }

  private func found(_ values: [Double], rate: Double = 10) -> [Plateau] { finder(values, rate: rate).plateaus() }

  @Test func aPlateauIsTheMeanOfItsFrames() {
    let plateau = Plateau([2, 3, 5, 6], [9, 9, 1, 2, 9, 4, 7])
    #expect(plateau.level == 3.5)
    #expect(plateau.squares == 6.25 + 2.25 + 0.25 + 12.25)
    #expect(plateau.count == 4 && plateau.first == 2 && plateau.last == 6)
    // Nearest the level; among equals nearest the middle frame, which is 5.
    #expect(plateau.frame(of: [3.5, 3.5, 1, 3, 3.5, 9, 9]) == 3)
    #expect(plateau.frame(of: [0, 0, 3, 9, 0, 9, 4]) == 6)
    #expect(plateau.frame(of: [0, 0, 4, 3, 0, 9, 9]) == 3)
    #expect(plateau.frame(of: [0, 0, 9, 4, 0, 9, 3]) == 6)
    #expect(plateau.frame(of: [0, 0, 9, 9, 0, 3, 4]) == 5)
  }

  /// A moment in which a rest is unsteady parts no plateau: up to three degrees off, and no longer than 0.3 s.
  @Test func anUnsteadyMomentPartsNoRest() {
    let rest = [Double](repeating: 40, count: 10)
    let one = found(rest + [42.5] + rest)
    #expect(one.map(\.frames) == [Array(0..<10) + Array(11..<21)])
    #expect(found(rest + [43.5] + rest).map(\.frames) == [Array(0..<10), Array(11..<21)])
    #expect(found(rest + [42.5, 42.5, 42.5] + rest).count == 2, "0.4 s from the last frame to the next")
    let apart = found(rest + [42.5] + rest.map { $0 + 2.2 })
    #expect(apart.first?.level == 40)
    #expect(apart.count == 2, "2.2° apart")
  }

  /// Settled for 0.3 s, in three frames at least.
  @Test func aShortHaltIsNoPlateau() {
    let way = [0.0, 10, 20], back = [50.0, 60, 70]
    #expect(found(way + [30, 30, 30] + back).isEmpty, "0.2 s")
    #expect(found(way + [30, 30, 30, 30] + back).map(\.frames) == [Array(3...6)])
    let long = found(way + [30, 30, 30, 30, 30] + back)
    #expect(long.count == 1)
    #expect(long.allSatisfy { $0.level == 30 && $0.frames.allSatisfy { (3...7).contains($0) } })
  }

  /// Triangles of 6°, which lines through 0.6 s do not follow and second differences mostly do not see, count as noise of
  /// 1.5° at most, a quarter of the tolerance.
  @Test func slowNoiseMakesATolerance() {
    let triangles = (0..<96).map { [0.0, 2, 4, 6, 4, 2, 0, -2, -4, -6, -4, -2][$0 % 12] }
    #expect(finder(triangles, rate: 30).tolerance == 6)
    #expect(finder([Double](repeating: 3, count: 96), rate: 30).tolerance == 2)
  }

  /// A speed is that of a line through 0.2 s: at 30 frames a second a spike of 1.9° makes one of 6.1°/s, and would make
  /// one of 28.5°/s by three frames. A last frame has half of a window: 19°/s at 10 frames a second.
  @Test func whatMovesFastDoesNotRest() {
    let spike = [Double](repeating: 0, count: 12) + [1.9] + [Double](repeating: 0, count: 15)
    #expect(finder(spike, rate: 30).restingFrames() == Array(0..<28))
    #expect(finder([Double](repeating: 20, count: 8) + [21.9]).restingFrames() == Array(0..<8))
  }

  /// Noise that goes to and fro by 1° seems one of 4 · 1.4826 / √6. By it the slope of a line through seven frames,
  /// whose squares of time are 28 / 30², is known to 13.73°/s, and three times that is rest. A step in the middle of
  /// such a window is 6 / 28 · 30°/s for each degree: 6.406° of it.
  @Test(arguments: [(6.35, 40), (6.44, 19)]) func whatNoiseMakesOfASpeedIsRest(_ step: Double, _ resting: Int) {
    let values = (0..<40).map { (i: Int) -> Double in
      let level = i < 20 ? 0 : step
      return i % 2 == 0 ? level - 1 : level + 1
    }
    #expect(finder(values, rate: 30).restingFrames() == Array(0..<resting))
  }

  /// Five frames make no window of noise: 0.1°, by √2 for neighbours that may be alike by a third. By that and √(1 +
  /// 1/4) one end differs from the rest by 2.5 deviations at 0.395°.
  @Test func anEndThatDiffersIsCutOff() {
    for (off, count) in [(0.39, 5), (-0.39, 5), (0.4, 4), (-0.4, 4)] {
      let rest = [50.0, 50, 50, 50]
      #expect(found(rest + [50 + off]).map(\.frames) == [Array(0..<count)], "\(off)")
      #expect(found([50 + off] + rest).map(\.frames) == [Array((5 - count)..<5)], "\(off)")
    }
    #expect(found([0, 0.6, 1.2, 1.8, 2]).map(\.frames) == [[2, 3, 4]], "three frames are left")
    // Of nine frames ends of three are tried, with √(1/3 + 1/6): a third of 0.75°.
    let eight = [Double](repeating: 50, count: 8)
    #expect(found(eight + [50.74]).map(\.count) == [9])
    #expect(found(eight + [50.76]).map(\.frames) == [Array(0..<8)])
  }

  /// 0.1118° by 18 frames of a window, and 0.17° in the last five of 23: by an end of six, with √(1/6 + 1/17), it
  /// differs by 2.67 deviations, and by three, with √(1/3 + 1/20), by 2.21. Of 22 it is 2.12 and 2.32.
  @Test func longerEndsAreTriedToo() {
    let late = [Double](repeating: 50, count: 18) + [Double](repeating: 50.17, count: 5)
    #expect(found(late, rate: 30).map(\.frames) == [Array(0..<22)])
    // Step by step, until more than half is cut off.
    let steps = (0..<59).map { (i: Int) -> Double in i < 20 ? 30 : i < 33 ? 30.9 : 31.8 }
    #expect(found(steps, rate: 100).map(\.frames) == [Array(33..<59)])
  }

  /// Half of the time that a plateau lasts: five frames of a second, between jumps by 9° that are no rest.
  @Test func aPlateauLastsHalfOfItsTime() {
    for (first, plateaus) in [(5, [[Int]]()), (6, [Array(0..<5)])] {
      let values = [Double](repeating: 10, count: first) + [19, 19, 19, 19, 19, 10, 10, 10, 10, 10]
      #expect(finder(values, seconds: 1, least: 10).plateaus().map(\.frames) == plateaus, "\(first)")
    }
  }

  // MARK: Means

  @Test func anIntervalIsThatOfStudent() {
    // t of two degrees of freedom at 0.975 is 4.302653.
    let both = Uncertain(value: 10, variance: 4, freedom: 2, systematic: 1)
    let reach = (8.605_305_46 * 8.605_305_46 + 1.959_964 * 1.959_964).squareRoot()
    #expect(abs(both.reach - reach) < 1e-5)
    #expect(abs(both.interval.low - 10 + reach) < 1e-5)
    #expect(abs(both.interval.high - 10 - reach) < 1e-5)
    #expect(Uncertain(value: 1, variance: 0, freedom: 2, systematic: 0).reach == 0)
    #expect(both.adding(0.75).systematic == 1.25)
    #expect(both.adding(0.75).variance == 4)
    let small = Uncertain(value: 10, variance: 0.25, freedom: 2, systematic: 3)
    #expect(abs(small.reach - (2.151_326_37 * 2.151_326_37 + 5.879_892 * 5.879_892).squareRoot()) < 1e-5)
    #expect(small.adding(4).systematic == 5)
  }

  /// Repeats 1, 2 and 6: a mean of 3 with a variance of 7/3, unless the noise of the frames leaves more open.
  @Test func aMeanIsNoSurerThanItsNoise() {
    let repeats = Uncertain.mean(of: [1, 2, 6], own: 0.01, freedom: 30, systematic: 0.5)
    #expect(repeats.value == 3)
    #expect(abs(repeats.variance - 7.0 / 3) < 1e-12)
    #expect(repeats.freedom == 2)
    #expect(repeats.systematic == 0.5)
    #expect(repeats.ofRepeats == repeats.variance)
    let two = Uncertain.mean(of: [2, 6], own: 0.01, freedom: 30)
    #expect(abs(two.variance - 4) < 1e-12)
    #expect(two.freedom == 1)
    let noisy = Uncertain.mean(of: [1, 2, 6], own: 100, freedom: 30, systematic: 0.5)
    #expect(noisy == Uncertain(value: 3, variance: 100, freedom: 30, systematic: 0.5))
    #expect(Uncertain.mean(of: [7], own: 2, freedom: 9) == Uncertain(value: 7, variance: 2, freedom: 9, systematic: 0))
  }

  /// Variances of 4 and 9 with 2 and 5 degrees of freedom: 13² / (16/2 + 81/5).
  @Test func aDifferenceHasTheFreedomOfWelch() {
    let a = Uncertain(value: 10, variance: 4, freedom: 2, systematic: 3, ofRepeats: 1)
    let b = Uncertain(value: 4, variance: 9, freedom: 5, systematic: 4, ofRepeats: 2)
    let difference = a.minus(b)
    #expect(difference.value == 6)
    #expect(difference.variance == 13)
    #expect(abs(difference.freedom - 169 / 24.2) < 1e-12)
    #expect(difference.systematic == 5)
    #expect(difference.ofRepeats == 3)
    // Of 0.2 and 0.3: 0.5² / (0.04/4 + 0.09/5).
    let c = Uncertain(value: 1, variance: 0.2, freedom: 4, systematic: 0)
    #expect(abs(c.minus(Uncertain(value: 2, variance: 0.3, freedom: 5, systematic: 0)).freedom - 0.25 / 0.028) < 1e-9)
    let none = Uncertain(value: 1, variance: 0, freedom: 3, systematic: 0)
    #expect(none.minus(none).freedom == 1)
    #expect(Uncertain(value: 1, variance: 1, freedom: 0.5, systematic: 0).minus(none).freedom == 1)
  }
}

/// Where a movement turns, and which ends of it belong together.
@Suite struct TurningPointsTests {
  @Test func turnsLieAProminenceApart() {
    let values = [0.0, 1, 9, 10, 4, 5, -3, 2, 8]
    let turns = TurningPoints(values, prominence: 5)
    #expect(turns.points.map(\.place) == [0, 3, 6, 8])
    #expect(turns.points.map(\.value) == [0, 10, -3, 8])
    // The first places at or beyond 5, 3.5 and 2.5.
    #expect(turns.borders == [2, 6, 8])
    #expect((0..<4).map { turns.region(of: $0, count: 9) } == [0..<2, 2..<6, 6..<8, 8..<9])
    // A difference of the prominence itself counts.
    #expect(TurningPoints(values, prominence: 10).points.map(\.place) == [0, 3, 6, 8])
    #expect(TurningPoints(values, prominence: 11).points.map(\.place) == [3, 6, 8])
    #expect(TurningPoints(values, prominence: 12).points.map(\.place) == [3, 6])
    #expect(TurningPoints(values, prominence: 14).points.isEmpty)
    #expect(TurningPoints([], prominence: 1).points.isEmpty)
    #expect(TurningPoints(values.map { -$0 }, prominence: 5).points.map(\.value) == [0, -10, 3, -8])
  }

  private func end(
    _ levels: [Double], isHigh: Bool = true, gap: Double = 8, turned: [Double] = [], passed: Double = 3,
    usually: Double = 5
  ) -> RangeEnd {
    RangeEnd(
      levels.map { Plateau([0], [$0]) }, isHigh: isHigh, gap: gap, turned: turned, passed: passed, usually: usually)
  }

  @Test func endsNextToTheFarthestOneBelongTogether() {
    let high = end([20, 40, 31, 38])
    #expect(high.plateaus.map(\.level) == [40, 31, 38])
    #expect(high.passedOver == 1)
    let low = end([-3, 9, -5], isHigh: false)
    #expect(low.plateaus.map(\.level) == [-3, -5])
    #expect(low.passedOver == 1)
    #expect(end([40, 32]).plateaus.count == 2)
    #expect(end([40, 31.9]).plateaus.count == 1)
    #expect(high.withoutPlateaus.plateaus.isEmpty)
    #expect(high.withoutPlateaus.passedOver == 4)
    #expect(end([]).plateaus.isEmpty && end([]).passedOver == 0)
  }

  /// A turn without a rest that lies farther out leaves the end open: by more than `passed` once, by more than `usually`
  /// mostly.
  @Test func aTurnWithoutARestMayLeaveAnEndOpen() {
    for (sign, isHigh) in [(1.0, true), (-1.0, false)] {
      let count = { (levels: [Double], turned: [Double], passed: Double, usually: Double) in
        self.end(
          levels.map { sign * $0 }, isHigh: isHigh, turned: turned.map { sign * $0 }, passed: passed, usually: usually
        ).plateaus.count
      }
      #expect(count([40], [43.5], 3, 5) == 0)
      #expect(count([40], [43], 3, 5) == 1)
      #expect(count([40], [10, 43.5], 3, 50) == 0)
      #expect(count([40], [42, 42.5], 3, 2) == 0, "two turns, the middle one 2.25° farther")
      #expect(count([40], [42, 42.5], 3, 2.3) == 1)
      #expect(count([40, 39], [42, 42.5], 3, 2) == 2, "no more turns than ends")
      #expect(count([40], [20, 30], 3, 5) == 1)
    }
  }
}
