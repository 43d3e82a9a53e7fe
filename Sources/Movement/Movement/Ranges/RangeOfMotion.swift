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
  let noise: PlateauNoise
  /// The repeats, in order.
  let repeats: [Repeat]
  /// Where the movement begins and ends, settled.
  let start, end: Plateau?
  /// The settled ends at the upper and at the lower end.
  let upper, lower: RangeEnd
  /// The first end, where it counts although the movement came back: it lies beyond all others of its side.
  let startBeyond: Plateau?
  /// How many ends the repeats have, and at how many of them the angle did not settle.
  let ends, unsettled: Int
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
    let regions = Self.regions(of: turns, plateaus, frames)
    guard turns.points.count > 1 else {
      (repeats, upper, lower, beginsLow) = ([], .none, .none, true)
      (start, end, startBeyond) = (plateaus.first, plateaus.last, nil)
      (ends, unsettled) = (0, 0)
      noise = PlateauNoise(plateaus, signal.values, rest: finder.noise)
      return
    }
    let beginsLow = turns.points[0].value < turns.points[1].value
    self.beginsLow = beginsLow
    let least = max(rules.leastFrames, Int((rules.seconds / signal.step).rounded()))
    // Half of what counts as a movement.
    let usually = rules.movement / 2
    let passed = max(usually, 1.5 * finder.tolerance)
    let isHigh = { (index: Int) in (index % 2 == 0) != beginsLow }
    let extremes = turns.points.indices.map { index -> Plateau? in
      let values = turns.region(of: index, count: frames.count).map { smooth[$0] }
      return Self.end(regions[index], values, isHigh(index), least, finder.tolerance, passed: passed, signal)
    }
    repeats = stride(from: 1, to: extremes.count, by: 2).map { index in
      Repeat(
        far: extremes[index], near: index + 1 < extremes.count ? extremes[index + 1] : nil,
        isComplete: index + 1 < extremes.count)
    }
    (ends, unsettled) = (extremes.count - 1, extremes.dropFirst().count { $0 == nil })
    let far = repeats.compactMap(\.far)
    var near = repeats.compactMap(\.near)
    // The movement may start anywhere on its way. Its first end counts only where nothing went farther: not a settled
    // end, nor a turn that was reached without a rest.
    let reached = stride(from: 2, to: extremes.count, by: 2).map { extremes[$0]?.level ?? turns.points[$0].value }
    let out = beginsLow ? -1.0 : 1
    let farthest = reached.map { out * $0 }.max() ?? -.infinity
    var startBeyond: Plateau?
    if let first = extremes[0] {
      if out * first.level > farthest + finder.tolerance {
        startBeyond = reached.isEmpty ? nil : first
        near.insert(first, at: 0)
      } else if near.isEmpty, out * first.level >= farthest - finder.tolerance {
        near = [first]
      }
    }
    self.startBeyond = startBeyond
    let gap = max(rules.sameEnd, finder.tolerance)
    let restless = turns.points.indices.dropFirst().filter { extremes[$0] == nil }
    let turned = { (high: Bool) in restless.filter { isHigh($0) == high }.map { turns.points[$0].value } }
    // The noise of what the ends are made of, where slow noise has parted a rest into several plateaus.
    let noise = PlateauNoise(extremes.compactMap(\.self), signal.values, rest: finder.noise)
    self.noise = noise
    let widest = extent / 2
    let side = { (ends: [Plateau], isHigh: Bool) in
      let end = RangeEnd(ends, isHigh: isHigh, gap: gap, turned: turned(isHigh), passed: passed, usually: usually)
      // Of a movement that turned without a rest, too, an interval as wide as all that was seen tells nothing.
      let isVague = !turned(isHigh).isEmpty && Self.mean(end.plateaus, noise).map { $0.reach > widest } ?? false
      return isVague ? end.withoutPlateaus : end
    }
    (upper, lower) = (side(beginsLow ? far : near, true), side(beginsLow ? near : far, false))
    start = regions[0].first
    end = extremes.count % 2 == 1 ? regions[extremes.count - 1].last : nil
  }

  /// The plateaus nearer to each turn than to its neighbours, by their middles.
  private static func regions(of turns: TurningPoints, _ plateaus: [Plateau], _ frames: [Int]) -> [[Plateau]] {
    var regions = [[Plateau]](repeating: [], count: turns.points.count)
    let borders = turns.borders.map { frames[$0] }
    var index = 0
    for plateau in plateaus where !regions.isEmpty {
      while index < borders.count, plateau.frames[plateau.count / 2] >= borders[index] { index += 1 }
      regions[index].append(plateau)
    }
    return regions
  }

  /// How many plateaus the end has that has fewer: so many repeats are settled at both.
  var settledRepeats: Int { min(upper.plateaus.count, lower.plateaus.count) }

  /// The settled end of a movement: the plateaus of its region that lie as far out as the angle was for as long as a
  /// plateau lasts. The greatest single value would be that of the noise; a halt on the way is no end.
  ///
  /// - Parameter passed: how far beyond a plateau the angle must have gone, in degrees, for it to be a halt on the way, be it
  ///   for a moment only.
  private static func end(
    _ plateaus: [Plateau], _ values: [Double], _ isHigh: Bool, _ least: Int, _ tolerance: Double, passed: Double,
    _ signal: MotionSignal
  ) -> Plateau? {
    let ordered = values.sorted()
    guard ordered.count >= least else { return nil }
    let reached = isHigh ? ordered[ordered.count - least] : ordered[least - 1]
    let farthest = isHigh ? ordered[ordered.count - 1] : ordered[0]
    let outer = plateaus.filter { abs($0.level - reached) <= tolerance && abs($0.level - farthest) <= passed }
    return outer.isEmpty ? nil : Plateau(outer.flatMap(\.frames), signal.values)
  }

  /// The mean of some plateaus at one end, with its interval: from the repeats where there are several, but never surer
  /// than the noise of their frames allows; from that noise alone for one.
  func mean(_ plateaus: [Plateau]) -> Uncertain? { Self.mean(plateaus, noise) }

  private static func mean(_ plateaus: [Plateau], _ noise: PlateauNoise) -> Uncertain? {
    guard !plateaus.isEmpty else { return nil }
    let n = Double(plateaus.count)
    let levels = plateaus.map(\.level)
    let own = plateaus.reduce(0) { $0 + noise.variance(ofMeanOf: $1.count) } / (n * n)
    // What the borders may have taken in is the same in every repeat.
    let border = plateaus.reduce(0) { $0 + noise.border(ofMeanOf: $1.count) } / n
    return .mean(of: levels, own: own, freedom: noise.freedom, systematic: border)
  }
}

/// One end of a range: the settled ends of repeats that belong together, which are those next to the farthest one.
///
/// A joint may come to rest beyond zero once and at zero then. The mean of such ends is a place where it never was.
struct RangeEnd: Sendable, Equatable {
  /// The plateaus that count, in the order of time.
  let plateaus: [Plateau]
  /// How many settled ends lie farther in and do not count.
  let passedOver: Int

  /// The end of what does not move.
  static let none = RangeEnd(plateaus: [], passedOver: 0)

  private init(plateaus: [Plateau], passedOver: Int) { (self.plateaus, self.passedOver) = (plateaus, passedOver) }

  /// The end without plateaus, of which too few agree.
  var withoutPlateaus: RangeEnd { RangeEnd(plateaus: [], passedOver: passedOver + plateaus.count) }

  /// - Parameters:
  ///   - isHigh: true for the upper end.
  ///   - gap: from which distance on to its outer neighbour an end is another one, in degrees.
  ///   - turned: where the movement turned on this side without a rest.
  ///   - passed: how far beyond all settled ends one such turn must lie, in degrees, for the range to end there: where is not
  ///     known.
  ///   - usually: the same for the middle one of such turns, where they are more than the settled ends.
  init(_ ends: [Plateau], isHigh: Bool, gap: Double, turned: [Double], passed: Double, usually: Double) {
    let sign = isHigh ? 1.0 : -1
    let turned = turned.map { sign * $0 }
    if let farthest = turned.max(), let held = ends.map({ sign * $0.level }).max() {
      let isPassed = turned.count > ends.count && RobustStatistics.median(turned) > held + usually
      if isPassed || farthest > held + passed {
        (plateaus, passedOver) = ([], 0)
        return
      }
    }
    let inwards = ends.map(\.level).sorted { isHigh ? $0 > $1 : $0 < $1 }
    var innermost = inwards.first ?? 0
    for level in inwards.dropFirst() {
      guard abs(level - innermost) <= gap else { break }
      innermost = level
    }
    plateaus = ends.filter { isHigh ? $0.level >= innermost : $0.level <= innermost }
    passedOver = ends.count - plateaus.count
  }
}

/// Where a movement turns: ends that lie at least a prominence apart, in turn high and low, the first and last value
/// included.
struct TurningPoints {
  /// An end of the movement.
  struct Point: Sendable, Equatable {
    /// Its place among the frames that count.
    var place: Int
    /// The angle there, in degrees.
    var value: Double
  }

  /// The ends, in order; fewer than two where nothing moves.
  let points: [Point]
  /// The places at which the angle passes half-way from each end to the next.
  let borders: [Int]

  /// - Parameters:
  ///   - values: the angle, smoothed, without gaps.
  ///   - prominence: the least difference between two ends, in degrees.
  init(_ values: [Double], prominence: Double) {
    var points: [Point] = []
    guard let first = values.first else {
      (self.points, borders) = ([], [])
      return
    }
    var (low, high) = (Point(place: 0, value: first), Point(place: 0, value: first))
    var isRising: Bool?
    for (place, value) in values.enumerated() {
      if value < low.value { low = Point(place: place, value: value) }
      if value > high.value { high = Point(place: place, value: value) }
      if isRising != true, value - low.value >= prominence {
        points.append(low)
        (isRising, high) = (true, Point(place: place, value: value))
      } else if isRising != false, high.value - value >= prominence {
        points.append(high)
        (isRising, low) = (false, Point(place: place, value: value))
      }
    }
    if let isRising { points.append(isRising ? high : low) }
    self.points = points
    borders = zip(points, points.dropFirst()).map { a, b in
      let middle = (a.value + b.value) / 2
      return (a.place...b.place).first { (values[$0] - middle) * (b.value - a.value) >= 0 } ?? b.place
    }
  }

  /// The places nearer to an end than to its neighbours.
  func region(of index: Int, count: Int) -> Range<Int> {
    (index > 0 ? borders[index - 1] : 0)..<(index < borders.count ? borders[index] : count)
  }
}
