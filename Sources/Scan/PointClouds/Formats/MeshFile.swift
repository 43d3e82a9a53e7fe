import Diagnostics
internal import Files
import Geometry
import Platform

/// The mesh formats that are read and written; glTF is read, too.
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

/// Reads and writes meshes and clouds. Formats carry no unit, so a ``LengthUnit`` is named wherever numbers cross.
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
  ///   - comments: lines for the header, such as the frame and the unit; STL has no room for them.
  public static func encode(_ mesh: Mesh, as format: MeshFormat, unit: LengthUnit, comments: [String] = []) -> Data {
    switch format {
    case .ply: PlyWriter.data(mesh, unit: unit, comments: comments)
    case .stl: StlWriter.data(mesh, unit: unit)
    case .obj: ObjWriter.data(mesh, unit: unit, comments: comments)
    }
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

  /// Writes a mesh in the format of the name's ending; see ``write(_:to:)``.
  public static func write(
    _ mesh: Mesh, to url: URL, unit: LengthUnit, comments: [String] = []
  ) throws(MeshFileError) {
    guard let format = MeshFormat(fileName: url.lastPathComponent) else { throw .unknownFormat(file: url.path) }
    try write(encode(mesh, as: format, unit: unit, comments: comments), to: url)
  }

  /// Writes bytes aside and renames them to `url`, so that no half-written file is ever found there.
  public static func write(_ data: Data, to url: URL) throws(MeshFileError) {
    do { try data.write(to: url, options: .atomic) } catch {
      let folder = url.deletingLastPathComponent().path
      let exists = FileManager.default.fileExists(atPath: folder)
      throw .cannotWrite(
        file: url.path,
        reason: exists ? .phrase("refused") : .phrase("no_folder", ["folder": .text(folder)]))
    }
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
