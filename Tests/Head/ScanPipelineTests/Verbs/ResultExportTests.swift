import Analysis
import Diagnostics
import Files
import Foundation
import Geometry
import PointClouds
import Reports
import TestSupport
import Testing

@testable import ScanPipeline

/// The sample's result for other programs.
@Suite struct ResultExportTests {
  private let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try SampleScan.write(to: folder.url)
  }

  private func extent(_ positions: [Vector3]) -> (least: Vector3, most: Vector3) {
    positions.reduce((positions[0], positions[0])) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
  }

  private func read(_ content: Data, _ name: String, _ unit: LengthUnit) throws -> Mesh {
    try MeshFile.decode(Array(content), name: name).mesh(unit: unit)
  }

  /// Left, posterior and superior of 3D Slicer: both level axes are turned over; glTF has up as its second axis.
  @Test func everySurfaceHasTheAxesOfItsProgram() throws {
    let export = try ResultExport(folder.url)
    #expect(export.remarks.isEmpty)
    let files = try export.files([.glb, .stl, .obj])
    #expect(files.map(\.name) == ["head.glb", "head.stl", "head.obj", "SHA256SUMS"])
    let mesh = try Data(contentsOf: folder.url.appendingPathComponent("mesh.ply"))
    let own = extent(try read(mesh, "mesh.ply", .millimetres).positions)
    // No head is as long in front of its ears as behind them, or as tall below as above.
    #expect(abs(own.most.y + own.least.y) > 0.002)
    #expect(own.most.z + own.least.z > 0.02)
    for (name, content) in files.dropLast() {
      let unit = name.hasSuffix("glb") ? LengthUnit.metres : .millimetres
      let found = extent(try read(content, name, unit).positions)
      let isGL = name.hasSuffix("glb")
      let least: Vector3 = isGL ? [-own.most.x, own.least.z, own.least.y] : [-own.most.x, -own.most.y, own.least.z]
      let most: Vector3 = isGL ? [-own.least.x, own.most.z, own.most.y] : [-own.least.x, -own.least.y, own.most.z]
      #expect((found.least - least).length < 1e-5, "\(name)")
      #expect((found.most - most).length < 1e-5, "\(name)")
    }
    let header = String(decoding: files[1].content.prefix(80), as: UTF8.self)
    #expect(header.hasPrefix("SPACE=LPS; unit mm; Calvaria "))
    #expect(header.contains("not a medical device"))
  }

  @Test func theListOfDigestsIsOfTheFiles() throws {
    let export = try ResultExport(folder.url)
    let files = try export.files([.stl, .slicer])
    let list = try #require(files.last)
    #expect(list.name == "SHA256SUMS")
    let lines = String(decoding: list.content, as: UTF8.self).split(separator: "\n").map(String.init)
    let digest = try #require(Checksum.sha256(of: folder.url.appendingPathComponent("result.json")))
    #expect(lines[0].hasPrefix("# calvaria/export/1: "))
    #expect(lines[0].hasSuffix(digest))
    #expect(lines.dropFirst() == files.dropLast().map { "\(Checksum.sha256($0.content))  \($0.name)" }[...])
    #expect(files.map(\.name) == ["head.stl", "landmarks.mrk.json", "planes.mrk.json", "SHA256SUMS"])
    #expect(export.missing(of: [.slicer]).isEmpty)
    #expect(export.missing(of: []).isEmpty)
  }

  /// Three corners each in millimetres: the middle, and 100 mm off to either side of it in the plane.
  @Test func planesAreWhereTheyWereMeasured() throws {
    let result = try SampleScan.result()
    let height = try #require(result.section).heightMm
    let files = try ResultExport(folder.url).files([.slicer])
    let planes = try #require(files.first { $0.name == "planes.mrk.json" })
    let json = try #require(try JSONSerialization.jsonObject(with: planes.content) as? [String: Any])
    let markups = try #require(json["markups"] as? [[String: Any]])
    let expected: [(String, [[Double]])] = [
      ("base plane", [[0, 0, 0], [-100, 0, 0], [0, -100, 0]]),
      ("section", [[0, 0, height], [-100, 0, height], [0, -100, height]]),
      ("midline", [[0, 0, 0], [0, -100, 0], [0, 0, 100]]),
    ]
    #expect(markups.compactMap { $0["name"] as? String } == expected.map(\.0))
    for (markup, (name, corners)) in zip(markups, expected) {
      let points = try #require(markup["controlPoints"] as? [[String: Any]]).compactMap { $0["position"] as? [Double] }
      #expect(points.count == 3)
      for (point, corner) in zip(points, corners) {
        for k in 0..<3 { #expect(abs(point[k] - corner[k]) < 1e-3, "\(name)") }
      }
    }
    let marks = try #require(files.first { $0.name == "landmarks.mrk.json" })
    let list = try #require(try JSONSerialization.jsonObject(with: marks.content) as? [String: Any])
    let points = try #require((list["markups"] as? [[String: Any]])?.first?["controlPoints"] as? [[String: Any]])
    let sellion = try #require(points.first { $0["label"] as? String == "sellion" }?["position"] as? [Double])
    let own = try #require(result.landmarks.points["sellion"]?.mm)
    #expect(abs(sellion[1] + own[1]) < 1e-3)
    #expect(sellion[1] < -50, "in front")
  }

  /// A surface that was changed after it was written says so, and its result no longer tells how far it may be off.
  @Test func aChangedSurfaceIsTold() throws {
    let mesh = folder.url.appendingPathComponent("mesh.ply")
    let stated = try #require(SurfaceDeviations(besideMesh: mesh))
    #expect(abs(stated.scale - (try SampleScan.scan.get().deviations.scale)) < 1e-9)
    var bytes = try Data(contentsOf: mesh)
    // The last bit of the first coordinate.
    let first = try #require(bytes.range(of: Data("end_header\n".utf8))).upperBound
    bytes[first] ^= 1
    try bytes.write(to: mesh)
    #expect(try ResultExport(folder.url).remarks.map(\.code) == [.surfaceMeshChanged])
    #expect(SurfaceDeviations(besideMesh: mesh) == nil)
  }
}
