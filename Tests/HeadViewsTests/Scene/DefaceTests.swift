import Geometry
import PointClouds
import Testing

@testable import HeadViews

@Suite struct DefaceTests {
  @Test func nothingOfTheFaceIsLeft() throws {
    for seed in UInt64(1)...4 {
      var random = SeededGenerator(seed: seed)
      let headFromMesh = RigidTransform(
        rotation: .rotation(random.direction() * (3 * random.uniform())), translation: random.normal3() * 0.2)
      let whole = try TestHead.scene(headFromMesh: headFromMesh) { _ in [200, 150, 120] }
      let scene = try #require(whole.defaced())
      // The sellion of the test head lies at (0, 80 mm, 0).
      let isFace = { (point: Vector3) in
        let p = headFromMesh * point
        return p.y > 0.08 / 3 && p.z < 0.08 / 5
      }
      #expect(scene.mesh.positions.count > 10_000, "seed \(seed)")
      #expect(!scene.mesh.positions.contains(where: isFace), "seed \(seed)")
      #expect(!scene.holes.joined().contains(where: isFace), "seed \(seed)")
      #expect(!scene.annotation.landmarks.map(\.position).contains(where: isFace), "seed \(seed)")
      #expect(scene.annotation.landmarks.map(\.landmark) == [.tragionLeft, .tragionRight], "seed \(seed)")
      #expect(scene.mesh.colors.isEmpty && scene.markers == whole.markers, "seed \(seed)")
      #expect(scene.maps.allSatisfy { $0.values.count == scene.mesh.positions.count }, "seed \(seed)")
      // All else is left: what was there and does not touch the face.
      let outside = whole.mesh.positions.count { !isFace($0) }
      #expect(scene.mesh.positions.count > outside - 3 * TestHead.spokes, "seed \(seed)")
    }
  }

  @Test func aSectionThroughTheFaceIsCutOpen() throws {
    var scene = try TestHead.scene()
    scene.annotation.outline[0] = scene.annotation.outline[0].map { [$0.x, $0.y, 0.01] }
    let section = try #require(scene.defaced()).annotation
    #expect(!section.isClosed)
    #expect(section.outline.joined().allSatisfy { $0.y <= 0.08 / 3 })
    #expect(section.outline.joined().count > 180)
  }

  @Test func withoutAHeadFrameNothingTellsWhereTheFaceIs() throws {
    #expect(try HeadScene.make(TestHead.mesh()).defaced() == nil)
  }
}
