import Platform

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
    guard let factors = Cholesky(normal, rows: unknowns, leastPivot: Self.leastPivot) else { return nil }
    return (factors.solve(right), factors.inverse)
  }

  /// A matrix is singular where a pivot has lost all but this share of its diagonal element to rounding.
  private static let leastPivot = 1e-14
}

/// The lower triangle L with L Lᵀ = A of a symmetric matrix.
public struct Cholesky: Sendable {
  private let rows: Int
  private let lower: [Double]

  /// Factorises a matrix given row by row, of which the lower triangle counts; nil where it is not positive definite.
  ///
  /// - Parameter leastPivot: pivots must exceed this share of their diagonal elements.
  public init?(_ matrix: [Double], rows n: Int, leastPivot: Double = 0) {
    var l = matrix
    for j in 0..<n {
      for k in 0..<j { l[j * n + j] -= l[j * n + k] * l[j * n + k] }
      let pivot = l[j * n + j]
      guard pivot > leastPivot * max(matrix[j * n + j], 1e-300), pivot.isFinite else { return nil }
      l[j * n + j] = pivot.squareRoot()
      for i in (j + 1)..<n {
        for k in 0..<j { l[i * n + j] -= l[i * n + k] * l[j * n + k] }
        l[i * n + j] /= l[j * n + j]
      }
    }
    (rows, lower) = (n, l)
  }

  /// The logarithm of A's determinant.
  public var logDeterminant: Double {
    var product = 0.0
    for i in 0..<rows { product += 2 * log(lower[i * rows + i]) }
    return product
  }

  /// A⁻¹ b.
  public func solve(_ b: [Double]) -> [Double] {
    let (n, l) = (rows, lower)
    var x = b
    for i in 0..<n {
      for k in 0..<i { x[i] -= l[i * n + k] * x[k] }
      x[i] /= l[i * n + i]
    }
    for i in (0..<n).reversed() {
      for k in (i + 1)..<n { x[i] -= l[k * n + i] * x[k] }
      x[i] /= l[i * n + i]
    }
    return x
  }

  /// A⁻¹, column by column.
  public var inverse: [[Double]] {
    (0..<rows).map { unit in solve((0..<rows).map { $0 == unit ? 1 : 0 }) }
  }
}

/// Normal equations of a linear least-squares problem with weights in three unknowns, without memory of their own.
public struct NormalEquations3: Sendable {
  private var rows = (Vector3.zero, Vector3.zero, Vector3.zero)
  private var right = Vector3.zero

  /// Empty equations; `hold` is added to the diagonal and holds the unknowns near zero.
  public init(hold: Vector3 = .zero) {
    rows = (Vector3(hold.x, 0, 0), Vector3(0, hold.y, 0), Vector3(0, 0, hold.z))
  }

  /// Adds weight · (row · x − value)².
  public mutating func add(_ row: Vector3, value: Double, weight: Double) {
    rows.0 += row * (weight * row.x)
    rows.1 += row * (weight * row.y)
    rows.2 += row * (weight * row.z)
    right += row * (weight * value)
  }

  /// The solution, and the variance of its first unknown for values of unit variance, by Cramer's rule; nil where the
  /// equations are singular.
  public func solved() -> (solution: Vector3, firstVariance: Double)? {
    let cofactor = rows.1.cross(rows.2)
    let determinant = rows.0.dot(cofactor)
    guard abs(determinant) > 1e-9 else { return nil }
    let solution = Vector3(right.dot(cofactor), rows.0.dot(right.cross(rows.2)), rows.0.dot(rows.1.cross(right)))
    return (solution / determinant, cofactor.x / determinant)
  }

  /// The variances of the unknowns for values of unit variance; nil where the equations are singular.
  public var variances: Vector3? {
    let cofactors = Vector3(rows.1.cross(rows.2).x, rows.2.cross(rows.0).y, rows.0.cross(rows.1).z)
    let determinant = rows.0.dot(rows.1.cross(rows.2))
    return abs(determinant) > 1e-9 ? cofactors / determinant : nil
  }
}

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
      for k in (j + 1)..<unknowns { columns[k] -= column * column[k] }
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
      for k in (i + 1)..<unknowns { x[i] -= columns[i][k] * x[k] }
      x[i] /= columns[i][i]
    }
    return x
  }

  /// row · (L Lᵀ)⁻¹ row: the variance of row · x for values of unit variance.
  public func variance(of row: SIMD8<Double>) -> Double { (row * solution(row)).sum() }
}
