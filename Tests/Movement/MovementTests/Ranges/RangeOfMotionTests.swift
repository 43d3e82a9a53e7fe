import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Which settled angles are the ends of a range, and movements that never rest.
@Suite struct RangeOfMotionTests {
  private func codes(_ measured: MeasuredMotion) -> Set<FindingCode> { Set(measured.result.findings.map(\.code)) }

  private func measure(_ levels: [Double], seed: Int = 1) throws -> MeasuredMotion {
    try MotionMeasurement.angles(Course.noisy(Course.levels(levels), 0.5, seed: seed))
  }

  /// The same ends in either order are the same range.
  @Test(arguments: [[0.0, -10, 130, 0], [0, 130, 0, -10, 0]]) func hyperextensionIsAnEndInEitherOrder(
    _ levels: [Double]
  ) throws {
    let measured = try measure(levels)
    #expect(measured.result.neutralZero?.notation == "10-0-130")
    #expect(abs(try #require(measured.result.values.minimum).degrees + 10) < 0.5)
    #expect(measured.result.values.minimum?.plateaus == 1)
    #expect(codes(measured).contains(.motionOneRepeat))
  }

  @Test(arguments: [[0.0, -20, 0, 40, 0], [0, 40, 0, -20, 0]]) func adductionIsAnEndInEitherOrder(
    _ levels: [Double]
  ) throws {
    let table = AngleTable(
      name: "", isInDegrees: true, times: Course.levels(levels).indices.map { Double($0) / 30 },
      columns: [.init(name: "hip_adduction_r", values: Course.noisy(Course.levels(levels), 0.5, seed: 3).map { -$0 })])
    let task = try MotionTask(.hip, .right, movement: .abduction)
    let result = try MotionMeasurement(task).measure(.angles(table), path: "made").result
    #expect(result.neutralZero?.notation == "40-0-20")
  }

  /// Ends of different kinds have no mean: adduction that was held twice, and the last return to zero.
  @Test func endsThatDoNotBelongTogetherHaveNoMean() throws {
    let twice = try measure([0, 40, 0, -15, 0, 40, 0, -15, 0, 40, 0])
    let low = try #require(twice.result.values.minimum)
    #expect(abs(low.degrees + 15) < 0.5 && low.ci95[1] < -10 && low.plateaus == 2)
    let finding = try #require(twice.result.findings.first { $0.code == .motionEndsDiffer })
    #expect(finding.text().contains("1 of 3"))
    #expect(finding.text(.german).contains("1 von 3"))
    let thrice = try measure([0, -20, 0, 40, 0, -20, 0, 40, 0, -20, 0, 40, 0])
    let third = try #require(thrice.result.values.minimum)
    #expect(abs(third.degrees + 20) < 0.5 && third.ci95[1] < -15)
  }

  /// Ends that vary as repeats do belong together.
  @Test func endsThatVaryAreAllCounted() throws {
    let varied = try measure([0, 120, 3, 116, -2, 123, 1])
    #expect(varied.result.values.maximum?.plateaus == 3)
    #expect(varied.result.values.minimum?.plateaus == 3)
    #expect(abs(try #require(varied.result.values.maximum).degrees - 359.0 / 3) < 0.5)
    #expect(varied.result.supportsChange)
    #expect(!codes(varied).contains(.motionEndsDiffer))
    #expect(!codes(varied).contains(.motionOneRepeat))
  }

  /// Two ends that lie 7° apart tell little of an end at which the movement also turned without a rest; by themselves they count.
  @Test func anEndWhoseIntervalIsAsWideAsTheMovementIsWithheld() throws {
    let settled = Course.levels([0, 50, 0, 50, 7])
    #expect(try MotionMeasurement.angles(Course.noisy(settled, 0.3, seed: 2)).result.values.minimum != nil)
    let turn = Course.way(7, 50, 0.7, 30) + Course.way(50, 3, 0.7, 30) + Course.way(3, 50, 0.7, 30)
    let restless = settled + turn + Array(repeating: 50, count: 30)
    let measured = try MotionMeasurement.angles(Course.noisy(restless, 0.3, seed: 2))
    #expect(measured.result.values.minimum == nil)
    #expect(measured.result.values.maximum != nil)
    #expect(codes(measured).isSuperset(of: [.motionNotSettled, .motionEndsDiffer]))
  }

  /// Swings between a start at 30° and −5°, which is reached and never held: 30° is no contracture.
  @Test func theStartDoesNotStandInForAnEndThatWasNotHeld() throws {
    var course = [Double](repeating: 30, count: 30) + Course.way(30, 120, 1, 30) + Array(repeating: 120, count: 30)
    for _ in 0..<3 {
      course += Course.way(120, -5, 0.8, 30) + Course.way(-5, 120, 0.8, 30) + Array(repeating: 120, count: 30)
    }
    course += Course.way(120, -5, 0.8, 30) + Course.way(-5, 60, 0.5, 30)
    let measured = try MotionMeasurement.angles(Course.noisy(course, 0.5, seed: 2))
    #expect(measured.result.values.minimum == nil)
    #expect(measured.result.neutralZero == nil)
    #expect(measured.result.status == .incomplete)
    #expect(codes(measured).contains(.motionNotSettled))
    #expect(codes(measured).contains(.motionRepeatsNotSettled))
    #expect(!measured.result.supportsChange)
    #expect(abs(try #require(measured.result.values.maximum).degrees - 120) < 0.5)
  }

  /// Where nothing went farther than the start, it is an end; but one end of one repeat supports no change.
  @Test func aChangeNeedsRepeatsAtBothEnds() throws {
    var course = [Double](repeating: 0, count: 30)
    for _ in 0..<4 {
      course += Course.way(0, 120, 1, 30) + Array(repeating: 120, count: 30) + Course.way(120, 0, 1, 30)
    }
    course += Course.way(0, 60, 0.5, 30)
    let measured = try MotionMeasurement.angles(Course.noisy(course, 0.3, seed: 4))
    #expect(abs(try #require(measured.result.values.minimum).degrees) < 0.5)
    #expect(measured.result.values.maximum?.plateaus == 4)
    #expect(measured.result.values.minimum?.plateaus == 1)
    #expect(!measured.result.supportsChange)
    #expect(codes(measured).contains(.motionFewRepeats))
    let unsettled = try #require(measured.result.findings.first { $0.code == .motionRepeatsNotSettled })
    #expect(unsettled.text().contains("4 of 8") || unsettled.text().contains("5 of 9"), "\(unsettled.text())")
  }

  /// Each interval says what it covers.
  @Test func anIntervalOfOneHoldCoversNoRepeats() throws {
    let one = try measure([0, 120, 0]).result.values
    #expect(one.maximum?.covers == ["noise"])
    #expect(one.start?.covers == ["noise"])
    #expect(one.range?.covers == ["noise"])
    let three = try measure([0, 120, 0, 120, 0, 120, 0]).result.values
    #expect(three.maximum?.covers == ["noise", "repeats"])
    #expect(three.range?.covers == ["noise", "repeats"])
    #expect(three.start?.covers == ["noise"])
    #expect(three.return?.covers == ["noise"])
  }

  // MARK: Movements that never rest

  /// A knee that walks or runs, with a bend in stance and one in swing, so many cycles a second.
  private func gait(_ cycles: Double, amplitude: Double = 1, noise: Double = 0.7, seed: Int) -> [Double] {
    let course = (0..<360).map { i -> Double in
      let phase = 2 * Double.pi * cycles * Double(i) / 30
      return amplitude * (25 - 20 * cos(phase) + 13.7 * cos(2 * phase) - 11.6 * sin(2 * phase))
    }
    return Course.noisy(course, noise, seed: seed)
  }

  /// −2 to 62°, and so no other range than that with exit code 0.
  @Test(arguments: [0.5, 0.7, 0.9, 1.2, 1.4, 1.8]) func aGaitHasNoRangeOfItsTurns(cycles: Double) throws {
    for seed in 0..<10 {
      let result = try MotionMeasurement.angles(gait(cycles, seed: seed)).result
      for (value, truth) in [(result.values.minimum, -2.0), (result.values.maximum, 62)] {
        if let value { #expect(abs(value.degrees - truth) < 4, "\(cycles) Hz, seed \(seed): \(value.degrees)°") }
      }
      guard result.status == .incomplete else { continue }
      #expect(result.findings.contains { $0.code == .motionNotSettled }, "\(cycles) Hz, seed \(seed)")
      #expect(!result.findings.contains { $0.code == .motionStill || $0.code == .motionOtherSide })
    }
  }

  /// A small gait is no smaller than it is because its halt in stance lies before its end.
  @Test func whatIsPassedIsNoEnd() throws {
    var wrong = 0
    for seed in 0..<40 {
      let result = try MotionMeasurement.angles(gait(1, amplitude: 0.5, seed: seed)).result
      for (value, truth) in [(result.values.minimum, -1.0), (result.values.maximum, 31)] {
        if let value, abs(value.degrees - truth) > 4 { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }

  /// A person who walks on the spot and whose angle no filter can follow has moved.
  @Test func whoRunsDoesNotStandStill() throws {
    let run = (0..<120).map { 30 - 32 * cos(2 * Double.pi * 1.9 * Double($0) / 10) }
    let result = try MotionMeasurement.angles(run, rate: 10).result
    #expect(result.status == .incomplete)
    #expect(result.values.range == nil)
    #expect(result.findings.contains { $0.code == .motionNotSettled })
    #expect(!result.findings.contains { $0.code == .motionStill })
  }

  /// The tolerance is that of the noise, whatever the movement is.
  @Test func theToleranceHasACeiling() throws {
    let rules = MotionRules.standard.repeats
    let signal = MotionSignal(
      gait(0.7, seed: 3), times: (0..<360).map { Double($0) / 30 }, MotionRules.standard.filters)
    #expect(PlateauFinder(signal, rules).tolerance <= rules.mostSlow)
    // White noise is told by frame to frame, and no movement looks like it: it has none.
    let loud = Course.noisy([Double](repeating: 0, count: 360), 8, seed: 1)
    let noisy = MotionSignal(loud, times: signal.times, MotionRules.standard.filters)
    #expect(PlateauFinder(noisy, rules).tolerance > rules.mostSlow)
  }

  // MARK: Without noise, at 10 frames a second

  private func range(_ values: [Double], seconds: Double = 0.3) -> RangeOfMotion {
    RangeOfMotion(.unfiltered(values), .made(seconds: seconds))
  }

  /// Ten frames at each level, and three evenly between.
  private func held(_ levels: [Double]) -> [Double] {
    zip(levels, levels.dropFirst()).reduce([Double](repeating: levels[0], count: 10)) { values, way in
      values + between(way.0, way.1) + [Double](repeating: way.1, count: 10)
    }
  }

  private func between(_ from: Double, _ to: Double) -> [Double] { (1...3).map { from + (to - from) * Double($0) / 4 } }

  private func shaking(_ values: [Double]) -> [Double] {
    values.enumerated().map { (i: Int, value: Double) -> Double in i % 2 == 0 ? value - 1 : value + 1 }
  }

  @Test func aSwingOfHalfTheRangeIsARepeat() {
    let twice = range(held([120, 160, 135, 160, 120]))
    #expect(twice.extent == 40)
    #expect(twice.beginsLow)
    #expect(twice.repeats.map(\.near?.level) == [135, 120])
    #expect(twice.ends == 4)
    #expect(twice.unsettled == 0)
    #expect(twice.upper.plateaus.map(\.level) == [160, 160])
    #expect(twice.lower.plateaus.map(\.level) == [120])
    #expect(twice.lower.passedOver == 1, "135°, 15° farther in")
    #expect(twice.start?.frames == Array(0..<10))
    #expect(twice.end?.frames == Array(52..<62))
    #expect(range(held([120, 160, 145, 160, 120])).repeats.count == 1)
    // Noise of 1° to and fro seems one of 2.42°, and eight times that, 19.4°, is the least swing. It adds 2° to 13.
    #expect(range(shaking(held([120, 144, 120]))).repeats.count == 1)
    let still = range(shaking(held([120, 133, 120])))
    #expect(still.repeats.isEmpty)
    #expect(still.ends == 0)
  }

  @Test func aMovementThatDoesNotComeBackHasNoReturn() {
    let one = range(held([120, 160]))
    #expect(one.repeats.map(\.isComplete) == [false])
    #expect(one.repeats.map(\.near) == [nil])
    #expect(one.ends == 1)
    #expect(one.lower.plateaus.map(\.frames) == [Array(0..<10)])
    #expect(one.upper.plateaus.map(\.level) == [160])
    #expect(one.end == nil)
    #expect(one.startBeyond == nil)
    let none = range([Double](repeating: .nan, count: 5))
    #expect(none.extent == 0)
    #expect(none.start == nil)
  }

  /// Beyond a rest the angle may go by 5° for a moment, or by one and a half of the tolerance where that is more.
  @Test func aMomentBeyondARestIsNoOtherEnd() {
    let moment = { (top: Double, beyond: Double) -> [Double] in
      let back: [Double] = self.between(top, 120) + [Double](repeating: 120, count: 10)
      return self.held([120, top]) + [top + beyond] + back
    }
    #expect(range(moment(160, 4)).upper.plateaus.map(\.level) == [160])
    let passed = range(moment(160, 6))
    #expect(passed.unsettled == 1)
    #expect(passed.upper.plateaus.isEmpty)
    #expect(range(shaking(moment(200, 10))).upper.plateaus.map(\.frames) == [Array(13..<23)])
  }

  /// Where a plateau lasts half a second, an end is what was reached for five frames: 4° beyond the rest it is another
  /// one.
  @Test func anEndIsWhatWasReachedForAsLongAsAPlateau() {
    for (frames, unsettled) in [(4, 0), (5, 1)] {
      let beyond: [Double] = held([120, 160]) + [Double](repeating: 164, count: frames)
      let values: [Double] = beyond + between(164, 120) + [Double](repeating: 120, count: 10)
      #expect(range(values, seconds: 0.5).unsettled == unsettled, "\(frames)")
      #expect(range(values.map { -$0 }, seconds: 0.5).unsettled == unsettled, "\(frames), the other way round")
    }
  }

  /// By more than the tolerance of 2°. Ends that lie 4° apart belong together.
  @Test func theFirstEndCountsWhereItLiesBeyondAllOthers() {
    let near = range(held([161.5, 120, 160, 120, 156]))
    #expect(near.startBeyond == nil)
    #expect(near.upper.plateaus.map(\.level) == [160, 156])
    let beyond = range(held([163, 120, 160, 120, 160]))
    #expect(beyond.startBeyond?.level == 163)
    #expect(beyond.upper.plateaus.map(\.level) == [163, 160, 160])
  }

  /// The interval of the mean of two ends reaches 12.7062 times half of their distance to either side. Where the movement
  /// also turned without a rest, that may be half of the range at most: 25 of 50°.
  @Test(arguments: [(3.0, 2), (5, 0)]) func anIntervalOfHalfTheRangeIsTooWide(_ apart: Double, _ count: Int) {
    let turn: [Double] = between(150, 103) + [103] + between(103, 150)
    let repeats = held([150, 100, 150, 100 + apart, 150])
    let found = range(repeats + turn + [Double](repeating: 150, count: 10))
    #expect(found.unsettled == 1)
    #expect(found.lower.plateaus.count == count)
    #expect(found.lower.passedOver == 2 - count)
  }

  /// A halt half-way whose middle lies nearer to the next turn does not belong to the start.
  @Test func aPlateauIsWhereItsMiddleIs() {
    let halt: [Double] = [0, 10, 20, 29.95, 29.95, 29.95, 29.95, 29.95] + [Double](repeating: 30.05, count: 7)
    let end: [Double] = [40, 50] + [Double](repeating: 60, count: 10)
    let found = range(halt + end)
    #expect(found.plateaus.map(\.frames) == [Array(3..<15), Array(17..<27)])
    #expect(found.start == nil)
  }

  /// By noise alone, where two plateaus are the same.
  @Test func theMeanOfTwoHasHalfOfTheVariance() throws {
    let found = range(shaking(held([120, 144, 120])))
    let top = found.upper.plateaus[0]
    let (one, two) = (try #require(found.mean([top])), try #require(found.mean([top, top])))
    #expect(abs(two.variance / one.variance - 0.5) < 1e-9)
    #expect(found.mean([]) == nil)
  }
}
