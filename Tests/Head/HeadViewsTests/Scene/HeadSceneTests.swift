import Geometry
import Landmarks
import PointClouds
import Testing

@testable import HeadViews

@Suite struct HeadSceneTests {
  @Test func trianglesThatCannotBeShownAreLeftOut() throws {
    var mesh = TestHead.mesh()
    let sound = mesh.triangles.count
    mesh.positions.append([.nan, 0, 0])
    mesh.weights.append(1)
    let bad = Int32(mesh.positions.count - 1)
    mesh.triangles += [[0, 1, bad], [0, 1, 1_000_000], [-1, 0, 1], [5, 5, 6]]
    let scene = try HeadScene.make(mesh)
    #expect(scene.mesh.triangles.count == sound)
    #expect(scene.mesh.positions.allSatisfy { $0.isFinite })
    #expect(scene.mesh.normals.count == scene.mesh.positions.count)
    #expect(scene.maps.map(\.kind) == [.coverage])
    #expect(throws: SurfaceError.self) { try HeadScene.make(Mesh(positions: [[0, 0, 0]], triangles: [[0, 0, 0]])) }
  }

  @Test func aMeshThatIsTurnedInsideOutIsTurnedBack() throws {
    var mesh = TestHead.mesh()
    mesh.triangles = mesh.triangles.map { [$0.x, $0.z, $0.y] }
    let scene = try HeadScene.make(mesh)
    for (position, normal) in zip(scene.mesh.positions, scene.mesh.normals) {
      #expect(Vector3(normal).dot(TestHead.normal(position)) > 0.9)
    }
  }

  @Test func trianglesWithoutSharedVerticesAreJoined() throws {
    let mesh = TestHead.mesh(rings: 20)
    var loose = Mesh()
    for t in mesh.triangles {
      for k in 0..<3 { loose.positions.append(mesh.positions[Int(t[k])]) }
      let n = Int32(loose.positions.count)
      loose.triangles.append([n - 3, n - 2, n - 1])
    }
    let scene = try HeadScene.make(loose)
    #expect(scene.mesh.positions.count == mesh.positions.count)
    #expect(scene.holes.count == 2)
  }

  @Test func theRimsAreFoundTheLongestFirst() throws {
    let holes = try TestHead.scene().holes
    #expect(holes.map(\.count) == [TestHead.spokes, TestHead.spokes])
    #expect(holes[0][0].z < 0)
    #expect(holes[1][0].z > 0.06)
  }

  @Test func newLandmarksRenewTheMapsThatFollowFromThem() throws {
    let scene = try TestHead.scene()
    var moved = scene.annotation
    moved.headFromMesh = RigidTransform(rotation: .identity, translation: [0.002, 0, 0])
    let renewed = scene.annotated(moved)
    #expect(renewed.annotation == moved)
    #expect(renewed[.coverage] == scene[.coverage])
    // Moved by 2 mm to one side, the sides differ from their mirror images by twice that.
    let widest = try #require(renewed[.asymmetry]).values.filter(\.isFinite).map(abs).max()
    #expect(abs(try #require(widest) - 4) < 0.05)
    #expect(scene.annotated(scene.annotation)[.asymmetry] == scene[.asymmetry])
  }
}
