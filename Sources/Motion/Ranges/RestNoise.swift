internal import Geometry

/// The noise while the angle hardly moves: what is left over short windows when a straight line is taken out.
///
/// Second differences see only the noise that changes from frame to frame. Landmarks of a pose model wander more slowly
/// too, and many files were smoothed before.
struct RestNoise: Sendable, Equatable {
  /// The deviation of single values and of smoothed ones, in degrees.
  let deviation, smoothDeviation: Double
  /// How alike neighbouring values are, 0 to 1.
  let correlation: Double

  /// The time over which a line is taken out, in seconds, and the speed up to which the angle hardly moves, in degrees a
  /// second.
  private static let (seconds, speed) = (0.6, 30.0)
  /// The share of what is left of a line that a bend explains, from which on the angle turns and does not rest.
  private static let bent = 0.5
  /// The fewest frames of a window.
  private static let least = 5
  /// The most that neighbours may be alike.
  private static let mostAlike = 0.9

  init(_ signal: MotionSignal) {
    let size = max(Self.least, Int((Self.seconds / signal.step).rounded()))
    var (raw, smooth, products, squares) = ([Double](), [Double](), 0.0, 0.0)
    for chunk in signal.chunks where chunk.count >= size {
      for start in stride(from: 0, through: chunk.count - size, by: max(1, size / 3)) {
        let frames = chunk[start..<(start + size)]
        let line = LineFit(frames, signal.times, signal.smooth)
        guard abs(line.slope) <= Self.speed, line.bend(frames, signal.times, signal.smooth) <= Self.bent else {
          continue
        }
        smooth.append(line.deviation)
        let fit = LineFit(frames, signal.times, signal.values)
        raw.append(fit.deviation)
        let rest = frames.map { fit.residual($0, signal.times, signal.values) }
        for (a, b) in zip(rest, rest.dropFirst()) { products += a * b }
        squares += rest.reduce(0) { $0 + $1 * $1 }
      }
    }
    let (ownRaw, ownSmooth) = (RobustStatistics.median(raw), RobustStatistics.median(smooth))
    deviation = max(signal.noise, ownRaw.isFinite ? ownRaw : 0)
    smoothDeviation = max(signal.smoothNoise, ownSmooth.isFinite ? ownSmooth : 0)
    // Taking out a line makes the rest less alike than it was.
    let found = squares > 0 ? products / squares : 0
    correlation = min(Self.mostAlike, max(0, found + (2 + 4 * found) / Double(size)))
  }
}

/// A straight line through values over time, by least squares.
struct LineFit {
  /// Degrees a second.
  let slope: Double
  /// The deviation from the line, with n − 2.
  let deviation: Double
  private let time, value: Double

  init(_ frames: ArraySlice<Int>, _ times: [Double], _ values: [Double]) {
    let n = Double(frames.count)
    let (time, value) = (frames.reduce(0) { $0 + times[$1] } / n, frames.reduce(0) { $0 + values[$1] } / n)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for frame in frames {
      let (x, y) = (times[frame] - time, values[frame] - value)
      (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
    }
    slope = xx > 0 ? xy / xx : 0
    deviation = n > 2 && xx > 0 ? (max(0, yy - xy * xy / xx) / (n - 2)).squareRoot() : 0
    (self.time, self.value) = (time, value)
  }

  /// The share of the squares left by the line that a parabola would take up, for frames that are about even.
  func bend(_ frames: ArraySlice<Int>, _ times: [Double], _ values: [Double]) -> Double {
    let n = Double(frames.count)
    let mean = frames.reduce(0) { $0 + (times[$1] - time) * (times[$1] - time) } / n
    var (pp, pr, rr) = (0.0, 0.0, 0.0)
    for frame in frames {
      let (t, r) = (times[frame] - time, residual(frame, times, values))
      let p = t * t - mean
      (pp, pr, rr) = (pp + p * p, pr + p * r, rr + r * r)
    }
    return pp > 0 && rr > 0 ? pr * pr / (pp * rr) : 0
  }

  /// What a frame's value is above the line.
  func residual(_ frame: Int, _ times: [Double], _ values: [Double]) -> Double {
    values[frame] - value - slope * (times[frame] - time)
  }
}
