internal import Platform

/// The limiting distribution of the largest deviation of a random walk that returns to 0 (Kolmogorov 1933).
enum Kolmogorov {
  /// The probability of a deviation above h: 2 Σ (−1)^(k−1) exp(−2 k² h²).
  static func probability(above h: Double) -> Double {
    guard h > 0.2 else { return 1 }  // 1 − 5e-13 at 0.2; the series converges slowly below
    var (sum, sign) = (0.0, 1.0)
    for k in 1...100 {
      let term = exp(-2 * Double(k * k) * h * h)
      sum += sign * term
      sign = -sign
      if term < 1e-17 { break }
    }
    return min(1, max(0, 2 * sum))
  }
}
