public import Geometry

/// The straight line between two methods, without an assumption on the errors' distribution and hardly moved by outliers
/// (Passing & Bablok 1983, *J. Clin. Chem. Clin. Biochem.* 21:709).
///
/// The slope is the median of the slopes between every two points, shifted by as many places as slopes lie below −1; slopes of
/// −1 and points on one place are left out. The methods have to rise together. Time and memory grow with the square of the
/// number of pairs.
public struct PassingBablok: Sendable, Equatable {
  /// The most pairs that are taken: their two million slopes fill 16 MB.
  public static let most = 2_000

  /// The number of pairs.
  public let count: Int
  /// Slope and intercept (the median of y − b x). The interval of the slope is that of Kendall's τ; the intercept's follows from
  /// its ends. Nil where too few slopes lie on a side of the median, or an end is upright.
  public let slope, intercept: Estimate
  /// Whether the points scatter about the line alike along its length.
  public let linearity: Linearity

  /// The largest cusum of the residuals' signs along the line.
  public struct Linearity: Sendable, Equatable {
    /// The largest cusum over √(L + 1), L being the number of points below the line.
    public let statistic: Double
    /// The probability of at least that from a straight relation, by Kolmogorov's limiting distribution.
    public let probability: Double
  }

  /// - Parameters:
  ///   - x: readings of the first method.
  ///   - y: readings of the second, in the same order and unit.
  public init(_ x: [Double], _ y: [Double]) throws(StatisticsError) {
    try Checks.pairs(x, y, atLeast: 3)
    guard x.count <= Self.most else { throw .tooMany(.pairs, found: x.count, most: Self.most) }
    let moments = try PairMoments.ofSpread(x, y)
    let (slopes, steep) = Self.slopes(x, y)
    let total = slopes.count
    /// The slope in a place that counts from 1.
    func slope(at place: Int) -> Double? { slopes.indices.contains(place - 1) ? slopes[place - 1] : nil }
    let middle = [(total + 1) / 2 + steep, total / 2 + 1 + steep].compactMap { slope(at: $0) }
    guard total > 0, middle.count == 2, middle.allSatisfy(\.isFinite), middle[0] + middle[1] > 0 else {
      throw .notComputed(.slope)
    }
    let b = (middle[0] + middle[1]) / 2
    // Residuals are taken from the means, so that a large offset costs no digits; the median of y − b x follows.
    let (dx, dy) = (x.map { $0 - moments.first.mean }, y.map { $0 - moments.second.mean })
    func intercept(_ slope: Double) -> Double { Self.median(zip(dx, dy).map { $1 - slope * $0 }) }
    func atZero(_ slope: Double) -> Double {
      intercept(slope) + moments.second.mean - slope * moments.first.mean
    }
    let n = Double(x.count)
    let reach = Level.z * (n * (n - 1) * (2 * n + 5) / 18).squareRoot()
    let first = ((Double(total) - reach) / 2).rounded()
    var (ofSlope, ofIntercept): (ClosedRange<Double>?, ClosedRange<Double>?) = (nil, nil)
    if first >= 1, let low = slope(at: Int(first) + steep), let high = slope(at: total - Int(first) + 1 + steep) {
      ofSlope = ClosedRange(finite: low, high)
      let ends = [atZero(low), atZero(high)].sorted()
      ofIntercept = ofSlope == nil ? nil : ClosedRange(finite: ends[0], ends[1])
    }
    count = x.count
    self.slope = Estimate(b, ci95: ofSlope)
    self.intercept = Estimate(atZero(b), ci95: ofIntercept)
    linearity = Self.linearity(dx, dy, slope: b, intercept: intercept(b), size: Self.size(x, y, b))
  }

  /// The slopes between every two points in order, and how many lie below −1.
  private static func slopes(_ x: [Double], _ y: [Double]) -> (sorted: [Double], steep: Int) {
    var slopes: [Double] = []
    slopes.reserveCapacity(x.count * (x.count - 1) / 2)
    for i in x.indices {
      for j in 0..<i {
        let (dx, dy) = (difference(x[i], x[j]), difference(y[i], y[j]))
        let size = max(abs(x[i]), abs(x[j]), abs(y[i]), abs(y[j]))
        if dx == 0 {
          // Upright; up and down are the same, since one below −1 shifts the median by the place that it takes.
          if dy != 0 { slopes.append(.infinity) }
        } else if Rounding.exceeds(dx + dy, size) {
          slopes.append(dy / dx)
        }
      }
    }
    slopes.sort()
    return (slopes, slopes.prefix { $0 < -1 }.count)
  }

  /// A difference that is 0 where it is but the rounding of its terms.
  private static func difference(_ a: Double, _ b: Double) -> Double {
    Rounding.exceeds(a - b, max(abs(a), abs(b))) ? a - b : 0
  }

  private static func size(_ x: [Double], _ y: [Double], _ slope: Double) -> Double {
    zip(x, y).reduce(0) { max($0, abs(slope * $1.0), abs($1.1)) }
  }

  private static func linearity(
    _ x: [Double], _ y: [Double], slope: Double, intercept: Double, size: Double
  ) -> Linearity {
    let residuals = zip(x, y).map { $1 - slope * $0 - intercept }.map { Rounding.exceeds($0, size) ? $0 : 0 }
    let (above, below) = (residuals.count { $0 > 0 }, residuals.count { $0 < 0 })
    guard above > 0, below > 0 else { return Linearity(statistic: 0, probability: 1) }
    let up = (Double(below) / Double(above)).squareRoot()
    let scores = residuals.map { $0 > 0 ? up : $0 < 0 ? -1 / up : 0 }
    // Along the line; points on one place count together, so that their order is none.
    let places = zip(x, y).map { $0 + slope * $1 }
    let order = places.indices.sorted { places[$0] < places[$1] }
    var (sum, largest) = (0.0, 0.0)
    for (rank, index) in order.enumerated() {
      sum += scores[index]
      let isLast = rank + 1 == order.count
      if isLast || Rounding.exceeds(places[order[rank + 1]] - places[index], size) { largest = max(largest, abs(sum)) }
    }
    let statistic = largest / Double(below + 1).squareRoot()
    return Linearity(statistic: statistic, probability: Kolmogorov.probability(above: statistic))
  }

  private static func median(_ values: [Double]) -> Double { Summary.quantile(0.5, ofSorted: values.sorted()) }
}
