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
    var a = rows.flatMap { $0 }
    var v = (0..<n * n).map { $0 % (n + 1) == 0 ? 1.0 : 0.0 }
    for _ in 0..<50 {
      let off = (0..<n).reduce(0.0) { sum, i in (0..<i).reduce(sum) { $0 + a[i * n + $1] * a[i * n + $1] } }
      let diagonal = (0..<n).reduce(0.0) { $0 + a[$1 * (n + 1)] * a[$1 * (n + 1)] }
      if off <= 1e-32 * diagonal || off == 0 { break }
      for p in 0..<n {
        for q in (p + 1)..<n where a[p * n + q] != 0 { Self.rotate(&a, &v, n, p, q) }
      }
    }
    let values = (0..<n).map { a[$0 * (n + 1)] }
    let order = (0..<n).sorted { values[$0] < values[$1] }
    self.values = order.map { values[$0] }
    vectors = order.map { column in (0..<n).map { v[$0 * n + column] } }
  }

  /// One Jacobi rotation that clears element (p, q); both matrices stand row by row.
  private static func rotate(_ a: inout [Double], _ v: inout [Double], _ n: Int, _ p: Int, _ q: Int) {
    let tau = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q])
    let t = (tau >= 0 ? 1.0 : -1.0) / (abs(tau) + (1 + tau * tau).squareRoot())
    let c = 1 / (1 + t * t).squareRoot()
    let s = t * c
    for k in stride(from: 0, to: n * n, by: n) {
      (a[k + p], a[k + q]) = (c * a[k + p] - s * a[k + q], s * a[k + p] + c * a[k + q])
      (v[k + p], v[k + q]) = (c * v[k + p] - s * v[k + q], s * v[k + p] + c * v[k + q])
    }
    for k in 0..<n {
      let (first, second) = (a[p * n + k], a[q * n + k])
      (a[p * n + k], a[q * n + k]) = (c * first - s * second, s * first + c * second)
    }
  }
}
