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

  @Test func writesAsideAndReportsWhatItCannot() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("mesh.ply")
    try MeshFile.write(SampleMesh.attributed, to: url, unit: .millimetres)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names == ["mesh.ply"])
    let back = try MeshFile.read(url)
    #expect(back.triangles.count == 4)
    let nowhere = folder.url.appendingPathComponent("no/mesh.ply")
    let failure = #expect(throws: MeshFileError.self) {
      try MeshFile.write(SampleMesh.attributed, to: nowhere, unit: .metres)
    }
    #expect(failure?.kind == .cannotWrite)
    let missing = #expect(throws: MeshFileError.self) { try MeshFile.read(nowhere) }
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
