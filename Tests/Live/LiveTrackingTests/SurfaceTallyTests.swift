import Feedback
import Geometry
import Images
import Testing

@testable import LiveTracking

@Suite struct SurfaceTallyTests {
  private let rules = FeedbackFile.builtIn.rules.coverage
  private let world = SyntheticCap()

  /// The depth of a sphere of a radius about the origin.
  private func sphere(_ radius: Double, _ headFromCamera: RigidTransform) -> DepthImage {
    let centre = headFromCamera.inverse * .zero
    let camera = world.camera
    let pixels = (0..<(camera.width * camera.height)).map { i -> Float in
      let ray = camera.ray([Double(i % camera.width), Double(i / camera.width)])
      let (a, b, c) = (ray.dot(ray), ray.dot(centre), centre.dot(centre) - radius * radius)
      let root = b * b - a * c
      return root < 0 ? 0 : Float((b - root.squareRoot()) / a)
    }
    return DepthImage(width: camera.width, height: camera.height, pixels: pixels)
  }

  private func shares(radius: Double, frames: Int, from azimuth: Double = 0) -> [HeadPart: Double] {
    var tally = SurfaceTally()
    let pose = SyntheticCap.pose(azimuth)
    for _ in 0..<frames {
      tally.add(sphere(radius, pose), camera: world.camera, mapFromCamera: pose, middle: .zero, rules)
    }
    return tally.shares(.identity, fewest: 3)
  }

  @Test func theSideThatFacesTheCameraIsSeen() {
    let shares = shares(radius: 0.07, frames: 3)
    // Depth counts up to 72° from the line of sight: all of the front, the sides up to some 75° of their 45° to 135°.
    #expect(shares[.front]! > 0.9 && shares[.nose]! > 0.5)
    #expect(shares[.back]! == 0)
    #expect(abs(shares[.left]! - shares[.right]!) < 0.15)
    #expect((0.15...0.55).contains(shares[.left]!))
  }

  @Test func twoFramesAreTooFew() {
    #expect(shares(radius: 0.07, frames: 2).values.allSatisfy { $0 == 0 })
  }

  /// What lies too near to the head's middle, or too far from it, is none of its surface.
  @Test(arguments: [0.03, 0.13]) func otherSurfacesDoNotCount(radius: Double) {
    #expect(shares(radius: radius, frames: 3).values.allSatisfy { $0 == 0 })
  }

  @Test func aSphereHasNoSideOfItsOwn() {
    let front = shares(radius: 0.07, frames: 3)
    let right = shares(radius: 0.07, frames: 3, from: 90)
    #expect(abs(front[.front]! - right[.right]!) < 0.05)
  }
}
