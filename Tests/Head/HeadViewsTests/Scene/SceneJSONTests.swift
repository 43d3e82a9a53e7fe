import Diagnostics
import Foundation
import Geometry
import PointClouds
import Testing

@testable import HeadViews

@Suite struct SceneJSONTests {
  private struct Scene: Decodable {
    struct Map: Decodable {
      let key, name, unit, kind, scale: String
      let low, high: Double
      let colors: [[UInt8]]
      let unknown: [UInt8]
      let values: Data
    }
    struct Named: Decodable { let key, name: String }
    struct Marker: Decodable {
      let id: Int
      let corners: [[Double]]
    }
    let triangles, vertices, indexBytes: Int
    let originMm: [Double]
    let stepMm: Double
    let positions, indices: Data
    let headFromMesh, upright: [[Double]]?
    let maps: [Map]
    let color: Data?
    let landmarks: [Named]
    let outline: [[Double]]?
    let pieces: [[[Double]]]
    let diagonals: [Named]
    let markers: [Marker]
    let holes: [[[Double]]]
  }

  private func decoded(_ scene: HeadScene, most: Int? = HeadScene.pageTriangles) throws -> Scene {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Scene.self, from: scene.json(trianglesAtMost: most))
  }

  /// By gravity, where no landmarks say how the head lies in the mesh's frame; a head frame goes before it.
  @Test func aHeadWithoutLandmarksStandsUpright() throws {
    var random = SeededGenerator(seed: 5)
    for up in (0..<20).map({ _ in random.direction() }) + [[0, 1, 0], [0, -1, 0], [1, 0, 0], [0, 0, 1]] {
      var scene = try TestHead.scene { _ in [1, 2, 3] }
      scene.annotation.up = up
      #expect(scene.headFromMesh == scene.annotation.headFromMesh)
      scene.annotation.headFromMesh = nil
      let rotation = scene.headFromMesh.rotation
      #expect((rotation * up - [0, 0, 1]).length < 1e-12, "\(up)")
      #expect(rotation.isRotation(within: 1e-12), "\(up)")
      let rows = try #require(try decoded(scene).upright)
      #expect(try decoded(scene).headFromMesh == nil && abs(rows[2][0] - up.x) < 1e-12 && rows[3] == [0, 0, 0, 1])
    }
    var scene = try TestHead.scene()
    scene.annotation.headFromMesh = nil
    for strange in [Vector3.zero, Vector3(.nan, 0, 1), Vector3(.infinity, 0, 0)] {
      scene.annotation.up = strange
      #expect(scene.headFromMesh == .identity)
    }
  }

  @Test func theTextHoldsTheWholeScene() throws {
    let scene = try TestHead.scene { _ in [1, 2, 3] }
    let text = try decoded(scene, most: nil)
    #expect(text.triangles == scene.mesh.triangles.count)
    #expect(text.vertices == scene.mesh.positions.count)
    #expect(text.indexBytes == 2)
    #expect(text.indices.count == 6 * text.triangles)
    #expect(text.positions.count == 6 * text.vertices)
    #expect(text.color?.count == 3 * text.vertices)
    #expect(text.color?.prefix(6) == Data([1, 2, 3, 1, 2, 3]))
    #expect(text.maps.map(\.key) == ["coverage", "asymmetry"])
    #expect(text.maps.map(\.scale) == ["logarithmic", "linear"])
    #expect(text.maps.allSatisfy { $0.values.count == text.vertices && $0.low < $0.high })
    #expect(text.landmarks.map(\.key) == ["sellion", "tragion_left", "tragion_right"])
    #expect(text.landmarks.map(\.name) == ["Sellion", "Tragion left", "Tragion right"])
    #expect(text.diagonals.map(\.key) == ["left_front", "right_front"])
    #expect(text.markers.map(\.id) == [7] && text.markers[0].corners.count == 4)
    #expect(text.outline?.count == 360)
    #expect(text.pieces.isEmpty)
    #expect(text.holes.count == 2)
    #expect(try scene.json() == scene.json())
  }

  @Test func anOpenOutlineIsPieces() throws {
    var scene = try TestHead.scene()
    scene.annotation.isClosed = false
    scene.annotation.outline = [
      Array(scene.annotation.outline[0][0..<90]), Array(scene.annotation.outline[0][100..<300]),
    ]
    let text = try decoded(scene)
    #expect(text.outline == nil)
    #expect(text.pieces.map(\.count) == [90, 200])
  }

  @Test func theTransformIsInMillimetresByRow() throws {
    let headFromMesh = RigidTransform(rotation: .rotation([0.1, -0.2, 0.3]), translation: [0.01, 0.02, 0.03])
    let rows = try #require(try decoded(TestHead.scene(headFromMesh: headFromMesh)).headFromMesh)
    let point = Vector3(0.04, -0.05, 0.06)
    let moved = headFromMesh * point
    for k in 0..<3 {
      let (row, p) = (rows[k], point * 1000)
      #expect(abs(row[0] * p.x + row[1] * p.y + row[2] * p.z + row[3] - 1000 * moved[k]) < 1e-9)
    }
    #expect(rows[3] == [0, 0, 0, 1])
    #expect(try decoded(HeadScene.make(TestHead.mesh())).headFromMesh == nil)
  }

  @Test func positionsComeBackWithinHalfAStep() throws {
    for seed in UInt64(1)...5 {
      var random = SeededGenerator(seed: seed)
      let size = 0.1 + 0.25 * random.uniform()
      let centre = random.normal3()
      let points = (0..<2000).map { _ in centre + random.direction() * (size * random.uniform()) }
      let grid = PositionGrid(points)
      // The widest head that is measured is 0.5 m across: 8 µm.
      #expect(grid.step < 0.00001, "seed \(seed)")
      for point in points {
        let steps = grid.steps(point)
        let back = grid.origin + Vector3(Double(steps.x), Double(steps.y), Double(steps.z)) * grid.step
        #expect((back - point).max() <= grid.step * 0.5001, "seed \(seed)")
        #expect((back - point).min() >= -grid.step * 0.5001, "seed \(seed)")
      }
    }
  }

  @Test func valuesComeBackWithinHalfAStep() throws {
    let scene = try TestHead.scene(bump: 0.004)
    let (map, text) = (try #require(scene[.asymmetry]), try #require(try decoded(scene, most: nil).maps.last))
    #expect(text.low == -6)
    #expect(text.high == 6)
    #expect(text.kind == "diverging")
    #expect(text.unit == "mm")
    for (value, byte) in zip(map.values, text.values) {
      guard value.isFinite else {
        #expect(byte == 255)
        continue
      }
      #expect(abs(Float(text.low + (text.high - text.low) * Double(byte) / 254) - value) <= 6.0 / 254 + 1e-4)
    }
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "\"}],\"maps\":[", "\\u0000\u{0}\u{202E}abc",
    String(repeating: "x", count: 10_000),
    "../../etc/passwd",
  ]) func foreignNamesStayTexts(_ name: String) throws {
    var scene = try TestHead.scene()
    let values = scene.mesh.positions.map { _ in 0.001 }
    scene.add(.distance(values, limit: 0.005, name: name))
    let maps = try decoded(scene).maps
    #expect(maps.map(\.name) == ["Coverage", "Left–right difference", name])
    #expect(maps[2].values.allSatisfy { $0 == UInt8((254 * 0.6).rounded()) })
  }

  @Test func largeMeshesHaveWideIndices() throws {
    let text = try decoded(HeadScene.make(TestHead.mesh(rings: 400)), most: nil)
    #expect(text.vertices > 1 << 16)
    #expect(text.indexBytes == 4)
    #expect(text.indices.count == 12 * text.triangles)
  }

  @Test func theChangingPartIsThatOfTheScene() throws {
    let scene = try TestHead.scene()
    let whole = try #require(JSONSerialization.jsonObject(with: scene.json(.german)) as? [String: Any])
    let part = try #require(JSONSerialization.jsonObject(with: scene.changingPart(.german)) as? [String: Any])
    let keys: Set = ["head_from_mesh", "upright", "landmarks", "outline", "pieces", "gaps", "plane", "diagonals"]
    #expect(Set(part.keys) == keys)
    for key in keys {
      #expect((part[key] as? NSObject) == (whole[key] as? NSObject), "\(key)")
    }
    let diagonals = try #require(part["diagonals"] as? [[String: Any]])
    #expect((diagonals[0]["text"] as? String)?.hasSuffix(" mm") == true)
    #expect((diagonals[0]["text"] as? String)?.contains(",") == true)
  }
}
