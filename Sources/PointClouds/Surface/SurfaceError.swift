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

  public var kind: UserFacingErrorKind { .badData }

  public var subject: String { "mesh" }

  public var problem: String {
    switch self {
    case .empty: "expected a surface, found no vertices"
    case .noFaces: "expected triangles, found a cloud of points without faces"
    case .notFinite(let vertex): "vertex \(vertex) has a coordinate that is not a finite number"
    case .indexOutOfRange(let triangle): "triangle \(triangle) refers to a vertex that does not exist"
    case .shattered(let parts): "expected one surface, found \(parts) parts of like size that share no vertices"
    case .damaged(let count, let vertices):
      "expected a surface, found \(count) damaged places among \(vertices) vertices: vertices off the surface and triangles "
        + "with a wrong corner"
    }
  }

  public var remedy: String? {
    switch self {
    case .empty, .indexOutOfRange, .notFinite, .damaged: "export or copy the mesh again"
    case .shattered: "export the mesh with merged vertices, the head alone"
    case .noFaces: "export the scan as a triangle mesh"
    }
  }
}
