/// A response as a sum of columns, by ordinary least squares: y = b₀ + Σ bⱼ xⱼ + error.
public struct LinearModel: Sendable, Equatable {
  /// The intercept, then a coefficient for each column, in their order.
  public let coefficients: [Coefficient]
  /// The number of observations, and how many they are beyond the coefficients.
  public let count, freedom: Int
  /// The standard deviation of the residuals, in the unit of the response.
  public let residualDeviation: Double
  /// The share of the response's variance that the columns explain, and the same adjusted for their number.
  public let explained, adjustedExplained: Double

  /// - Parameters:
  ///   - response: y.
  ///   - columns: what it may depend on; the column of ones is added. A category is as many columns of 0 and 1 as it has
  ///     values beyond the first.
  public init(_ response: [Double], _ columns: [Column]) throws(StatisticsError) {
    try Checks.finite(response)
    for column in columns {
      try Checks.lengths(column.values.count, response.count)
      try Checks.finite(column.values)
    }
    count = response.count
    freedom = count - columns.count - 1
    try Checks.count(freedom, of: .freedom, atLeast: 1)
    let moments = Moments(response)
    guard moments.hasSpread else { throw .noSpread(.values) }
    let basis = try OrthogonalBasis(count: count, columns)
    // Without the mean, which the column of ones takes up, no digits are lost to a large offset.
    var rest = response.map { $0 - moments.mean }
    var values = basis.coefficients(basis.takeOut(of: &rest))
    values[0] += moments.mean
    let residual = OrthogonalBasis.dot(rest, rest)
    let size = response.reduce(0) { max($0, abs($1)) } * Double(count).squareRoot()
    guard Rounding.exceeds(residual.squareRoot(), size) else { throw .noSpread(.residuals) }
    let variance = residual / Double(freedom)
    residualDeviation = variance.squareRoot()
    explained = 1 - residual / moments.squares
    adjustedExplained = 1 - variance / moments.variance
    let inverse = basis.inverseTriangle
    let names = [Coefficient.intercept] + columns.map(\.name)
    let degrees = Double(freedom)
    coefficients = names.indices.map { j in
      let row = inverse.row(j)
      let error = (variance * OrthogonalBasis.dot(row, row)).squareRoot()
      return Coefficient(names[j], values[j], standardError: error, freedom: degrees)
    }
  }

  /// The coefficient of a column; nil where there is none of that name.
  public subscript(name: String) -> Coefficient? { coefficients.first { $0.name == name } }
}
