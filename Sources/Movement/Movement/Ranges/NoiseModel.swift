/// How much the values of a plateau vary, from all plateaus together.
struct NoiseModel: Sendable, Equatable {
  /// The deviation of single values within a plateau, in degrees.
  let deviation: Double
  /// How alike neighbouring values are: 0 for independent ones, towards 1 for those that a filter has smoothed before.
  let correlation: Double
  /// The degrees of freedom of the deviation.
  let freedom: Double

  /// The most that neighbours may be alike; beyond it a plateau says nothing of its noise.
  private static let mostAlike = 0.95

  /// What a line over a while at rest leaves seems less alike than noise is where it drifts, because only such windows count
  /// over which the angle hardly moves; measured on simulated movements.
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
    let inflation = r == 0 ? 1 : (1 + r) / (1 - r) - 2 * r * (1 - pow(r, count)) / (n * (1 - r) * (1 - r))
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
