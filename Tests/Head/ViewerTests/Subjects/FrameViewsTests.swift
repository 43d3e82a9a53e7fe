import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Viewer

/// Which frames show a point, and how well.
@Suite struct FrameViewsTests {
  private static let camera = Camera(width: 200, height: 100, fx: 100, fy: 100, cx: 100, cy: 50)

  /// A square of 0.4 m in the plane z = 0, looked at from z = −distance, with a wall before its right part.
  private static func views(_ places: [(x: Double, distance: Double)], wall: Bool = false) -> FrameViews {
    var mesh = Mesh(
      positions: [[-0.2, -0.2, 0], [0.2, -0.2, 0], [0.2, 0.2, 0], [-0.2, 0.2, 0]], triangles: [[0, 2, 1], [0, 3, 2]])
    if wall {
      mesh.positions += [[0.05, -0.2, -0.1], [0.2, -0.2, -0.1], [0.2, 0.2, -0.1], [0.05, 0.2, -0.1]]
      mesh.triangles += [[4, 6, 5], [4, 7, 6]]
    }
    // A point's normal is that of vertices near it.
    mesh.positions += [[0.01, 0, 0], [0, -0.16, 0], [0, 0.16, 0]]
    mesh.normals = [SIMD3<Float>](repeating: [0, 0, -1], count: mesh.positions.count)
    return FrameViews(
      views: places.enumerated().map { index, place in
        let pose = RigidTransform(rotation: .identity, translation: [place.x, 0, -place.distance])
        return (3 * index, ClickView(camera: camera, scanFromCamera: pose, depthCorrection: .none))
      },
      caster: MeshRaycaster(mesh), mesh: mesh)
  }

  /// Cosine of the slant, nearness up to 25 cm, and the distance from the border up to a fifth of the image: by hand.
  @Test(arguments: [
    (0.0, 0.2, 1.0), (0, 0.5, 0.5),
    // Pixel 175 of 200: an eighth from the border; 0.3 aside at 0.4 is seen under a slant of cosine 0.8 from 0.5.
    (0.3, 0.4, 0.8 * 0.5 * 0.125 / 0.2),
    // To the left alike.
    (-0.3, 0.4, 0.8 * 0.5 * 0.125 / 0.2),
  ])
  func aSightIsFromTheFrontNearAndInTheMiddle(_ x: Double, _ distance: Double, _ score: Double) throws {
    let seen = try #require(Self.views([(-x + 0.01, distance)]).sights(of: [0.01, 0, 0]).first)
    #expect(seen.isVisible)
    #expect((seen.pixel - Vector2(100 + 100 * x / distance, 50)).length < 1e-9)
    #expect(abs(seen.score - score) < 1e-9, "\(seen.score)")
  }

  @Test(arguments: [-0.16, 0.16]) func aPointNearTheUpperOrLowerBorderIsAsBadAsOneNearTheSide(y: Double) throws {
    // 0.16 up or down at 0.4 is pixel 10 or 90 of 100: half a fifth from the border.
    let seen = try #require(Self.views([(0, 0.4)]).sights(of: [0, y, 0]).first)
    let away = (0.4 * 0.4 + 0.16 * 0.16).squareRoot()
    #expect(abs(seen.score - 0.4 / away * 0.25 / away * 0.5) < 1e-9)
  }

  @Test func theBestFrameSeesThePointAndIsNear() throws {
    let views = Self.views([(0, 0.5), (0, 0.3), (0, 0.3), (0.4, 0.4)], wall: true)
    let best = try #require(views.best(of: [0, 0, 0]))
    #expect(best.frame == 3, "of two alike the first")
    #expect(views.sights(of: [0, 0, 0]).map(\.frame) == [0, 3, 6, 9])
    #expect(views.sights(of: [0, 0, 0])[3].score == 0, "at the border")
    #expect(views.sights(of: [0.2, 0, 0]).map(\.frame) == [0, 3, 6, 9])
    #expect(views.sights(of: [-0.2, 0, 0]).map(\.frame) == [0, 3, 6], "beyond the image of the fourth")
    // From the fourth alone the wall hides nothing.
    let behind = views.sights(of: [0.15, 0, 0])
    #expect(behind.map(\.isVisible) == [false, false, false, true])
    #expect(behind.map { $0.score > 0 } == [false, false, false, true])
    #expect(views.best(of: [0.15, 0, 0])?.frame == 9)
  }

  /// The ray of a pixel is seen by another camera as the points along it.
  @Test func aRayIsALineInTheOtherFrame() throws {
    let views = Self.views([(0, 0.4), (0.1, 0.4), (9, 0.4)])
    let lines = views.lines(of: [120, 50], in: 0)
    #expect(lines.map(\.frame) == [3], "neither its own frame nor one that looks past it")
    let points = try #require(lines.first?.points)
    #expect(points.count > 10)
    // At depth z it is 0.2 z aside, so that the other camera, 0.1 to the right, sees it at 100 + 20 − 10 / z.
    let depths = points.map { 10 / (120 - $0.x) }
    #expect(zip(depths, depths.dropFirst()).allSatisfy { abs($1 - $0 - 0.01 / 1.04.squareRoot()) < 1e-9 })
    #expect(points.allSatisfy { abs($0.y - 50) < 1e-9 })
    #expect(views.lines(of: [120, 50], in: 1).isEmpty, "no such frame")
  }

  /// The farther aside a camera is, the fewer points of the ray it sees: two are a line, and one is none.
  @Test func twoPointsAreALine() {
    let aside = stride(from: 0.7, through: 0.85, by: 0.002).map { (x: $0, distance: 0.4) }
    let counts = Self.views([(x: 0, distance: 0.4)] + aside).lines(of: [120, 50], in: 0).map(\.points.count)
    #expect(counts == counts.sorted(by: >) && counts.count < aside.count)
    #expect(counts.first.map { $0 > 5 } == true)
    #expect(counts.last == 2)
  }
}
