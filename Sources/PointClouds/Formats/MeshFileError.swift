import Diagnostics

/// Why a mesh file can't be read or written.
public enum MeshFileError: UserFacingError, Equatable {
  /// The file is missing or unreadable.
  case unreadable(file: String, reason: String)
  /// The file is larger than any mesh of a head; it was not read.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The name's ending and the first bytes fit no known format.
  case unknownFormat(file: String)
  /// Something other than what the format demands stands at a place (line, element) of the file.
  case malformed(file: String, place: String, expected: String, found: String)
  /// The file ends before what its header announces.
  case truncated(file: String, expected: String, found: String)
  /// A vertex has a coordinate that is NaN or infinite.
  case notFinite(file: String, vertex: Int)
  /// A face names a vertex that does not exist.
  case indexOutOfRange(file: String, face: Int, index: Int, vertices: Int)
  /// The file holds no vertices.
  case noVertices(file: String)
  /// The file holds vertices but no faces, where a surface was asked for.
  case noFaces(file: String)
  /// The file can't be written.
  case cannotWrite(file: String, reason: String)

  /// The class of failure.
  public var kind: UserFacingErrorKind {
    switch self {
    case .unreadable: .inputMissing
    case .cannotWrite: .cannotWrite
    default: .badData
    }
  }

  /// The file and the place in it.
  public var subject: String {
    switch self {
    case .malformed(let file, let place, _, _): "\(file), \(place)"
    case .notFinite(let file, let vertex): "\(file), vertex \(vertex)"
    case .indexOutOfRange(let file, let face, _, _): "\(file), face \(face)"
    case .unreadable(let file, _), .tooLarge(let file, _, _), .unknownFormat(let file), .truncated(let file, _, _),
      .noVertices(let file),
      .noFaces(let file), .cannotWrite(let file, _):
      file
    }
  }

  /// What was expected and what was found.
  public var problem: String {
    switch self {
    case .unreadable(_, let reason): "can't be read: \(reason)"
    case .tooLarge(_, let bytes, let limit):
      "expected at most \(limit >> 20) MiB, found \((bytes - 1) >> 20 + 1) MiB"
    case .unknownFormat: "expected a PLY, STL or OBJ mesh, found neither the ending nor the first bytes of one"
    case .malformed(_, _, let expected, let found): "expected \(expected), found \(found)"
    case .truncated(_, let expected, let found): "is cut short: expected \(expected), found \(found)"
    case .notFinite: "expected finite coordinates, found NaN or infinity"
    case .indexOutOfRange(_, _, let index, let vertices): "expected vertices 0 to \(vertices - 1), found \(index)"
    case .noVertices: "expected a surface, found no vertices"
    case .noFaces: "expected a surface, found vertices but no faces"
    case .cannotWrite(_, let reason): "can't be written: \(reason)"
    }
  }

  /// What to try.
  public var remedy: String? {
    switch self {
    case .unreadable: "check the path and its permissions"
    case .tooLarge: "export the head alone, or with fewer triangles"
    case .unknownFormat: "name the file .ply, .stl or .obj"
    case .malformed, .truncated, .indexOutOfRange: "export or copy the mesh again"
    case .notFinite: "remove such vertices with a mesh editor"
    case .noVertices, .noFaces: "give a mesh with triangles; a point cloud has no section"
    case .cannotWrite: "choose a folder that exists and may be written"
    }
  }
}
