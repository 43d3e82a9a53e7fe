import Diagnostics

/// Why a mesh can't be measured at all.
public enum SurfaceError: UserFacingError, Equatable {
  /// There are no vertices.
  case empty
  /// There are no triangles: a cloud, not a surface.
  case noFaces
  /// A vertex has a coordinate that is NaN or infinite.
  case notFinite(vertex: Int)
  /// A triangle refers to a vertex that doesn't exist.
  case indexOutOfRange(triangle: Int)
  /// The surface falls into so many parts of like size that none is a head.
  case shattered(parts: Int)
  /// So many vertices and triangles are damaged, of so many vertices, that what is left can't be trusted.
  case damaged(Int, of: Int)

  public var message: ErrorMessage {
    let mesh = FindingValue.phrase("mesh")
    return switch self {
    case .empty: ErrorMessage(.meshEmpty, at: mesh)
    case .noFaces: ErrorMessage(.meshNoFaces, at: mesh)
    case .notFinite(let vertex): ErrorMessage(.meshNotFinite, at: mesh, ["vertex": .count(vertex)])
    case .indexOutOfRange(let triangle): ErrorMessage(.meshIndexOutOfRange, at: mesh, ["triangle": .count(triangle)])
    case .shattered(let parts): ErrorMessage(.meshShattered, at: mesh, ["parts": .count(parts)])
    case .damaged(let count, let vertices):
      ErrorMessage(.meshDamaged, at: mesh, ["count": .count(count), "vertices": .count(vertices)])
    }
  }
}
