internal import Geometry

/// How fast a neck moves from one settled end to the other, by the ways that frames show from beginning to end.
struct NeckSpeed: Sendable, Equatable {
  /// Means over the movements, in degrees a second: over the middle 80 % of the way, and the greatest over 0.2 s.
  let mean, peak: Uncertain
  /// How many movements there are.
  let movements: Int

  /// The speed of all movements from an end to the other without a rest, a return or a gap between; nil without any.
  ///
  /// - Parameter errors: what plateaus do not show of the way between two ends: a deviation in degrees.
  init?(_ range: RangeOfMotion, _ signal: MotionSignal, errors: Double) {
    let ends =
      (range.lower.plateaus.map { (-1.0, $0) } + range.upper.plateaus.map { (1.0, $0) })
      .sorted { $0.1.first < $1.1.first }
    let passes = zip(ends, ends.dropFirst()).compactMap { from, to -> Pass? in
      guard from.0 != to.0, !Self.rests(between: from.1, to.1, range), !Self.returns(from.1, to.1, range, signal)
      else { return nil }
      return Pass(from.1, to.1, signal, range.noise)
    }
    guard !passes.isEmpty else { return nil }
    let way = RobustStatistics.mean(passes.map { abs($0.way) })
    let freedom = range.noise.freedom
    (mean, peak) = (
      Self.mean(passes.map(\.mean), freedom).adding(share: errors / way),
      Self.mean(passes.map(\.peak), freedom).adding(share: errors / way)
    )
    movements = passes.count
  }

  /// Whether the head halts on its way between two ends.
  private static func rests(between from: Plateau, _ to: Plateau, _ range: RangeOfMotion) -> Bool {
    let levels = [from.level, to.level].sorted()
    return range.plateaus.contains { plateau in
      plateau.first > from.last && plateau.last < to.first
        && plateau.level > levels[0] + range.tolerance && plateau.level < levels[1] - range.tolerance
    }
  }

  /// Whether the head turns back on its way, by more than it may go while it rests.
  private static func returns(_ from: Plateau, _ to: Plateau, _ range: RangeOfMotion, _ signal: MotionSignal) -> Bool {
    let upwards = to.level > from.level ? 1.0 : -1
    var farthest = -Double.infinity
    return (from.last...to.first).contains { frame in
      let way = upwards * signal.smooth[frame]
      guard way.isFinite else { return false }
      farthest = max(farthest, way)
      return farthest - way > 2 * range.tolerance
    }
  }

  /// The mean over the movements, each with its deviation by noise.
  private static func mean(_ single: [(value: Double, deviation: Double)], _ freedom: Double) -> Uncertain {
    let n = Double(single.count)
    let own = single.reduce(0) { $0 + $1.deviation * $1.deviation } / (n * n)
    return .mean(of: single.map(\.value), own: own, freedom: freedom)
  }
}

/// A movement from a plateau to another.
private struct Pass {
  /// How far it goes, in degrees, with its sign.
  let way: Double
  /// Its mean speed over the middle of the way and its greatest speed, in degrees a second, each with its deviation by noise.
  let mean, peak: (value: Double, deviation: Double)

  /// Nil where frames don't show the whole way: a rest may hide in a gap, and so may the greatest speed.
  init?(_ from: Plateau, _ to: Plateau, _ signal: MotionSignal, _ noise: PlateauNoise) {
    let frames = Array(from.last...to.first).filter { signal.smooth[$0].isFinite }
    way = to.level - from.level
    // The rise time of IEEE Std 181: where a plateau is cut does not matter to it.
    guard frames.count > 2,
      let late = Crossing(of: from.level + 0.9 * way, upwards: way > 0, frames, signal),
      let early = Crossing(
        of: from.level + 0.1 * way, upwards: way > 0, frames.filter { signal.times[$0] <= late.time }, signal,
        isLast: true), late.time > early.time,
      let chunk = signal.chunks.first(where: { $0.contains(early.frames.before) }), chunk.contains(late.frames.after)
    else { return nil }
    let seconds = late.time - early.time
    let value = 0.8 * abs(way) / seconds
    let ends = noise.variance(ofMeanOf: from.count) + noise.variance(ofMeanOf: to.count)
    let ofWay = ends / (way * way)
    let ofTime = (late.variance(noise) + early.variance(noise)) / (seconds * seconds)
    mean = (value, value * (ofWay + ofTime).squareRoot())
    let half = max(1, Int((Self.peakSeconds / 2 / signal.step).rounded()))
    // The frames of the way alone: a plateau has no speed.
    var greatest = 0.0
    for i in frames.indices where i >= half && i + half < frames.count {
      greatest = max(greatest, abs(LineFit(frames[(i - half)...(i + half)], signal.times, signal.smooth).slope))
    }
    guard greatest > 0 else { return nil }
    let n = Double(2 * half + 1)
    peak = (greatest, noise.deviation * (12 / (n * (n * n - 1))).squareRoot() / signal.step)
  }

  /// Over how long the greatest speed is taken, in seconds.
  private static let peakSeconds = 0.2
}

/// When the smoothed angle passes a level.
private struct Crossing {
  /// In seconds.
  let time: Double
  /// The frames before and after it.
  let frames: (before: Int, after: Int)
  /// How steep it is there, in degrees a second, and how long the two frames lie apart beyond the usual time, in seconds.
  private let slope, gap: Double

  /// The first crossing in some frames, or the last; nil where there is none.
  init?(of level: Double, upwards: Bool, _ frames: [Int], _ signal: MotionSignal, isLast: Bool = false) {
    let sign = upwards ? 1.0 : -1
    let pairs = zip(frames, frames.dropFirst())
    let passes = { (a: Int, b: Int) in
      sign * (signal.smooth[a] - level) < 0 && sign * (signal.smooth[b] - level) >= 0
    }
    guard let (a, b) = isLast ? pairs.reversed().first(where: passes) : pairs.first(where: passes) else { return nil }
    let (low, high) = (signal.smooth[a], signal.smooth[b])
    let between = signal.times[b] - signal.times[a]
    self.frames = (a, b)
    time = signal.times[a] + between * (level - low) / (high - low)
    slope = abs(high - low) / between
    gap = max(0, between - signal.step)
  }

  /// The variance of the time by noise and by frames that are missing, in squared seconds.
  func variance(_ noise: PlateauNoise) -> Double {
    let ofNoise = noise.deviation / slope
    return ofNoise * ofNoise + gap * gap / 12
  }
}

extension Uncertain {
  /// The value with a further deviation that is a share of it.
  fileprivate func adding(share: Double) -> Uncertain { adding(abs(value) * share) }
}
