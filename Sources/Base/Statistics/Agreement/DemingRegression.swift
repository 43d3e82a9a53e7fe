public import Geometry

/// The straight line between two methods that both err (Deming 1943; Linnet 1990, *Stat. Med.* 9:1463).
///
/// y = a + b x with the ratio λ of the error variances of y and x:
/// b = (S_yy − λ S_xx + √((S_yy − λ S_xx)² + 4 λ S_xy²)) / (2 S_xy).
public struct DemingRegression: Sendable, Equatable {
  /// The number of pairs.
  public let count: Int
  /// λ, the variance of errors of the second method over that of the first.
  public let varianceRatio: Double
  /// Slope and intercept (in the unit of the readings), each with the jackknife's standard error and Student's t with n − 2
  /// degrees of freedom (Linnet 1993, *Clin. Chem.* 39:424). The interval is nil where the line is lost without one of the
  /// pairs.
  public let slope, intercept: Estimate

  /// - Parameters:
  ///   - x: readings of the first method.
  ///   - y: readings of the second, in the same order.
  ///   - varianceRatio: λ; 1 for methods that err alike.
  public init(_ x: [Double], _ y: [Double], varianceRatio: Double = 1) throws(StatisticsError) {
    try Checks.positive(varianceRatio, .varianceRatio)
    try Checks.pairs(x, y, atLeast: 3)
    let moments = try PairMoments.ofSpread(x, y)
    guard let line = Line(moments.first.squares, moments.second.squares, moments.products, varianceRatio) else {
      throw .notComputed(.slope)
    }
    count = x.count
    self.varianceRatio = varianceRatio
    let middle = moments.second.mean - line.slope * moments.first.mean
    // Of the means without one pair, seen from those of all: the intercept at the first mean, then at 0.
    let n = Double(count)
    var slopes: [Double] = []
    var intercepts: [Double] = []
    for i in x.indices {
      let (dx, dy) = (x[i] - moments.first.mean, y[i] - moments.second.mean)
      let share = n / (n - 1)
      guard
        let other = Line(
          moments.first.squares - share * dx * dx, moments.second.squares - share * dy * dy,
          moments.products - share * dx * dy, varianceRatio)
      else { break }
      slopes.append(other.slope)
      let (meanX, meanY) = (moments.first.mean - dx / (n - 1), moments.second.mean - dy / (n - 1))
      intercepts.append(meanY - other.slope * meanX)
    }
    func estimate(_ value: Double, _ others: [Double]) -> Estimate {
      guard others.count == x.count else { return Estimate(value, ci95: nil) }
      // The standard error of the mean of the pseudo-values n b − (n − 1) bᵢ.
      let error = (Moments(others).squares * (n - 1) / n).squareRoot()
      let reach = StudentT(freedom: n - 2).quantile(Level.upperShare) * error
      return Estimate(value, ci95: ClosedRange(finite: value - reach, value + reach))
    }
    slope = estimate(line.slope, slopes)
    intercept = estimate(middle, intercepts)
  }

  private struct Line {
    let slope: Double

    /// Nil where the methods are not correlated.
    init?(_ xx: Double, _ yy: Double, _ xy: Double, _ ratio: Double) {
      guard xx > 0, yy > 0, Rounding.exceeds(xy, (xx * yy).squareRoot()) else { return nil }
      let difference = yy - ratio * xx
      let root = (difference * difference + 4 * ratio * xy * xy).squareRoot()
      // Both forms give one root of the quadratic; the one is taken that does not subtract nearly equal numbers.
      slope = difference >= 0 ? (difference + root) / (2 * xy) : 2 * ratio * xy / (root - difference)
    }
  }
}
