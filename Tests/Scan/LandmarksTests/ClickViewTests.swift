import Geometry
import PointClouds
import Testing

@testable import Landmarks

/// A pixel into the scan frame and back.
@Suite struct ClickViewTests {
  private static let camera = Camera(width: 320, height: 240, fx: 296, fy: 290, cx: 158.3, cy: 121.7)

  private static func pose(_ random: inout SeededGenerator) -> RigidTransform {
    RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3() * 0.3)
  }

  private static func click(_ pixel: Vector2, _ depth: Double) -> ReportedClick {
    ReportedClick(
      LandmarkClick(frame: "0", pixel: pixel), on: .sellion, source: .picked, frame: 0, depth: depth)
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>) func aPixelGoesForthAndBack(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let view = ClickView(camera: Self.camera, scanFromCamera: Self.pose(&random), depthCorrection: .none)
    for _ in 0..<20 {
      let pixel = Vector2(random.uniform() * 320, random.uniform() * 240)
      let depth = 0.15 + 0.4 * random.uniform()
      let place = try #require(view.position(of: Self.click(pixel, depth)))
      let seen = try #require(view.projection(of: place), "seed \(seed)")
      #expect((seen.pixel - pixel).length < 1e-9, "seed \(seed)")
      #expect(abs(seen.depth - depth) < 1e-12, "seed \(seed)")
    }
    // And a point of the scan frame that the camera sees.
    for _ in 0..<20 {
      let place = view.scanFromCamera * Vector3(random.normal() * 0.05, random.normal() * 0.05, 0.3)
      let seen = try #require(view.projection(of: place), "seed \(seed)")
      let again = try #require(view.position(of: Self.click(seen.pixel, seen.depth)), "seed \(seed)")
      #expect((again - place).length < 1e-12, "seed \(seed)")
    }
  }

  /// Depth is corrected before it is used, at the pixel's own place in the image.
  @Test func measuredDepthIsCorrected() throws {
    let correction = DepthCorrection(scale: 1.01, field: DepthField([0.002, 0.001, -0.003]))
    let view = ClickView(camera: Self.camera, scanFromCamera: .identity, depthCorrection: correction)
    for pixel in [Vector2(20, 30), [300, 30], [160, 220]] {
      let place = try #require(view.position(of: Self.click(pixel, 0.3)))
      let seen = try #require(view.projection(of: place))
      let expected = correction.corrected(0.3, at: pixel, width: 320, height: 240)
      #expect(abs(seen.depth - expected) < 1e-12)
      #expect(abs(expected - 0.303) > 1e-4)
    }
  }

  @Test func whatIsBehindTheCameraIsNotSeen() {
    var random = SeededGenerator(seed: 4)
    let view = ClickView(camera: Self.camera, scanFromCamera: Self.pose(&random), depthCorrection: .none)
    for z in [-0.3, 0, 0.049] { #expect(view.projection(of: view.scanFromCamera * Vector3(0.01, 0.01, z)) == nil) }
    #expect(view.projection(of: view.scanFromCamera * Vector3(0.01, 0.01, 0.051)) != nil)
  }

  /// A plane across the sight 0.3 m before the camera.
  private static func plane(_ pose: RigidTransform) -> Mesh {
    Mesh(
      positions: [[-0.3, -0.3, 0.3], [0.3, -0.3, 0.3], [0.3, 0.3, 0.3], [-0.3, 0.3, 0.3]].map { pose * $0 },
      triangles: [[0, 1, 2], [0, 2, 3]])
  }

  /// On the surface where it is near to what was measured, else where it was measured; always on the ray.
  @Test(arguments: [(0.304, true), (0.296, true), (0.3, true), (0.32, false), (0.28, false)])
  func aSurfaceNearbyIsBelieved(depth: Double, isBelieved: Bool) throws {
    var random = SeededGenerator(seed: 7)
    let pose = Self.pose(&random)
    let view = ClickView(
      camera: Self.camera, scanFromCamera: pose, depthCorrection: .none, surface: Self.plane(pose))
    for pixel in [Vector2(158.3, 121.7), [120, 100], [200.5, 160.25]] {
      let place = try #require(view.position(of: Self.click(pixel, depth)))
      let seen = try #require(view.projection(of: place))
      #expect((seen.pixel - pixel).length < 1e-9)
      #expect(abs(seen.depth - (isBelieved ? 0.3 : depth)) < 1e-9, "\(pixel)")
    }
    let empty = ClickView(camera: Self.camera, scanFromCamera: pose, depthCorrection: .none, surface: Mesh())
    let place = try #require(empty.position(of: Self.click([100, 100], depth)))
    let seen = try #require(empty.projection(of: place))
    #expect(abs(seen.depth - depth) < 1e-12)
  }
}
