import Diagnostics

/// Why a mesh file can't be read or written.
public enum MeshFileError: UserFacingError, Equatable {
  /// The file is missing or unreadable.
  case unreadable(file: String, reason: FindingValue)
  /// The file is larger than any mesh of a head; it was not read.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The name's ending and the first bytes fit no known format.
  case unknownFormat(file: String)
  /// The format is known, but not read in this form.
  case needsConversion(file: String, found: FindingValue)
  /// Something other than what the format demands stands at a place (line, element) of the file.
  case malformed(file: String, place: FindingValue, expected: FindingValue, found: FindingValue)
  /// The file ends before what its header announces.
  case truncated(file: String, expected: FindingValue, found: FindingValue)
  /// A vertex has a coordinate that is NaN or infinite.
  case notFinite(file: String, vertex: Int)
  /// A face names a vertex that does not exist.
  case indexOutOfRange(file: String, face: Int, index: Int, vertices: Int)
  /// The file holds no vertices.
  case noVertices(file: String)
  /// The file holds vertices but no faces, where a surface was asked for.
  case noFaces(file: String)
  /// The file can't be written.
  case cannotWrite(file: String, reason: FindingValue)

  /// What is said of it.
  public var message: ErrorMessage {
    switch self {
    case .unreadable(let file, let reason): ErrorMessage(.meshFileUnreadable, at: file, nil, ["reason": reason])
    case .tooLarge(let file, let bytes, let limit):
      ErrorMessage(
        .meshFileTooLarge, at: file, nil,
        ["limit_mib": .count(limit >> 20), "found_mib": .count((bytes - 1) >> 20 + 1)])
    case .unknownFormat(let file): ErrorMessage(.meshFileUnknownFormat, at: file)
    case .needsConversion(let file, let found):
      ErrorMessage(.meshFileNeedsConversion, at: file, nil, ["found": found])
    case .malformed(let file, let place, let expected, let found):
      ErrorMessage(.meshFileMalformed, at: file, place, ["expected": expected, "found": found])
    case .truncated(let file, let expected, let found):
      ErrorMessage(.meshFileTruncated, at: file, nil, ["expected": expected, "found": found])
    case .notFinite(let file, let vertex):
      ErrorMessage(.meshFileNotFinite, at: file, .phrase("vertex", ["vertex": .count(vertex)]))
    case .indexOutOfRange(let file, let face, let index, let vertices):
      ErrorMessage(
        .meshFileIndexOutOfRange, at: file, .phrase("face", ["face": .count(face)]),
        ["last": .count(vertices - 1), "found": .count(index)])
    case .noVertices(let file): ErrorMessage(.meshFileNoVertices, at: file)
    case .noFaces(let file): ErrorMessage(.meshFileNoFaces, at: file)
    case .cannotWrite(let file, let reason): ErrorMessage(.meshFileCannotWrite, at: file, nil, ["reason": reason])
    }
  }
}

extension FindingValue {
  /// An element of a PLY file, as a place.
  static func element(_ name: String) -> FindingValue { .phrase("element", ["element": .text(name)]) }
}
