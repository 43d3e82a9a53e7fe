/// Normal equations of a linear least-squares problem with weights in up to eight unknowns, without memory of their own.
public struct NormalEquations8: Sendable {
  private let unknowns: Int
  private var columns = InlineArray<8, SIMD8<Double>>(repeating: .zero)
  private var right = SIMD8<Double>.zero

  /// Empty equations in that many unknowns; the lanes of rows and solutions behind them stay zero.
  public init(unknowns: Int) { self.unknowns = unknowns }

  /// Adds weight · (row · x − value)².
  public mutating func add(_ row: SIMD8<Double>, value: Double, weight: Double) {
    let weighted = row * weight
    for k in 0..<unknowns { columns[k] += row * weighted[k] }
    right += weighted * value
  }

  /// Adds weight · x² of one unknown, which holds it near zero.
  public mutating func hold(_ unknown: Int, weight: Double) { columns[unknown][unknown] += weight }

  /// The solution and the factor of the normal matrix; nil where that is singular.
  public func solved() -> (solution: SIMD8<Double>, factor: CholeskyFactor8)? {
    CholeskyFactor8(columns, unknowns: unknowns).map { ($0.solution(right), $0) }
  }
}

/// The lower Cholesky factor L of a symmetric matrix of up to eight rows.
public struct CholeskyFactor8: Sendable {
  private let unknowns: Int
  private var columns: InlineArray<8, SIMD8<Double>>

  /// Nil where the matrix is singular.
  init?(_ matrix: InlineArray<8, SIMD8<Double>>, unknowns: Int) {
    (self.unknowns, columns) = (unknowns, matrix)
    for j in 0..<unknowns {
      guard columns[j][j] > 1e-14 * max(matrix[j][j], 1e-300) else { return nil }
      let diagonal = columns[j][j].squareRoot()
      let column = columns[j] / diagonal
      columns[j] = column
      columns[j][j] = diagonal
      for k in (j + 1)..<max(unknowns, j + 1) { columns[k] -= column * column[k] }
    }
  }

  /// Solves L Lᵀ x = b.
  public func solution(_ b: SIMD8<Double>) -> SIMD8<Double> {
    var x = b
    for i in 0..<unknowns {
      for k in 0..<i { x[i] -= columns[k][i] * x[k] }
      x[i] /= columns[i][i]
    }
    for i in (0..<unknowns).reversed() {
      for k in (i + 1)..<max(unknowns, i + 1) { x[i] -= columns[i][k] * x[k] }
      x[i] /= columns[i][i]
    }
    return x
  }

  /// row · (L Lᵀ)⁻¹ row: the variance of row · x for values of unit variance.
  public func variance(of row: SIMD8<Double>) -> Double { (row * solution(row)).sum() }
}
