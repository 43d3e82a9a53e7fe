internal import Geometry

/// The frames in which a value rests without the noise that it has at other rests: a gap was filled with the last value, and the
/// file was smoothed before or, as Pose2Sim does, behind that. Smoothed noise does not go to and fro from frame to frame, so
/// that ``FrozenValues`` can't tell it.
///
/// What is smoothed and free of noise rings before and behind a movement, which is no noise. So only the middle of a longer rest
/// tells the noise.
struct SilentRests {
  /// True for the frames of such rests.
  let frames: [Bool]

  /// The part of a rest that tells its noise, in seconds; as much is still around it.
  private static let seconds = 0.5
  /// The fewest frames of it.
  private static let leastWindow = 8
  /// How fast a rest may go, in sizes a second.
  private static let speed = 0.5
  /// The share of what is left of a line that a bend explains, from which on it is a turn and no rest.
  private static let bent = 0.5
  /// How much more a rest may scatter than its middle.
  private static let uneven = 2.0
  /// The fewest reversals in the middle: a movement has one at most.
  private static let reversals = 2
  /// The fewest middles, which overlap, that tell the noise.
  private static let leastRests = 3
  /// The largest deviation of a rest, in sizes: 3° of a limb. Beyond it a limb is shaken.
  private static let loudest = 0.05
  /// How many last digits the noise has at least.
  private static let digits = 3.0
  /// The share of the noise within which a silent rest stays, and for how long, in seconds.
  private static let (share, silence) = (0.05, 0.3)
  /// Frames about a silent rest, for as long again, are part of it up to so far from it, in sizes: 2° of a limb, as a plateau
  /// goes.
  private static let reach = 0.035
  /// The fewest frames of a silent rest.
  private static let leastRun = 5

  /// - Parameters:
  ///   - values: a value over time, NaN where there is none.
  ///   - dimensions: how many of its components tell something.
  ///   - size: that of what it belongs to, in its unit.
  ///   - least: noise below this is none.
  ///   - step: the usual time between two frames, in seconds.
  init(_ values: [Vector3], dimensions: Int, size: Double, least: Double, step: Double) {
    var frames = [Bool](repeating: false, count: values.count)
    if let noise = Self.noise(values, dimensions, size, least, step) {
      let count = max(Self.leastRun, Int((Self.silence / step).rounded(.up)))
      for run in Self.runs(values, within: Self.share * noise) where run.count >= count {
        for frame in Self.mixed(run, values, reach: Self.reach * size, atMost: count) { frames[frame] = true }
      }
    }
    self.frames = frames
  }

  /// The frames of a silent rest with what smoothing has mixed with it; where it repeats its first value to the last digit, it
  /// was filled in behind the smoothing, and nothing is mixed.
  static func mixed(
    _ run: Range<Int>, _ values: [Vector3], reach: Double, atMost count: Int
  ) -> Range<Int> {
    let level = values[run.lowerBound]
    if values[run].allSatisfy({ $0 == level }) { return run.lowerBound + 1..<run.upperBound }
    let isNear = { (frame: Int) in (values[frame] - level).length <= reach }
    var (first, end) = (run.lowerBound, run.upperBound)
    while first > max(0, run.lowerBound - count), isNear(first - 1) { first -= 1 }
    while end < min(values.count, run.upperBound + count), isNear(end) { end += 1 }
    return first..<end
  }

  /// The deviation of the values at rests; nil where too few rests have any.
  private static func noise(
    _ values: [Vector3], _ dimensions: Int, _ size: Double, _ least: Double, _ step: Double
  ) -> Double? {
    let window = max(leastWindow, Int((seconds / step).rounded()))
    let margin = window / 2
    var found: [Double] = []
    for start in stride(from: margin, through: values.count - window - margin, by: max(1, window / 4)) {
      let (whole, middle) = (start - margin..<start + window + margin, start..<start + window)
      guard values[whole].allSatisfy({ $0.isFinite }) else { continue }
      let line = Line(values[whole], dimensions, step)
      guard line.speed <= speed * size, line.bend <= bent else { continue }
      let deviation = Line(values[middle], dimensions, step).deviation
      guard (least...loudest * size).contains(deviation), line.deviation <= uneven * deviation,
        turns(values[middle], dimensions) >= reversals
      else {
        continue
      }
      found.append(deviation)
    }
    // The quietest of them: what turns to and fro fast enough may look like a rest, and is louder.
    guard found.count >= leastRests, let quietest = found.min() else { return nil }
    return quietest >= digits * lastDigit(values, dimensions) ? quietest : nil
  }

  /// The least change of a component from frame to frame; infinite where none changes.
  static func lastDigit(_ values: [Vector3], _ dimensions: Int) -> Double {
    zip(values.dropFirst(), values).reduce(.infinity) { least, pair in
      let move = pair.0 - pair.1
      return move.isFinite ? (0..<dimensions).reduce(least) { move[$1] == 0 ? $0 : min($0, abs(move[$1])) } : least
    }
  }

  /// How often values reverse along the axis along which they do most often.
  static func turns(_ values: ArraySlice<Vector3>, _ dimensions: Int) -> Int {
    (0..<dimensions).map { axis in
      var (turns, before) = (0, 0.0)
      for i in values.indices.dropFirst() {
        let move = values[i][axis] - values[i - 1][axis]
        guard move != 0 else { continue }
        if move * before < 0 { turns += 1 }
        before = move
      }
      return turns
    }
    .max() ?? 0
  }

  /// The longest stretches, which don't overlap, that stay within a distance of their first value.
  static func runs(_ values: [Vector3], within distance: Double) -> [Range<Int>] {
    var (runs, first) = ([Range<Int>](), 0)
    for i in values.indices where !((values[i] - values[first]).length <= distance) {
      runs.append(first..<i)
      first = i
    }
    runs.append(first..<values.count)
    return runs
  }

  /// A straight line in space, by least squares: one along each axis, as if frames were evenly spaced.
  struct Line {
    /// How fast it goes, in units a second.
    let speed: Double
    /// The deviation from it, with n − 2, and the share of that which a parabola explains.
    let deviation, bend: Double

    init(_ values: ArraySlice<Vector3>, _ dimensions: Int, _ step: Double) {
      let n = Double(values.count)
      let first = values[values.startIndex]
      // The sums of t² and p² over the frames, where t counts from their middle and p is t² less its mean.
      let tt = n * (n * n - 1) / 12
      let pp = n * (n * n - 1) * (n * n - 4) / 180
      var (sum, square, slope, curve) = (Vector3.zero, Vector3.zero, Vector3.zero, Vector3.zero)
      var t = (1 - n) / 2
      for value in values {
        let d = value - first
        sum += d
        square += d * d
        slope += d * t
        curve += d * (t * t - tt / n)
        t += 1
      }
      let left = square - sum * sum / n - slope * slope / tt
      var (speeds, squares, bends) = (0.0, 0.0, 0.0)
      for axis in 0..<dimensions {
        speeds += slope[axis] * slope[axis] / (tt * tt)
        squares += max(0, left[axis])
        bends += pp > 0 ? min(curve[axis] * curve[axis] / pp, max(0, left[axis])) : 0
      }
      speed = speeds.squareRoot() / step
      deviation = (squares / (n - 2)).squareRoot()
      bend = squares > 0 ? bends / squares : 0
    }
  }
}
