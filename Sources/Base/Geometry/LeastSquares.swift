/// Normal equations of a small linear least-squares problem with weights and a diagonal prior.
public struct LeastSquares: Sendable {
  /// The number of unknowns.
  public let unknowns: Int
  private var normal: [Double]
  private var right: [Double]

  /// Empty equations in that many unknowns.
  public init(unknowns: Int) {
    self.unknowns = unknowns
    normal = [Double](repeating: 0, count: unknowns * unknowns)
    right = [Double](repeating: 0, count: unknowns)
  }

  /// Equations whose sums were made elsewhere: the normal matrix row by row, of which the lower triangle counts, and the
  /// right side.
  public init(normal: [Double], right: [Double]) {
    precondition(normal.count == right.count * right.count)
    (unknowns, self.normal, self.right) = (right.count, normal, right)
  }

  /// Adds weight · (row · x − value)².
  public mutating func add(_ row: [Double], value: Double, weight: Double = 1) {
    for i in 0..<unknowns {
      let wi = weight * row[i]
      right[i] += wi * value
      for j in 0...i { normal[i * unknowns + j] += wi * row[j] }
    }
  }

  /// The solution and the inverse of the normal matrix, by Cholesky factors; nil where they are singular.
  public func solved() -> (solution: [Double], inverse: [[Double]])? {
    guard let l = factors() else { return nil }
    let columns = (0..<unknowns).map { unit in
      Self.substitute(l, (0..<unknowns).map { $0 == unit ? 1 : 0 })
    }
    return (Self.substitute(l, right), columns)
  }

  /// The normal matrix's lower Cholesky factor, row by row; nil where it is singular.
  private func factors() -> [Double]? {
    let n = unknowns
    var l = normal
    for j in 0..<n {
      for k in 0..<j { l[j * n + j] -= l[j * n + k] * l[j * n + k] }
      guard l[j * n + j] > 1e-14 * max(normal[j * n + j], 1e-300) else { return nil }
      l[j * n + j] = l[j * n + j].squareRoot()
      for i in (j + 1)..<max(n, j + 1) {
        for k in 0..<j { l[i * n + j] -= l[i * n + k] * l[j * n + k] }
        l[i * n + j] /= l[j * n + j]
      }
    }
    return l
  }

  /// Solves L Lᵀ x = b.
  private static func substitute(_ l: [Double], _ b: [Double]) -> [Double] {
    let n = b.count
    var x = b
    for i in 0..<n {
      for k in 0..<i { x[i] -= l[i * n + k] * x[k] }
      x[i] /= l[i * n + i]
    }
    for i in (0..<n).reversed() {
      for k in (i + 1)..<max(n, i + 1) { x[i] -= l[k * n + i] * x[k] }
      x[i] /= l[i * n + i]
    }
    return x
  }
}
