internal import Geometry

/// How much the values of a plateau vary, from all plateaus together.
struct PlateauNoise: Sendable, Equatable {
  /// The deviation of single values within a plateau, in degrees.
  let deviation: Double
  /// How alike neighbouring values are: 0 for independent ones, towards 1 for those that a filter has smoothed before.
  let correlation: Double
  /// The degrees of freedom of the deviation.
  let freedom: Double

  /// The most that neighbours may be alike; beyond it a plateau says nothing of its noise.
  private static let mostAlike = 0.95

  /// The factor on the correlation at rest, which comes out too small where noise drifts, because only windows count in which
  /// the angle hardly moves; measured on simulated movements.
  private static let restFactor = 1.1

  /// From which correlation on noise wanders through whole plateaus: it is warned of by then (`most_alike`).
  private static let slow = 0.65

  /// - Parameters:
  ///   - values: the values of every frame, in degrees.
  ///   - rest: the noise wherever the values hardly move, of more frames than plateaus have; by default plateaus alone tell.
  init(_ plateaus: [Plateau], _ values: [Double], rest: RestNoise? = nil) {
    let frames = plateaus.reduce(0) { $0 + $1.count }
    let squares = plateaus.reduce(0) { $0 + $1.squares }
    guard !plateaus.isEmpty, frames > plateaus.count else {
      (deviation, correlation, freedom) = (0, 0, 1)
      return
    }
    var products = 0.0
    for plateau in plateaus {
      for (a, b) in zip(plateau.frames, plateau.frames.dropFirst()) {
        products += (values[a] - plateau.level) * (values[b] - plateau.level)
      }
    }
    let mean = Double(frames) / Double(plateaus.count)
    let found = squares > 0 ? products / squares : 0
    // Deviations from a mean of few values seem less alike than they are (Marriott & Pope 1954).
    let withinPlateaus = max(0, found + (1 + 3 * found) / mean)
    let atRest = min(RestNoise.mostAlike, Self.restFactor * (rest?.correlation ?? 0))
    correlation = min(Self.mostAlike, max(withinPlateaus, atRest))
    let inflation = (1 + correlation) / (1 - correlation)
    freedom = max(1, Double(frames) / inflation - Double(plateaus.count))
    // A mean takes up more than one degree of freedom where neighbours are alike.
    let taken = min(inflation * Double(plateaus.count), 0.75 * Double(frames))
    let withinMeans = (squares / (Double(frames) - taken)).squareRoot()
    guard let rest, correlation > Self.slow else {
      deviation = withinMeans
      return
    }
    // A mean takes out what wanders slowly. Second differences of a first-order autoregressive series of the variance 1 have
    // the variance 6 − 8 r + 2 r².
    let r = correlation
    deviation = max(withinMeans, rest.changeDeviation / (1 - (4 * r - r * r) / 3).squareRoot())
  }

  /// The variance of the mean of so many values, in squared degrees.
  func variance(ofMeanOf count: Int) -> Double {
    let n = Double(count)
    // The mean of a first-order autoregressive series.
    let r = correlation
    let inflation = (1 + r) / (1 - r) - 2 * r * (1 - pow(r, count)) / (n * (1 - r) * (1 - r))
    return deviation * deviation * max(1, inflation) / n
  }

  /// How far the mean of so many values may be off for what their borders took in of the movement, in degrees: an end of a
  /// third of them that differs by less than 2.5 deviations is not told from the rest.
  func border(ofMeanOf count: Int) -> Double {
    let alike = ((1 + correlation) / (1 - correlation)).squareRoot()
    return Self.borderFrames * deviation * alike / Double(count)
  }

  /// What borders take in, in frames whose value is off by one deviation; measured on simulated movements.
  private static let borderFrames = 4.0

  private func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<min(exponent, 10_000)).reduce(1) { value, _ in value * base }
  }
}

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
