internal import Platform

/// The lower triangle L with L Lᵀ = A.
struct Cholesky: Sendable {
  let lower: Matrix

  /// Nil where A is not positive definite.
  init?(_ a: Matrix) {
    var lower = Matrix(rows: a.rows, columns: a.rows)
    for j in 0..<a.rows {
      for i in j..<a.rows {
        var sum = a[i, j]
        for k in 0..<j { sum -= lower[i, k] * lower[j, k] }
        if i == j {
          guard sum > 0, sum.isFinite else { return nil }
          lower[i, i] = sum.squareRoot()
        } else {
          lower[i, j] = sum / lower[j, j]
        }
      }
    }
    self.lower = lower
  }

  /// The logarithm of A's determinant.
  var logDeterminant: Double {
    var product = 0.0
    for i in 0..<lower.rows { product += 2 * log(lower[i, i]) }
    return product
  }

  /// L⁻¹ b.
  func forward(_ b: [Double]) -> [Double] {
    var x = b
    for i in b.indices {
      for k in 0..<i { x[i] -= lower[i, k] * x[k] }
      x[i] /= lower[i, i]
    }
    return x
  }

  /// A⁻¹ b.
  func solve(_ b: [Double]) -> [Double] {
    var x = forward(b)
    for i in b.indices.reversed() {
      for k in (i + 1)..<max(i + 1, b.count) { x[i] -= lower[k, i] * x[k] }
      x[i] /= lower[i, i]
    }
    return x
  }

  /// A⁻¹.
  var inverse: Matrix {
    var result = Matrix(rows: lower.rows, columns: lower.rows)
    for j in 0..<lower.rows {
      let column = solve((0..<lower.rows).map { $0 == j ? 1 : 0 })
      for i in 0..<lower.rows { result[i, j] = column[i] }
    }
    return result
  }
}
