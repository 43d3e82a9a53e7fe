internal import Statistics

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

  init(_ plateaus: [Plateau], _ values: [Double]) {
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
    correlation = min(Self.mostAlike, max(0, found + (1 + 3 * found) / mean))
    let inflation = (1 + correlation) / (1 - correlation)
    freedom = max(1, Double(frames) / inflation - Double(plateaus.count))
    deviation = (squares / Double(frames - plateaus.count)).squareRoot()
  }

  /// The variance of the mean of so many values, in squared degrees.
  func variance(ofMeanOf count: Int) -> Double {
    let n = Double(count)
    // The mean of a first-order autoregressive series.
    let r = correlation
    let inflation = r == 0 ? 1 : (1 + r) / (1 - r) - 2 * r * (1 - pow(r, count)) / (n * (1 - r) * (1 - r))
    return deviation * deviation * max(1, inflation) / n
  }

  private func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<min(exponent, 10_000)).reduce(1) { value, _ in value * base }
  }
}

/// A value in degrees with how sure it is.
struct Uncertain: Sendable, Equatable {
  /// The value.
  var value: Double
  /// The variance of its mean, in squared degrees, and the degrees of freedom of that.
  var variance, freedom: Double

  /// The interval of 95 %.
  var interval: (low: Double, high: Double) {
    let reach = variance > 0 ? StudentT(freedom: freedom).quantile(0.975) * variance.squareRoot() : 0
    return (value - reach, value + reach)
  }

  /// The difference of two values that are independent of each other (Welch 1947, Satterthwaite 1946).
  func minus(_ other: Uncertain) -> Uncertain {
    let sum = variance + other.variance
    let shares = variance * variance / freedom + other.variance * other.variance / other.freedom
    return Uncertain(value: value - other.value, variance: sum, freedom: shares > 0 ? sum * sum / shares : 1e6)
  }

  /// The value with a further deviation that is known, such as that of a pose model.
  func adding(deviation: Double) -> Uncertain {
    let sum = variance + deviation * deviation
    let known = 1e6
    let shares = variance * variance / freedom + deviation * deviation * deviation * deviation / known
    return Uncertain(value: value, variance: sum, freedom: shares > 0 ? sum * sum / shares : known)
  }
}
