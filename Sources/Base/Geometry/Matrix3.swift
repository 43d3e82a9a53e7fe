/// A 3 × 3 matrix, stored as three columns.
public struct Matrix3: Equatable, Sendable {
  /// The columns.
  public var c0, c1, c2: Vector3

  /// A matrix from its columns.
  public init(columns c0: Vector3, _ c1: Vector3, _ c2: Vector3) {
    (self.c0, self.c1, self.c2) = (c0, c1, c2)
  }

  /// A matrix from its rows.
  public init(rows r0: Vector3, _ r1: Vector3, _ r2: Vector3) {
    self.init(columns: [r0.x, r1.x, r2.x], [r0.y, r1.y, r2.y], [r0.z, r1.z, r2.z])
  }

  /// The identity.
  public static let identity = Matrix3(columns: [1, 0, 0], [0, 1, 0], [0, 0, 1])
  /// The matrix of zeros.
  public static let zero = Matrix3(columns: .zero, .zero, .zero)

  /// The transpose; for a rotation, the inverse.
  public var transpose: Matrix3 { Matrix3(rows: c0, c1, c2) }
  /// The determinant.
  public var determinant: Double { c0.dot(c1.cross(c2)) }
  /// The sum of the diagonal.
  public var trace: Double { c0.x + c1.y + c2.z }
  /// The rows.
  public var rows: (Vector3, Vector3, Vector3) { (transpose.c0, transpose.c1, transpose.c2) }

  /// Whether the columns are orthonormal and right-handed, each scalar product within a tolerance.
  public func isRotation(within tolerance: Double) -> Bool {
    let products = [c0.dot(c0) - 1, c1.dot(c1) - 1, c2.dot(c2) - 1, c0.dot(c1), c1.dot(c2), c2.dot(c0)]
    return determinant > 0 && products.allSatisfy { abs($0) < tolerance }
  }

  /// The product of a matrix and a column.
  public static func * (m: Matrix3, v: Vector3) -> Vector3 { m.c0 * v.x + m.c1 * v.y + m.c2 * v.z }
  /// The product of two matrices.
  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(columns: a * b.c0, a * b.c1, a * b.c2) }
  /// The sum of two matrices.
  public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2)
  }
  /// A matrix times a number.
  public static func * (m: Matrix3, s: Double) -> Matrix3 { Matrix3(columns: m.c0 * s, m.c1 * s, m.c2 * s) }

  /// The outer product a bᵀ.
  public static func outer(_ a: Vector3, _ b: Vector3) -> Matrix3 { Matrix3(columns: a * b.x, a * b.y, a * b.z) }
}
