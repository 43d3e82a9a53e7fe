/// The lower triangle Λ of a covariance Σ = Λ Λᵀ of intercept and slope: a, b, c of (a 0; b c), or a alone.
struct CovarianceTriangle: Sendable {
  let values: [Double]

  init(_ values: [Double]) { self.values = values }

  var covariance: Symmetric2 {
    guard values.count == 3 else { return Symmetric2(a: values[0] * values[0]) }
    let (a, b, c) = (values[0], values[1], values[2])
    return Symmetric2(a: a * a, b: a * b, c: b * b + c * c)
  }

  /// The derivatives by a, b, c of what changes by tr(M dΣ): 2 M Λ.
  func gradient(_ m: Symmetric2) -> [Double] {
    guard values.count == 3 else { return [2 * m.a * values[0]] }
    let (a, b, c) = (values[0], values[1], values[2])
    return [2 * (m.a * a + m.b * b), 2 * (m.b * a + m.c * b), 2 * m.c * c]
  }
}
