/// A coefficient of a model.
public struct Coefficient: Sendable, Equatable {
  /// The name of its column; "intercept" for the column of ones.
  public let name: String
  /// In the unit of the response over that of the column.
  public let value, standardError: Double
  /// The degrees of freedom of Student's t.
  public let freedom: Double
  /// The interval of Student's t.
  public let interval: ConfidenceInterval?
  /// The probability of a value at least as far from 0 where the true one is 0.
  public let probability: Double

  /// The name of the column of ones.
  public static let intercept = "intercept"

  init(_ name: String, _ value: Double, standardError: Double, freedom: Double, _ level: Level) {
    let distribution = StudentT(freedom: freedom)
    let reach = distribution.quantile(level.upperShare) * standardError
    (self.name, self.value, self.standardError, self.freedom) = (name, value, standardError, freedom)
    interval = ConfidenceInterval(value - reach, value + reach, level)
    probability = distribution.probability(beyond: value / standardError)
  }
}
