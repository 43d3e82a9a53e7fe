import Foundation
import TestSupport
import Testing

@testable import PointClouds

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
    #expect(code(data.prefix(data.count - 7), "cut.ply") == "mesh_file.truncated")
  }

  @Test func textIsReadThrough() throws {
    let ply = Data((PlyReaderTests.square + "\n").utf8)
    try check(ply, "square.ply")
    for line in [4, 10] {
      let cut = ply.prefix(ply.count - line)
      #expect((try? MeshFile.decode(cut, name: "cut.ply")) == nil)
      #expect(code(cut, "cut.ply") != nil)
    }
    let stl = Data(StlReaderTests.text.utf8)
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
