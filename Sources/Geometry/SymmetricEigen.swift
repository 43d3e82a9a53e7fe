/// Eigenvalues, ascending, and unit eigenvectors of a symmetric matrix, by cyclic Jacobi rotations
/// (Golub & Van Loan, Matrix Computations, 8.5).
public struct SymmetricEigen: Sendable {
  /// The eigenvalues, ascending.
  public let values: [Double]
  /// The unit eigenvectors, in the order of the values.
  public let vectors: [[Double]]

  /// Decomposes a symmetric matrix given by its rows.
  public init(_ rows: [[Double]]) {
    let n = rows.count
    var a = rows
    var v = (0..<n).map { i in (0..<n).map { $0 == i ? 1.0 : 0.0 } }
    for _ in 0..<50 {
      let off = (0..<n).reduce(0.0) { sum, i in (0..<i).reduce(sum) { $0 + a[i][$1] * a[i][$1] } }
      let diagonal = (0..<n).reduce(0.0) { $0 + a[$1][$1] * a[$1][$1] }
      if off <= 1e-32 * diagonal || off == 0 { break }
      for p in 0..<n {
        for q in (p + 1)..<max(n, p + 1) where a[p][q] != 0 {
          Self.rotate(&a, &v, p, q)
        }
      }
    }
    let order = (0..<n).sorted { a[$0][$0] < a[$1][$1] }
    values = order.map { a[$0][$0] }
    vectors = order.map { column in (0..<n).map { v[$0][column] } }
  }

  /// One Jacobi rotation that clears element (p, q).
  private static func rotate(_ a: inout [[Double]], _ v: inout [[Double]], _ p: Int, _ q: Int) {
    let n = a.count
    let tau = (a[q][q] - a[p][p]) / (2 * a[p][q])
    let t = (tau >= 0 ? 1.0 : -1.0) / (abs(tau) + (1 + tau * tau).squareRoot())
    let c = 1 / (1 + t * t).squareRoot()
    let s = t * c
    for k in 0..<n {
      (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q])
    }
    for k in 0..<n {
      (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k])
      (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q])
    }
  }
}
