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

  /// Pearson's correlation, where both vary.
  var correlation: Double { min(1, max(-1, products / (first.squares * second.squares).squareRoot())) }
}
