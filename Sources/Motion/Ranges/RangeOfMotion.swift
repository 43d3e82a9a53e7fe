internal import Geometry

/// The range of a movement that was repeated or not: ends that have settled, and what lies between.
struct RangeOfMotion: Sendable, Equatable {
  /// A repeat: away from where the movement began, and back.
  struct Repeat: Sendable, Equatable {
    /// The plateau at the far end; nil where the angle did not settle there.
    var far: Plateau?
    /// The plateau at the near end behind it; nil where the movement does not come back, or does not settle.
    var near: Plateau?
    /// Whether the movement came back.
    var isComplete: Bool
  }

  /// All plateaus, in order.
  let plateaus: [Plateau]
  /// The noise within them.
  let noise: NoiseModel
  /// The repeats, in order.
  let repeats: [Repeat]
  /// Where the movement begins and ends, settled.
  let start, end: Plateau?
  /// The settled plateaus at the upper and at the lower end.
  let upper, lower: [Plateau]
  /// How far the smoothed angle goes, whether it settles or not, in degrees: for the reason of a refusal.
  let extent: Double
  /// True where the movement leaves from its lower end.
  let beginsLow: Bool
  /// How far the angle might go while it settled, in degrees.
  let tolerance: Double

  init(_ signal: MotionSignal, _ rules: MotionRules.Repeats) {
    let finder = PlateauFinder(signal, rules)
    let plateaus = finder.plateaus()
    let frames = signal.frames
    let smooth = frames.map { signal.smooth[$0] }
    let wide = smooth.isEmpty ? 0 : RobustStatistics.quantile(smooth, 0.95) - RobustStatistics.quantile(smooth, 0.05)
    let prominence = max(rules.movement, 2 * finder.tolerance, rules.movementShare * wide)
    let turns = TurningPoints(smooth, prominence: prominence)
    extent = smooth.isEmpty ? 0 : smooth.max()! - smooth.min()!
    (self.plateaus, tolerance) = (plateaus, finder.tolerance)
    let places = Dictionary(uniqueKeysWithValues: frames.enumerated().map { ($1, $0) })
    let regions = turns.points.indices.map { index in
      let region = turns.region(of: index, count: frames.count)
      return plateaus.filter { region.contains(places[$0.frames[$0.count / 2]]!) }
    }
    guard turns.points.count > 1 else {
      (repeats, upper, lower, beginsLow) = ([], [], [], true)
      (start, end) = (plateaus.first, plateaus.last)
      noise = NoiseModel(plateaus, signal.values)
      return
    }
    let beginsLow = turns.points[0].value < turns.points[1].value
    self.beginsLow = beginsLow
    let least = max(rules.leastFrames, Int((rules.seconds / signal.step).rounded()))
    let extremes = turns.points.indices.map { index -> Plateau? in
      let isHigh = (index % 2 == 0) != beginsLow
      let values = turns.region(of: index, count: frames.count).map { smooth[$0] }
      return Self.end(regions[index], values, isHigh, least, finder.tolerance, signal)
    }
    repeats = stride(from: 1, to: extremes.count, by: 2).map { index in
      Repeat(
        far: extremes[index], near: index + 1 < extremes.count ? extremes[index + 1] : nil,
        isComplete: index + 1 < extremes.count)
    }
    let far = repeats.compactMap(\.far)
    // The start may be anywhere; it counts as an end only where the movement does not come back to it.
    let back = repeats.compactMap(\.near)
    let near = back.isEmpty ? extremes[0].map { [$0] } ?? [] : back
    (upper, lower) = beginsLow ? (far, near) : (near, far)
    start = regions[0].first
    end = extremes.count % 2 == 1 ? regions[extremes.count - 1].last : nil
    // The noise of what the ends are made of, where slow noise has parted a rest into several plateaus.
    noise = NoiseModel(extremes.compactMap(\.self), signal.values)
  }

  /// The settled end of a movement: the plateaus of its region that lie as far out as the angle was for as long as a
  /// plateau lasts. The greatest single value would be that of the noise; a halt on the way is no end.
  private static func end(
    _ plateaus: [Plateau], _ values: [Double], _ isHigh: Bool, _ least: Int, _ tolerance: Double, _ signal: MotionSignal
  ) -> Plateau? {
    let ordered = values.sorted()
    guard ordered.count >= least else { return nil }
    let reached = isHigh ? ordered[ordered.count - least] : ordered[least - 1]
    let outer = plateaus.filter { abs($0.level - reached) <= tolerance }
    return outer.isEmpty ? nil : Plateau(outer.flatMap(\.frames), signal.values)
  }

  /// The mean of some plateaus at one end, with its interval: from the repeats where there are several, but never surer
  /// than the noise of their frames allows; from that noise alone for one.
  func mean(_ plateaus: [Plateau]) -> Uncertain? {
    guard !plateaus.isEmpty else { return nil }
    let n = Double(plateaus.count)
    let levels = plateaus.map(\.level)
    let own = plateaus.reduce(0) { $0 + noise.variance(ofMeanOf: $1.count) } / (n * n)
    // What the borders may have taken in is the same in every repeat.
    let border = plateaus.reduce(0) { $0 + noise.border(ofMeanOf: $1.count) } / n
    let value = RobustStatistics.mean(levels)
    let single = Uncertain(value: value, variance: own, freedom: noise.freedom, systematic: border)
    guard plateaus.count > 1 else { return single }
    let deviation = RobustStatistics.standardDeviation(levels)
    let repeated = Uncertain(value: value, variance: deviation * deviation / n, freedom: n - 1, systematic: border)
    return repeated.reach >= single.reach ? repeated : single
  }
}
