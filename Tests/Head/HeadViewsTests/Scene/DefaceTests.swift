import Analysis
import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import HeadViews

@Suite struct DefaceTests {
  private static let face = AnalyticFace()
  /// With a rim at the neck, and a hole on the forehead's left side that reaches into the face.
  private static let mesh: Mesh = {
    var mesh = face.mesh { $0.z > -0.05 && ($0 - [-0.035, 0.06, 0.012]).length > 0.006 }
    mesh.colors = mesh.positions.map { _ in [200, 150, 120] }
    mesh.weights = mesh.positions.map { _ in 100 }
    return mesh
  }()
  private static let tragions = [-1.0, 1].map { face.point([0.062 * $0, -0.004, -0.020]) }
  /// By the true landmarks.
  private static let frame = Result {
    try HeadFrame(sellion: face.sellion, tragionLeft: tragions[0], tragionRight: tragions[1])
  }

  /// The head with a sellion that was picked somewhere, in a frame in which it was scanned.
  private func scene(picked sellion: Vector3, meshFromHead: RigidTransform = .identity) throws -> HeadScene {
    var annotation = HeadAnnotation(landmarks: [
      .init(.sellion, position: sellion), .init(.tragionLeft, position: Self.tragions[0]),
      .init(.tragionRight, position: Self.tragions[1]),
    ])
    annotation.headFromMesh = try HeadFrame(
      sellion: sellion, tragionLeft: Self.tragions[0], tragionRight: Self.tragions[1]
    ).headFromScan
    annotation.outline = [
      (0..<360).map { Self.face.point([sin(Double($0) * .pi / 180), cos(Double($0) * .pi / 180), 0.1]) }
    ]
    annotation.isClosed = true
    return try HeadScene.make(
      Self.mesh.transformed(by: meshFromHead), annotation: annotation.transformed(by: meshFromHead),
      markers: [7: TestHead.marker.map { meshFromHead * $0 }])
  }

  /// Whether a point lies in the face by the true landmarks, or farther in by a margin in metres.
  private func isFace(_ point: Vector3, margin: Double = 0) throws -> Bool {
    let (frame, s) = (try Self.frame.get(), (try Self.frame.get().headFromScan * Self.face.sellion).y)
    let p = frame.headFromScan * point
    return p.y > s / 3 + margin && p.z < s / 5 - margin
  }

  @Test func nothingOfTheFaceIsLeft() throws {
    for seed in UInt64(1)...3 {
      var random = SeededGenerator(seed: seed)
      let headFromMesh = RigidTransform(
        rotation: .rotation(random.direction() * (3 * random.uniform())), translation: random.normal3() * 0.2)
      let whole = try scene(picked: Self.face.sellion, meshFromHead: headFromMesh.inverse)
      let scene = try #require(whole.defaced())
      let inFace = { (point: Vector3) in try isFace(headFromMesh * point, margin: 1e-9) }
      #expect(scene.mesh.positions.count > 10_000, "seed \(seed)")
      #expect(try !scene.mesh.positions.contains(where: inFace), "seed \(seed)")
      #expect(try whole.holes.joined().contains(where: inFace) && !scene.holes.joined().contains(where: inFace))
      #expect(scene.annotation.landmarks.map(\.landmark) == [.tragionLeft, .tragionRight], "seed \(seed)")
      #expect(scene.mesh.colors.isEmpty, "seed \(seed)")
      #expect(scene.markers == whole.markers, "seed \(seed)")
      #expect(scene.maps.allSatisfy { $0.values.count == scene.mesh.positions.count }, "seed \(seed)")
      #expect(!scene.annotation.isClosed)
      #expect(try !scene.annotation.outline.joined().contains(where: inFace))
      // All else is left: what is found lies within 3 mm of the truth.
      let outside = try whole.mesh.positions.filter { try !isFace(headFromMesh * $0, margin: -0.006) }
      #expect(Set(outside).subtracting(scene.mesh.positions).isEmpty, "seed \(seed)")
    }
  }

  /// The base plane is tilted up then: by itself it would cut below the eyes.
  @Test(arguments: [0, 0.5, 1, 1.5]) func aSellionPickedOnTheNoseLeavesNoEyes(_ share: Double) throws {
    let (root, tip) = (Self.face.sellion, Self.face.tip)
    let picked = Self.face.point(root + share * (tip - root))
    let scene = try #require(try scene(picked: picked).defaced())
    // The tragions that are found lie within 6 mm of the picked ones, the sellion within 3 mm.
    #expect(try !scene.mesh.positions.contains { try isFace($0, margin: 0.007) })
    // Where the eyes are: as high as the root, to either side of it.
    for side in [-1.0, 1] {
      let eye = Self.face.point(root + [0.018 * side, 0, 0.002])
      #expect(Self.mesh.positions.contains { ($0 - eye).length < 0.002 })
      #expect(!scene.mesh.positions.contains { ($0 - eye).length < 0.008 })
    }
  }

  @Test func whatShowsNoFaceIsNotDefaced() throws {
    #expect(try TestHead.scene().defaced() == nil)
    var noNose = AnalyticFace()
    noNose.nose = false
    var scene = try scene(picked: Self.face.sellion)
    scene.mesh = noNose.mesh()
    #expect(scene.defaced() == nil)
  }

  @Test func withoutAHeadFrameNothingTellsWhereTheFaceIs() throws {
    #expect(try HeadScene.make(Self.mesh).defaced() == nil)
  }

  @Test func scenesOfOneSurfaceLoseTheSameFace() throws {
    let scene = try scene(picked: Self.face.tip)
    let both = try #require(HeadScene.defaced([scene, scene]))
    #expect(both.count == 2 && both[0].mesh.positions == both[1].mesh.positions)
    #expect(both[0].mesh.positions == scene.defaced()?.mesh.positions)
    #expect(HeadScene.defaced([]) == nil)
  }
}
