/// Number, mean and squared deviations of some values.
struct Moments: Sendable {
  let count: Int
  let mean: Double
  /// The sum of the squared deviations from the mean.
  let squares: Double
  /// The largest magnitude among the values, against which their spread is judged.
  private let size: Double

  /// The moments of finite values, in two passes from the first of them, so that a large offset costs no digits.
  /// - Parameter size: the magnitude of what the values were computed from, where it is larger than their own.
  init(_ values: [Double], size: Double = 0) {
    let origin = values.first ?? 0
    let n = Double(values.count)
    let offset = values.isEmpty ? 0 : values.reduce(0) { $0 + ($1 - origin) } / n
    let mean = origin + offset
    let rest = values.reduce(0) { $0 + ($1 - mean) }  // what rounding left of the mean
    count = values.count
    self.mean = values.isEmpty ? 0 : mean + rest / n
    squares = max(0, values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } - (values.isEmpty ? 0 : rest * rest / n))
    self.size = values.reduce(size) { max($0, abs($1)) }
  }

  /// With n − 1.
  var variance: Double { squares / Double(count - 1) }
  var standardDeviation: Double { variance.squareRoot() }
  var standardError: Double { (variance / Double(count)).squareRoot() }

  /// Whether the values differ by more than the rounding of numbers of their size.
  var hasSpread: Bool {
    squares.squareRoot() > Checks.smallestSpread
      && Rounding.exceeds(squares.squareRoot(), size * Double(count).squareRoot())
  }
}
