import Platform

/// The chi-square distribution, for intervals of variances; degrees of freedom need not be whole.
struct ChiSquare {
  /// Above 0.
  let freedom: Double

  /// The probability of a value up to x: the regularised incomplete gamma function P(ν/2, x/2).
  ///
  /// By its series below x = ν/2 + 1 and by its continued fraction above (Abramowitz & Stegun 6.5.29, 6.5.31; Lentz's
  /// method).
  func probability(upTo x: Double) -> Double {
    guard x > 0 else { return 0 }
    let (a, x) = (freedom / 2, x / 2)
    let scale = exp(a * log(x) - x - logGamma(a))
    return x < a + 1 ? scale * Self.series(a, x) : 1 - scale * Self.fraction(a, x)
  }

  /// The value below which a share of the distribution lies, by bisection.
  func quantile(_ share: Double) -> Double {
    var (low, high) = (0.0, freedom + 10)
    while probability(upTo: high) < share { high *= 2 }
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return middle }
      if probability(upTo: middle) < share { low = middle } else { high = middle }
    }
  }

  private static func series(_ a: Double, _ x: Double) -> Double {
    var (sum, term, n) = (1 / a, 1 / a, a)
    while abs(term) > 1e-17 * sum {
      n += 1
      term *= x / n
      sum += term
    }
    return sum
  }

  private static func fraction(_ a: Double, _ x: Double) -> Double {
    let tiny = 1e-300
    var b = x + 1 - a
    var (c, d) = (1 / tiny, 1 / b)
    var result = d
    for i in 1...10_000 {
      let k = -Double(i) * (Double(i) - a)
      b += 2
      d = 1 / Self.apart(k * d + b, tiny)
      c = Self.apart(b + k / c, tiny)
      result *= d * c
      if abs(d * c - 1) < 1e-16 { break }
    }
    return result
  }

  /// A number that may be divided by.
  private static func apart(_ value: Double, _ tiny: Double) -> Double { abs(value) < tiny ? tiny : value }

  private func logGamma(_ x: Double) -> Double {
    var sign: Int32 = 0
    return lgamma_r(x, &sign)
  }
}
