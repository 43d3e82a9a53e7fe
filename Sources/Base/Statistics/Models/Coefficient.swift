public import Geometry

/// A coefficient of a model.
public struct Coefficient: Sendable, Equatable {
  /// The name of its column; "intercept" for the column of ones.
  public let name: String
  /// The value with the interval of Student's t, in the unit of the response over that of the column.
  public let estimate: Estimate
  /// Its standard error, in the same unit.
  public let standardError: Double
  /// The degrees of freedom of Student's t.
  public let freedom: Double
  /// The probability of a value at least as far from 0 where the true one is 0.
  public let probability: Double

  /// The name of the column of ones.
  public static let intercept = "intercept"

  /// The value alone.
  public var value: Double { estimate.value }

  init(_ name: String, _ value: Double, standardError: Double, freedom: Double) {
    let distribution = StudentT(freedom: freedom)
    let reach = distribution.quantile(Level.upperShare) * standardError
    (self.name, self.standardError, self.freedom) = (name, standardError, freedom)
    estimate = Estimate(value, ci95: ClosedRange(finite: value - reach, value + reach))
    probability = distribution.probability(beyond: value / standardError)
  }
}
