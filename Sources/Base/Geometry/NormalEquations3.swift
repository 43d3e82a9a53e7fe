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
