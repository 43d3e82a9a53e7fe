/// Sums of squares and products of pairs about their means.
struct PairMoments: Sendable {
  let first, second: Moments
  let products: Double

  init(_ x: [Double], _ y: [Double]) {
    (first, second) = (Moments(x), Moments(y))
    var sum = 0.0
    for i in x.indices { sum += (x[i] - first.mean) * (y[i] - second.mean) }
    products = sum
  }

  /// The moments of readings that both vary.
  ///
  /// - Throws: ``StatisticsError/noSpread(_:)`` for the first that do not.
  static func ofSpread(_ x: [Double], _ y: [Double]) throws(StatisticsError) -> PairMoments {
    let moments = PairMoments(x, y)
    guard moments.first.hasSpread else { throw .noSpread(.first) }
    guard moments.second.hasSpread else { throw .noSpread(.second) }
    return moments
  }

  /// Pearson's correlation, where both vary.
  var correlation: Double { min(1, max(-1, products / (first.squares * second.squares).squareRoot())) }
}
