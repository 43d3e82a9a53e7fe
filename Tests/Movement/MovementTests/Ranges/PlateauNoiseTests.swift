import Geometry
import Testing

@testable import Movement

/// Lines through values, and what plateaus and rests tell of noise, in closed form.
@Suite struct PlateauNoiseTests {
  private let rules = MotionRules.standard.filters

  private func plateau(_ frames: Range<Int>, _ values: [Double]) -> Plateau { Plateau(Array(frames), values) }

  private func near(_ a: Double, _ b: Double, within limit: Double = 1e-9) -> Bool { abs(a - b) < limit }

  // MARK: Lines

  /// Frames 2, 3, 5 and 6 were taken at 1, 2, 4 and 5 s, about a mean of 3 s. What is put on the line is square to 1 and to t,
  /// so that it is left, and 6 of it is along the parabola (1.5, −1.5, −1.5, 1.5), whose squares are 9: 36 of 9 · 14.
  @Test func aLineIsFoundWithWhatItLeaves() {
    let times = [0, 0.5, 1, 2, 3, 4, 5, 9], left = [2.0, -3, 1, 0]
    var values = [Double](repeating: 77, count: 8)
    let frames = [0, 2, 3, 5, 6, 7]
    for (frame, rest) in zip(frames[1...4], left) { values[frame] = 7 + 2 * (times[frame] - 3) + rest }
    let line = LineFit(frames[1...4], times, values)
    #expect(near(line.slope, 2))
    #expect(near(line.deviation, 7.0.squareRoot()), "14 with n − 2 = 2")
    for (frame, rest) in zip(frames[1...4], left) { #expect(near(line.residual(frame, times, values), rest)) }
    #expect(near(line.bend(frames[1...4], times, values), 2.0 / 7))
  }

  @Test func fewValuesHaveNoDeviation() {
    let times = [1.0, 2, 3], values = [0.0, 3, 0]
    let three = LineFit([0, 1, 2], times, values)
    #expect(near(three.slope, 0))
    #expect(near(three.deviation, 6.0.squareRoot()), "1 + 4 + 1 with n − 2 = 1")
    #expect(near(three.bend([0, 1, 2], times, values), 1))
    let small = values.map { $0 / 10 }
    #expect(near(LineFit([0, 1, 2], times, small).bend([0, 1, 2], times, small), 1), "of any scale")
    let two = LineFit([0, 1], times, values)
    #expect(near(two.slope, 3))
    #expect(two.deviation == 0)
    #expect(two.bend([0, 1], times, values) == 0)
    let one = LineFit([1], times, values)
    #expect(one.slope == 0)
    #expect(one.deviation == 0)
    #expect(one.residual(1, times, values) == 0)
    let twice = LineFit([0, 1, 2], [4, 4, 4], values)
    #expect(twice.slope == 0)
    #expect(twice.deviation == 0)
    #expect(twice.bend([0, 1, 2], [4, 4, 4], values) == 0)
  }

  // MARK: Plateaus

  @Test func nothingIsToldOfSingleFrames() {
    for noise in [PlateauNoise([], []), PlateauNoise([plateau(0..<1, [3, 9]), plateau(1..<2, [3, 9])], [3, 9])] {
      #expect(noise.deviation == 0)
      #expect(noise.correlation == 0)
      #expect(noise.freedom == 1)
    }
  }

  /// 8 and 10 values that go to and fro by 1: neighbours are unlike, so that 18 values less two means are free.
  @Test func valuesThatGoToAndFroAreNotAlike() {
    let values = (0..<20).map { (i: Int) -> Double in
      let off: Double = i % 2 == 0 ? -1 : 1
      return i < 9 ? 50 + off : 20 + off
    }
    let noise = PlateauNoise([plateau(0..<8, values), plateau(9..<19, values)], values)
    #expect(noise.correlation == 0)
    #expect(near(noise.freedom, 16))
    #expect(near(noise.deviation, (18.0 / 16).squareRoot()))
    #expect(near(noise.variance(ofMeanOf: 6), 18.0 / 16 / 6))
    #expect(near(noise.border(ofMeanOf: 8), 4 * (18.0 / 16).squareRoot() / 8))
  }

  /// Twice 1, 1, −1, −1: products of 1 of squares of 4, so that a quarter is found, and 1/4 + 7/4 / 4 = 11/16 is the
  /// correlation. Each mean takes up 5.4 values, and both no more than three quarters of the eight.
  @Test func valuesThatAreAlikeTakeUpMore() {
    let values = [11.0, 11, 9, 9, 0, 31, 31, 29, 29]
    let noise = PlateauNoise([plateau(0..<4, values), plateau(5..<9, values)], values)
    #expect(near(noise.correlation, 11.0 / 16))
    #expect(noise.freedom == 1)
    #expect(near(noise.deviation, 2), "8 of 8 − 6")
    #expect(near(noise.border(ofMeanOf: 8), 4 * 2 * (27.0 / 5).squareRoot() / 8))
    let small = values.map { $0 / 10 }
    #expect(near(PlateauNoise([plateau(0..<4, small), plateau(5..<9, small)], small).correlation, 11.0 / 16))
  }

  /// Two plateaus of 0.1, 0.1, −0.1, −0.1, but changes to and fro by 5° elsewhere: by the plateaus neighbours are alike by
  /// 11/16, so that second differences have 6 − 8 · 11/16 + 2 · (11/16)² = 185/128 of the variance.
  @Test func changesTellWhatPlateausHide() {
    let values = [11.0, 11, 10.8, 10.8, 0, 31, 31, 30.8, 30.8]
    let changes = MotionSignal((0..<24).map { Double($0 % 2 * 5) }, times: (0..<24).map { Double($0) / 10 }, rules)
    let rest = RestNoise(changes, atMost: 1.5)
    let noise = PlateauNoise([plateau(0..<4, values), plateau(5..<9, values)], values, rest: rest)
    #expect(near(noise.correlation, 11.0 / 16))
    #expect(near(noise.deviation, 1.4826 * 10 / (185.0 / 128).squareRoot()))
  }

  /// 40 values: 20 products of 1 and 19 of −1, so that 1/40 is found and 1/40 + 43/40 / 40 is the correlation.
  @Test func aLongPlateauIsHardlyCorrected() {
    let values = (0..<40).map { $0 % 4 < 2 ? 6.0 : 4 }
    let noise = PlateauNoise([plateau(0..<40, values)], values)
    let r = 0.025 + 0.026_875
    #expect(near(noise.correlation, r))
    #expect(near(noise.freedom, 40 * 0.948_125 / 1.051_875 - 1))
    #expect(near(noise.deviation, (40 / (40 - 1.051_875 / 0.948_125)).squareRoot()))
    // The variance of a mean of values whose likeness falls by the factor r from each to the next, pair by pair.
    for count in [1, 2, 5, 12] {
      var pairs = 0.0
      for a in 0..<count {
        for b in 0..<count { pairs += (0..<abs(a - b)).reduce(1.0) { (x: Double, _: Int) in x * r } }
      }
      let truth = noise.deviation * noise.deviation * pairs / Double(count * count)
      #expect(near(noise.variance(ofMeanOf: count), truth), "\(count)")
    }
  }

  /// A value that never changes has no noise, and says of its neighbours what any two equal ones do: 1/mean, of 5 frames.
  @Test func equalValuesHaveNoNoise() {
    let noise = PlateauNoise([plateau(0..<5, [Double](repeating: 8, count: 5))], [Double](repeating: 8, count: 5))
    #expect(noise.deviation == 0)
    #expect(near(noise.correlation, 0.2))
  }

  /// Neighbours are no more alike than 0.95, and noise that wanders through whole plateaus is that of its changes.
  @Test func noiseThatWandersIsToldByItsChanges() {
    var random = SeededGenerator(seed: 9)
    var (values, last) = ([Double](), 0.0)
    for _ in 0..<600 {
      last = 0.99 * last + 0.0199.squareRoot() * random.normal()
      values.append(last)
    }
    let signal = MotionSignal(values, times: values.indices.map { Double($0) / 10 }, MotionRules.standard.filters)
    let rest = RestNoise(signal, atMost: 1.5)
    let plateaus = (0..<60).map { plateau((10 * $0)..<(10 * $0 + 6), values) }
    let (own, noise) = (PlateauNoise(plateaus, values), PlateauNoise(plateaus, values, rest: rest))
    // At rest the correlation counts 1.1 times.
    #expect(near(noise.correlation, max(own.correlation, min(0.9, 1.1 * rest.correlation))), "seed 9")
    #expect(noise.correlation > 0.65, "seed 9: \(noise.correlation)")
    // Second differences (1, −2, 1) of a process whose likeness falls by r have the variance Σ wᵢ wⱼ r^|i − j|.
    let weights = [1.0, -2, 1], r = noise.correlation
    var share = 0.0
    for a in 0..<3 {
      for b in 0..<3 {
        let alike: Double = [1, r, r * r][abs(a - b)]
        share += weights[a] * weights[b] * alike
      }
    }
    let wandering = signal.noise * (6 / share).squareRoot()
    // Within means: six tenths of the values less what the means take up, at most three quarters.
    let squares = plateaus.reduce(0) { $0 + $1.squares }
    let inflation = (1 + r) / (1 - r)
    let within = (squares / (360 - min(60 * inflation, 270))).squareRoot()
    #expect(near(noise.deviation, max(wandering, within)), "seed 9: \(noise.deviation), \(wandering), \(within)")
    // Plateaus of values that hardly differ from one to the next say nothing.
    let slope = (0..<40).map { Double($0 / 20) }
    #expect(PlateauNoise([plateau(0..<40, slope)], slope).correlation == 0.95)
  }

  // MARK: Rests

  /// Values at 10 frames a second, which no filter changes: at rest, a movement of 60°/s and a bend. numpy.polyfit of windows
  /// of six frames, every second one: a median deviation of 0.848065 where the line goes 30°/s at most and a parabola takes up
  /// no more than half, products of neighbours of 0.029860 of the squares; second differences with a median of 0.9, by 1.4826 /
  /// √6.
  @Test func windowsOfARestTellItsNoise() {
    let values = [
      0.3, 1.1, -0.4, -1.2, 0.5, 0.9, 0.2, -0.8, 0.1, 1.3, 0.6, -0.7, -0.2, 0.4, 6, 12, 18, 24, 30, 30.4, 29.5, 29.1,
      30.2,
      30.8, 30.1, 29.6,
    ]
    let signal = MotionSignal(values, times: values.indices.map { Double($0) / 10 }, MotionRules.standard.filters)
    #expect(signal.filtering == .lowRate)
    let changing = 1.4826 * 0.9 / 6.0.squareRoot()
    #expect(near(signal.noise, changing))
    // Up to a ceiling, and up to 1.25 times what second differences show.
    for (ceiling, deviation) in [(10, 0.848_065_018_9), (0.7, 0.7), (0, 1.25 * changing)] {
      let noise = RestNoise(signal, atMost: ceiling)
      #expect(near(noise.deviation, deviation), "\(ceiling): \(noise.deviation)")
      #expect(near(noise.smoothDeviation, deviation), "\(ceiling): \(noise.smoothDeviation)")
      #expect(near(noise.changeDeviation, changing))
      #expect(near(noise.correlation, 0.029_860_008_7 + (2 + 4 * 0.029_860_008_7) / 6), "\(noise.correlation)")
    }
  }

  /// Small noise, whose squares are less than 1, is as alike as ten times as much of it.
  @Test func noiseOfAnyScaleIsAsAlike() {
    let signal = { (scale: Double) in
      let values = [0.3, 1.1, -0.4, -1.2, 0.5, 0.9, 0.2, -0.8].map { $0 * scale }
      return RestNoise(MotionSignal(values, times: values.indices.map { Double($0) / 10 }, rules), atMost: 10)
    }
    let (large, small) = (signal(1), signal(0.1))
    #expect(near(small.correlation, large.correlation))
    #expect(near(small.deviation, large.deviation / 10))
  }

  /// Without a window there are the changes alone.
  @Test func aShortSignalHasItsChangesOnly() {
    let values = [0.0, 0.5, 0, 0.5]
    let signal = MotionSignal(values, times: [0, 0.1, 0.2, 0.3], MotionRules.standard.filters)
    let noise = RestNoise(signal, atMost: 5)
    #expect(near(noise.deviation, 1.4826 / 6.0.squareRoot()))
    #expect(near(noise.correlation, 1.0 / 3), "0 found, and 2 of a window of six frames for the line")
  }
}
