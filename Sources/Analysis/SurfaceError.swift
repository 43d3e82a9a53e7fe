import Diagnostics

/// Why a mesh can't be measured at all.
public enum SurfaceError: Diagnosis, Equatable {
  /// There are no vertices.
  case empty
  /// There are no triangles: a cloud, not a surface.
  case noFaces
  /// A vertex has a coordinate that is NaN or infinite.
  case notFinite(vertex: Int)
  /// A triangle refers to a vertex that doesn't exist.
  case indexOutOfRange(triangle: Int)
  /// A landmark lies away from the surface; the distance is in metres.
  case landmarkOffSurface(Landmark, distance: Double)

  public var kind: DiagnosisKind { .badData }

  public var subject: String {
    if case .landmarkOffSurface(let landmark, _) = self { return "landmark \(landmark.rawValue)" }
    return "mesh"
  }

  public var problem: String {
    switch self {
    case .empty: "expected a surface, found no vertices"
    case .noFaces: "expected triangles, found a cloud of points without faces"
    case .notFinite(let vertex): "vertex \(vertex) has a coordinate that is not a finite number"
    case .indexOutOfRange(let triangle): "triangle \(triangle) refers to a vertex that does not exist"
    case .landmarkOffSurface(_, let distance):
      "expected within \(Words.millimetres(HeadSurface.landmarkReach)) of the surface, found "
        + "\(Words.number(distance * 1000, digits: 1)) mm away"
    }
  }

  public var remedy: String? {
    switch self {
    case .empty, .indexOutOfRange, .notFinite: "export the mesh again"
    case .noFaces: "export the scan as a triangle mesh"
    case .landmarkOffSurface: "check that mesh and landmarks share frame and unit"
    }
  }
}
