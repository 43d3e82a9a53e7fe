import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import PointClouds

@Suite struct MeshFileTests {
  @Test func plyKeepsWhatItIsGiven() throws {
    let mesh = SampleMesh.attributed
    let data = MeshFile.encode(
      mesh, as: .ply, unit: .millimetres, comments: ["frame head RAS", "unit mm\nelement x 9"])
    let document = try MeshFile.decode(data, name: "a.ply")
    #expect(document.comments == ["frame head RAS", "unit mmelement x 9"])
    #expect(document.positions.first == mesh.positions[0] * 1000)
    let back = try document.mesh(unit: .millimetres)
    #expect(back == mesh)
  }

  /// Whoever shows a mesh shows it as whoever reads its file.
  @Test(arguments: LengthUnit.allCases) func aMeshIsWrittenInSinglePrecision(unit: LengthUnit) throws {
    var mesh = SampleMesh.attributed
    mesh.positions = mesh.positions.map { $0 / 3 + 0.1 }
    mesh.deviations = mesh.positions.indices.map { 0.001 / Float($0 + 3) }
    let back = try MeshFile.decode(MeshFile.encode(mesh, as: .ply, unit: unit), name: "a.ply").mesh(unit: unit)
    #expect(mesh.asWritten(in: unit) == back)
    #expect(back.positions != mesh.positions)
  }

  @Test(arguments: LengthUnit.allCases) func objKeepsShapeNormalsAndColours(unit: LengthUnit) throws {
    let mesh = SampleMesh.attributed
    let data = MeshFile.encode(mesh, as: .obj, unit: unit, comments: ["unit"])
    let back = try MeshFile.decode(data, name: "a.OBJ").mesh(unit: unit)
    #expect(back.triangles == mesh.triangles)
    #expect(back.normals == mesh.normals)
    #expect(back.colors == mesh.colors)
    for (a, b) in zip(back.positions, mesh.positions) { #expect((a - b).length < 1e-7) }
  }

  @Test func stlMergesCorners() throws {
    let mesh = SampleMesh.attributed
    let document = try MeshFile.decode(MeshFile.encode(mesh, as: .stl, unit: .millimetres), name: "a.stl")
    #expect(document.positions.count == 4)
    #expect(document.triangles.count == 4)
    let back = try document.mesh(unit: .millimetres)
    let corners = { (m: Mesh) in Set(m.triangles.map { t in [t.x, t.y, t.z].map { m.positions[Int($0)] } }) }
    #expect(corners(back) == corners(mesh))
  }

  @Test func cloudHasNoFaces() throws {
    let cloud = Cloud(positions: [[0.001, 0.002, 0.003]], weights: [4])
    let document = try MeshFile.decode(MeshFile.encode(cloud, unit: .millimetres), name: "a.ply")
    #expect(document.cloud(unit: .millimetres).weights == [4])
    #expect(throws: MeshFileError.noFaces(file: "a.ply")) { try document.mesh(unit: .millimetres) }
  }

  @Test func aFileIsReadOrToldToBeMissing() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("mesh.ply")
    try MeshFile.encode(SampleMesh.attributed, as: .ply, unit: .millimetres).write(to: url)
    #expect(try MeshFile.read(url).triangles.count == 4)
    let missing = #expect(throws: MeshFileError.self) { try MeshFile.read(folder.url.appendingPathComponent("no.ply")) }
    #expect(missing?.kind == .inputMissing)
  }

  /// Neither is opened: opening a pipe would wait for a writer.
  @Test(.timeLimit(.minutes(1))) func onlyRegularFilesOfSomeSizeAreRead() throws {
    let folder = try TemporaryFolder()
    let (pipe, large) = (folder.url.appendingPathComponent("pipe.ply"), folder.url.appendingPathComponent("large.ply"))
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(
      throws: MeshFileError.unreadable(file: pipe.path, reason: .phrase("not_regular", ["kind": .phrase("pipe")]))
    ) {
      try MeshFile.read(pipe)
    }
    #expect(
      throws: MeshFileError.unreadable(
        file: folder.url.path, reason: .phrase("not_regular", ["kind": .phrase("folder")]))
    ) {
      try MeshFile.read(folder.url)
    }
    try Data("ply\n".utf8).write(to: large)
    #expect(truncate(large.path, MeshFile.largestBytes + 1) == 0)
    let error = #expect(throws: MeshFileError.tooLarge(file: large.path, bytes: (256 << 20) + 1, limit: 256 << 20)) {
      try MeshFile.read(large)
    }
    #expect(error?.problem == "expected at most 256 MiB, found 257 MiB")
    let whole = MeshFileError.tooLarge(file: "a.ply", bytes: 257 << 20, limit: 256 << 20)
    #expect(whole.problem == "expected at most 256 MiB, found 257 MiB")
    #expect(error?.kind == .badData)
  }

  @Test func refusesUnknownFormats() {
    #expect(throws: MeshFileError.unknownFormat(file: "a.txt")) { try MeshFile.decode(Data("x".utf8), name: "a.txt") }
  }
}

/// A tetrahedron whose numbers survive float32 millimetres.
enum SampleMesh {
  static let attributed = Mesh(
    positions: [[0.0625, -0.125, 0], [0.5, 0, 0], [0, 0.25, 0], [0, 0, -0.75]],
    triangles: [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]],
    normals: [[1, 0, 0], [0, 1, 0], [0, 0, -1], [0.6, 0.8, 0]],
    colors: [[255, 0, 7], [1, 2, 3], [128, 127, 126], [0, 0, 0]], weights: [1, 2.5, 0, 1e6],
    deviations: [0.5, 0.25, 0, 0.125])
}

/// Whether a file can hold what it declares.
@Suite struct MeshCheckTests {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder() }

  private func check(_ data: Data, _ name: String) throws {
    let file = temporary.url.appendingPathComponent(name)
    try data.write(to: file)
    try MeshFile.checkSize(file)
  }

  private func code(_ data: Data, _ name: String) -> String? {
    do {
      try check(data, name)
      return nil
    } catch { return (error as? MeshFileError)?.code.rawValue }
  }

  /// Whole files pass, and none is cut anywhere behind its header without being found.
  @Test(arguments: [MeshFormat.ply, .stl]) func whatIsCutShortIsFound(_ format: MeshFormat) throws {
    let data = MeshFile.encode(SampleMesh.attributed, as: format, unit: .millimetres)
    try check(data, "whole.\(format.rawValue)")
    for length in stride(from: 1, to: data.count, by: 7) {
      #expect(code(data.prefix(length), "cut.\(format.rawValue)") != nil, "\(length) of \(data.count)")
    }
    #expect(code(data.prefix(data.count - 1), "cut.\(format.rawValue)") == "mesh_file.truncated")
  }

  /// Lines have two corners, whatever their property is called: only faces have three.
  @Test func cornersOfLinesAreNoneOfFaces() throws {
    let header = """
      ply
      format binary_little_endian 1.0
      element vertex 3
      property uchar x
      property uchar y
      property uchar z
      element face 1
      property list uchar uchar vertex_indices
      element line 3
      property list uchar uchar vertex_indices
      end_header

      """
    let body: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 3, 0, 1, 2, 2, 0, 1, 2, 1, 2, 2, 2, 0]
    let data = Data(header.utf8) + Data(body)
    try check(data, "lines.ply")
    #expect(try MeshFile.decode(data, name: "lines.ply").triangles == [[0, 1, 2]])
    // Nine bytes of vertices, four of a face and three lengths are the least.
    try check(data.prefix(data.count - 6), "least.ply")
    #expect(code(data.prefix(data.count - 7), "cut.ply") == "mesh_file.truncated")
  }

  /// A face of three corners of two bytes each, and a mark: eight bytes behind nine of vertices.
  @Test func facesHaveCornersOfTheirType() throws {
    let header = """
      ply
      format binary_little_endian 1.0
      element vertex 3
      property uchar x
      property uchar y
      property uchar z
      element face 1
      property uchar flags
      property list uchar ushort vertex_index
      end_header

      """
    let body: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 3, 0, 0, 1, 0, 2, 0]
    let data = Data(header.utf8) + Data(body)
    try check(data, "face.ply")
    #expect(try MeshFile.decode(data, name: "face.ply").triangles == [[0, 1, 2]])
    #expect(code(data.dropLast(), "cut.ply") == "mesh_file.truncated")
    // Whatever the file is called.
    for end in ["\n", "\r\n"] {
      let lines = Data(header.replacingOccurrences(of: "\n", with: end).utf8)
      #expect(code(lines + Data(body.dropLast()), "cut.obj") == "mesh_file.truncated")
    }
  }

  /// A header is looked for in the first mebibyte.
  @Test(arguments: [(1_000_000, true), (1_100_000, false)]) func headersEndSomewhere(_ length: Int, _ isFound: Bool) {
    let lines = [
      "ply", "format binary_little_endian 1.0", "comment " + String(repeating: "x", count: length), "element vertex 1",
      "property uchar x", "property uchar y", "property uchar z", "end_header", "",
    ]
    let data = Data(lines.joined(separator: "\n").utf8) + Data([1, 2, 3])
    #expect(code(data, "long.ply") == (isFound ? nil : "mesh_file.truncated"))
  }

  @Test func textIsReadThrough() throws {
    let ply = Data((PlyFileTests.square + "\n").utf8)
    try check(ply, "square.ply")
    for line in [4, 10] {
      let cut = ply.prefix(ply.count - line)
      #expect((try? MeshFile.decode(cut, name: "cut.ply")) == nil)
      #expect(code(cut, "cut.ply") != nil)
    }
    let stl = Data(StlFileTests.text.utf8)
    try check(stl, "text.stl")
    #expect(code(stl.prefix(stl.count - 12), "cut.stl") == "mesh_file.truncated")
    // Nothing is declared in an OBJ.
    try check(Data("v 0 0 0\n".utf8), "a.obj")
  }

  @Test func whatIsNoMeshIsToldAsReadingTellsIt() throws {
    #expect(code(Data("hello".utf8), "a.xyz") == "mesh_file.unknown_format")
    #expect(code(Data("ply\nformat binary 1.0\nend_header\n".utf8), "a.ply") == "mesh_file.malformed")
    let pipe = temporary.url.appendingPathComponent("pipe.ply")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(throws: MeshFileError.self) { try MeshFile.checkSize(pipe) }
    // A file that announces more than any head has is not read to find that out.
    let large = temporary.url.appendingPathComponent("large.ply")
    try Data().write(to: large)
    #expect(truncate(large.path, 1 << 40) == 0)
    #expect(throws: MeshFileError.self) { try MeshFile.checkSize(large) }
  }
}
