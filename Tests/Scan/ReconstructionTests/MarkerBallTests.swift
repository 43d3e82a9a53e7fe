import Geometry
import Images
import PointClouds
import Testing

@testable import Reconstruction
@testable import Tracking

/// The pixels that the ball of the cap's markers covers.
@Suite struct MarkerBallTests {
  /// A map of one-point markers spread over the upper part of a ball.
  private static func map(_ centre: Vector3, _ radius: Double, count: Int = 30) -> MarkerMap {
    MarkerMap(
      markers: Dictionary(
        uniqueKeysWithValues: (0..<count).map { id in
          let z = 1 - 1.2 * (Double(id) + 0.5) / Double(count)
          let turn = Matrix3.rotation([0, 0, 2.399963 * Double(id)])
          let place = centre + turn * Vector3((1 - z * z).squareRoot(), 0, z) * radius
          return (
            id, .init(corners: [place, place, place, place], cornerSigmas: [0, 0, 0, 0], sightings: 1)
          )
        }))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func theBallIsTheMarkers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (centre, radius) = (random.normal3() * 0.2, 0.05 + 0.04 * random.uniform())
    let ball = MarkerBall(Self.map(centre, radius))
    #expect((ball.centre - centre).length < 1e-9, "seed \(seed)")
    #expect(abs(ball.radius - radius) < 1e-9, "seed \(seed)")
  }

  /// Every pixel's ray is tried against the ball: the circle that stands for its outline errs by pixels of the border only.
  @Test(arguments: [
    Vector3(0, 0, 0.3), [0.01, -0.02, 0.35], [0.08, 0.05, 0.4], [-0.14, 0, 0.3], [0, 0.12, 0.28], [0.3, 0, 0.3],
  ])
  func pixelsAreThoseWhoseRaysMeetTheBall(middle: Vector3) {
    let camera = BumpyHead.camera
    let (pose, radius) = (BumpyHead.pose(azimuth: 1, elevation: 0.3), 0.06)
    var random = SeededGenerator(seed: 9)
    let pixels = (0..<(camera.width * camera.height)).map { _ in random.uniform() < 0.3 ? Float.nan : 0.3 }
    let image = DepthImage(width: camera.width, height: camera.height, pixels: pixels)
    var expected = ValidCount()
    for y in 0..<camera.height {
      for x in 0..<camera.width {
        let ray = camera.ray([Double(x), Double(y)]).normalized
        let miss = (middle - ray * middle.dot(ray)).length
        if miss < radius { expected.add(image[x, y] > 0) }
      }
    }
    let found = MarkerBall(Self.map(pose * middle, radius)).validity(
      of: image, camera, scanFromCamera: pose)
    // Off the axis a ball's outline is an ellipse, longer than wide by 1 / cos of its angle.
    let stretch = middle.length / middle.z
    let border = 2 * Double.pi * camera.fx * radius / middle.z
    let share = max(1, stretch * stretch * stretch) - 1
    #expect(abs(Double(found.total - expected.total)) <= border / 2 + 2 * share * Double(expected.total))
    guard expected.total > 0 else { return }
    #expect(abs(found.fraction! - expected.fraction!) < 0.03)
    #expect(abs(found.fraction! - 0.7) < 0.03)
  }

  @Test func aBallAroundTheCameraOrBehindItCoversNothing() {
    let image = DepthImage(width: 320, height: 240, pixels: Array(repeating: 0.3, count: 320 * 240))
    for middle in [Vector3(0, 0, 0), [0, 0, 0.05], [0, 0, -0.3]] {
      let ball = MarkerBall(Self.map(middle, 0.06))
      #expect(ball.validity(of: image, BumpyHead.camera, scanFromCamera: .identity).total == 0, "\(middle)")
    }
    let none = MarkerBall(MarkerMap(markers: [:]))
    #expect(none.validity(of: image, BumpyHead.camera, scanFromCamera: .identity).total == 0)
  }
}
