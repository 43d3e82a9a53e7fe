import Diagnostics
internal import Files
import Geometry
import Platform

/// The mesh formats whose numbers may have any unit; glTF, which prescribes metres, is read and written, too.
public enum MeshFormat: String, CaseIterable, Sendable {
  /// Stanford polygon file: attributes and comments.
  case ply
  /// Stereolithography: bare triangles.
  case stl
  /// Wavefront: text.
  case obj

  /// The format that a file's name ends on, if any.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: ".") else { return nil }
    self.init(rawValue: fileName[fileName.index(after: dot)...].lowercased())
  }
}

/// Reads meshes and clouds, and gives the bytes of their files. Formats carry no unit, so a ``LengthUnit`` is named wherever
/// numbers cross.
public enum MeshFile {
  /// No mesh file that is read is larger, in bytes: a head at 0.3 mm has some 30 MiB.
  static let largestBytes = 256 << 20

  /// Reads a PLY, STL, OBJ or glTF file; PLY and GLB are recognised by their first bytes, the others by the file name's
  /// extension.
  ///
  /// Only regular files of at most 256 MiB are read.
  ///
  /// - Returns: the numbers as written; ``MeshDocument/mesh(unit:)`` or ``MeshDocument/cloud(unit:)`` gives metres.
  public static func read(_ url: URL) throws(MeshFileError) -> MeshDocument {
    try decode(bytes(url), name: url.path)
  }

  /// The bytes of a mesh file, with the errors of ``read(_:)``.
  public static func bytes(_ url: URL) throws(MeshFileError) -> [UInt8] {
    do throws(InputFile.Fault) {
      return try InputFile.bytes(url.path, atMost: largestBytes)
    } catch { throw MeshFileError(error, url) }
  }

  /// Reads a mesh from bytes; `name` names it in messages and tells the format by its ending.
  public static func decode(_ bytes: some Collection<UInt8>, name: String) throws(MeshFileError) -> MeshDocument {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]  // of UTF-8, which some editors put first
    let bytes = bytes.starts(with: mark) ? [UInt8](bytes.dropFirst(mark.count)) : [UInt8](bytes)
    if GltfReader.recognises(bytes, name: name) { return try GltfReader.read(bytes, name: name).checked() }
    let format =
      bytes.starts(with: "ply\n".utf8) || bytes.starts(with: "ply\r".utf8) ? .ply : MeshFormat(fileName: name)
    guard let format else { throw .unknownFormat(file: name) }
    switch format {
    case .ply:
      let isBinary = String(decoding: bytes.prefix(200), as: UTF8.self).contains("format binary")
      return try PlyReader.read(isBinary ? bytes : PlainText.utf8(bytes), name: name).checked()
    case .stl: return try StlReader.read(bytes, name: name).checked()
    case .obj: return try ObjReader.read(PlainText.utf8(bytes), name: name).checked()
    }
  }

  /// The bytes of a mesh file.
  ///
  /// - Parameters:
  ///   - unit: the unit of the written numbers.
  ///   - comments: lines for the header, such as the frame and the unit; STL has room for 80 bytes of them.
  public static func encode(_ mesh: Mesh, as format: MeshFormat, unit: LengthUnit, comments: [String] = []) -> Data {
    switch format {
    case .ply: PlyWriter.data(mesh, unit: unit, comments: comments)
    case .stl: StlWriter.data(mesh, unit: unit, comments: comments)
    case .obj: ObjWriter.data(mesh, unit: unit, comments: comments)
    }
  }

  /// The bytes of a binary glTF file: in metres, as the format prescribes. It has Y upwards and Z forwards.
  ///
  /// - Throws: an `EncodingError` for a mesh without vertices.
  public static func glb(_ mesh: Mesh, comments: [String] = []) throws -> Data {
    try GltfWriter.data(mesh, comments: comments)
  }

  /// The bytes of a PLY file with further numbers at each vertex.
  public static func encode(
    _ mesh: Mesh, scalars: [VertexScalar], unit: LengthUnit, comments: [String] = []
  ) -> Data {
    PlyWriter.data(mesh, unit: unit, comments: comments, scalars: scalars)
  }

  /// The bytes of a PLY file of points.
  public static func encode(_ cloud: Cloud, unit: LengthUnit, comments: [String] = []) -> Data {
    PlyWriter.data(cloud.asMesh, unit: unit, comments: comments, faces: false)
  }
}

extension MeshFileError {
  /// Why the bytes of a mesh can't be had.
  init(_ fault: InputFile.Fault, _ url: URL) {
    switch fault {
    case .tooLarge(let bytes, let limit): self = .tooLarge(file: url.path, bytes: bytes, limit: limit)
    case .missing: self = .unreadable(file: url.path, reason: .phrase("no_such_file"))
    case .notRegular(let kind):
      self = .unreadable(file: url.path, reason: .phrase("not_regular", ["kind": kind]))
    case .unreadable(let reason): self = .unreadable(file: url.path, reason: .text(reason))
    }
  }
}

extension Mesh {
  /// The mesh as a PLY file in a unit holds it: places and deviations are cut to single precision.
  public func asWritten(in unit: LengthUnit) -> Mesh {
    var written = self
    written.positions = positions.map { Vector3(SIMD3<Float>($0 * unit.perMetre)) / unit.perMetre }
    written.deviations = deviations.map { $0 * Float(unit.perMetre) / Float(unit.perMetre) }
    return written
  }
}

extension Cloud {
  /// The cloud's points as a mesh without triangles.
  var asMesh: Mesh { Mesh(positions: positions, normals: normals, colors: colors, weights: weights) }
}

extension MeshFile {
  /// No header that is looked for is longer, bytes.
  private static let longestHeader = 1 << 20

  /// Finds out whether a file can hold what it declares, without making a surface of it: a mesh that was cut short by a copy
  /// is found in a moment. Of binary PLY and STL the counts of the header are set against the size; text is read through to its
  /// end. OBJ declares nothing.
  ///
  /// - Throws: ``MeshFileError``, such as ``MeshFileError/truncated(file:expected:found:)``.
  public static func checkSize(_ url: URL) throws(MeshFileError) {
    let start: [UInt8]
    let size: Int
    do throws(InputFile.Fault) {
      let file = try InputFile.open(url.path)
      close(file.descriptor)
      guard file.size <= largestBytes else { throw .tooLarge(bytes: file.size, limit: largestBytes) }
      size = file.size
      start = try InputFile.start(url.path, count: longestHeader)
    } catch { throw MeshFileError(error, url) }
    if start.starts(with: "ply\n".utf8) || start.starts(with: "ply\r".utf8) {
      if try PlyReader.isBinary(start, name: url.path, size: size) { return }
      return try PlyReader.readThrough(bytes(url), name: url.path)
    }
    switch MeshFormat(fileName: url.lastPathComponent) {
    case .obj: return
    case .stl where StlReader.declaredSize(start) == size: return
    // Text, and what is no mesh, which is told as reading tells it.
    default: _ = try read(url)
    }
  }
}

/// What a mesh file holds: numbers as written, in the file's own unit, and its comments.
///
/// Every triangle names existing vertices whose positions are finite. Attributes are empty where the file has none.
public struct MeshDocument: Sendable, Equatable {
  /// The file's name, for messages.
  public var name: String
  /// Vertices in the file's unit; at least one. One that no triangle uses may not be finite.
  public var positions: [Vector3] = []
  /// Vertex indices, three a triangle; faces with more corners are split into fans.
  public var triangles: [SIMD3<Int32>] = []
  /// Normals as written; zero where one was not finite.
  public var normals: [SIMD3<Float>] = []
  /// sRGB colours.
  public var colors: [SIMD3<UInt8>] = []
  /// Evidence behind each vertex (`quality`, `weight` or `confidence`).
  public var weights: [Float] = []
  /// The standard deviation of single measurements at each vertex (`deviation`), in the file's unit.
  public var deviations: [Float] = []
  /// True where the file itself numbers its vertices; in STL they have no numbers.
  public var numbersVertices = true
  /// The unit that the format itself prescribes; writers don't always keep to it.
  public var prescribedUnit: LengthUnit?
  /// How many vertices are not finite; no triangle uses one.
  public private(set) var strangeVertices = 0
  /// Comment lines, in order, without their mark.
  public var comments: [String] = []

  /// A document that holds nothing yet.
  public init(name: String) { self.name = name }

  /// The surface, in metres.
  ///
  /// - Throws: ``MeshFileError/noFaces(file:)`` where there are only points.
  public func mesh(unit: LengthUnit) throws(MeshFileError) -> Mesh {
    guard !triangles.isEmpty else { throw .noFaces(file: name) }
    return Mesh(
      positions: metres(unit), triangles: triangles, normals: normals, colors: colors, weights: weights,
      deviations: deviations.map { $0 / Float(unit.perMetre) })
  }

  /// The points, in metres.
  public func cloud(unit: LengthUnit) -> Cloud {
    Cloud(positions: metres(unit), normals: normals, colors: colors, weights: weights)
  }

  private func metres(_ unit: LengthUnit) -> [Vector3] { positions.map { $0 / unit.perMetre } }

  /// Refuses what no caller may see: no vertices, coordinates that are not finite, indices out of range.
  func checked() throws(MeshFileError) -> MeshDocument {
    guard !positions.isEmpty else { throw .noVertices(file: name) }
    let count = Int32(positions.count)
    for (face, t) in triangles.enumerated() where t.min() < 0 || t.max() >= count {
      let index = t.min() < 0 ? t.min() : t.max()
      throw .indexOutOfRange(file: name, face: face, index: Int(index), vertices: positions.count)
    }
    var document = self
    let strange = positions.indices.filter { !positions[$0].isFinite }
    if !strange.isEmpty {
      let used = Set(triangles.flatMap { [$0.x, $0.y, $0.z] })
      let vertex = strange.first { triangles.isEmpty || used.contains(Int32($0)) }
      if let vertex { throw .notFinite(file: name, vertex: vertex) }
      document.strangeVertices = strange.count
    }
    for i in normals.indices where !Vector3(normals[i]).isFinite { document.normals[i] = .zero }
    return document
  }
}

/// Why a mesh file can't be read.
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

  /// The error in words.
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
    }
  }
}

extension FindingValue {
  /// An element of a PLY file, as a place.
  static func element(_ name: String) -> FindingValue { .phrase("element", ["element": .text(name)]) }
}
