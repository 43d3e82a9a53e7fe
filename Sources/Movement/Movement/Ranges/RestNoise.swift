internal import Geometry

/// The noise while the angle hardly moves: what is left over short windows when a straight line is taken out.
///
/// Second differences see only the noise that changes from frame to frame. Landmarks of a pose model wander more slowly
/// too, and many files were smoothed before. But a movement that never rests hardly moves either where it turns, and what a
/// line leaves of that is no noise: so what windows show counts up to a ceiling.
struct RestNoise: Sendable, Equatable {
  /// The deviation of single values and of smoothed ones, in degrees.
  let deviation, smoothDeviation: Double
  /// The deviation of single values as second differences show it, as if neighbours were not alike, in degrees.
  let changeDeviation: Double
  /// How alike neighbouring values are, 0 to 1.
  let correlation: Double

  /// The time over which a line is taken out, in seconds, and the speed up to which the angle hardly moves, in degrees a
  /// second.
  private static let (seconds, speed) = (0.6, 30.0)
  /// The share of what is left of a line that a bend explains, from which on the angle turns and does not rest.
  private static let bent = 0.5
  /// The fewest frames of a window.
  private static let least = 5
  /// How far windows of noise that changes from frame to frame scatter about what second differences show of it.
  private static let scatter = 1.25
  /// The most that neighbours may be alike.
  static let mostAlike = 0.9

  /// - Parameter ceiling: the largest deviation that windows may show beyond what second differences do, in degrees.
  init(_ signal: MotionSignal, atMost ceiling: Double) {
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
    changeDeviation = signal.noise
    let largest = { (own: Double, changing: Double) in
      max(changing, own.isFinite ? min(own, max(ceiling, Self.scatter * changing)) : 0)
    }
    deviation = largest(ownRaw, signal.noise)
    smoothDeviation = largest(ownSmooth, signal.smoothNoise)
    // Taking out a line makes the rest less alike than it was.
    let found = squares > 0 ? products / squares : 0
    correlation = min(Self.mostAlike, max(0, found + (2 + 4 * found) / Double(size)))
  }
}
