import Geometry
import Images
import PointClouds
import Recordings
import Testing

/// Views of a cloud.
@Suite struct CloudTests {
  /// A head at the origin (x right, y forward, z up), seen from its front.
  let front = CloudView(width: 101, height: 81, centre: .zero, radius: 0.1, eye: [0, 2, 0], up: [0, 0, 1])

  private func point(_ position: SIMD3<Float>, _ outward: SIMD3<Float>, _ color: Float) -> GrowingCloud.Point {
    GrowingCloud.Point(position: position, outward: outward, color: SIMD3(repeating: color), count: 9)
  }

  private func red(_ image: ColorImage, _ x: Int, _ y: Int) -> UInt8 { image.pixels[3 * (y * image.width + x)] }

  @Test func upIsUpAndTheSubjectsLeftIsOnTheRight() {
    #expect((front.pixel(.zero) - [50, 40]).length < 1e-9)
    #expect((front.pixel([0, 0, 0.1]) - [50, -0.5]).length < 1e-9)
    #expect((front.pixel([-0.1, 0, 0]) - [90.5, 40]).length < 1e-9)
    #expect((front.pixel([0, 0.3, 0]) - [50, 40]).length < 1e-9)
  }

  @Test func fromAnySideLengthsAcrossAreKept() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      let eye = Vector3(random.normal(), random.normal(), random.normal())
      let view = CloudView(width: 200, height: 300, centre: [0.1, 0.2, 0.3], radius: 0.2, eye: eye, up: [0, 0, 1])
      let along = view.pixel(Vector3(0.1, 0.2, 0.3) + eye.normalized * 0.1)
      #expect((along - [99.5, 149.5]).length < 1e-9)
      let across = eye.cross(Vector3(random.normal(), random.normal(), random.normal())).normalized * 0.05
      #expect(abs((view.pixel(Vector3(0.1, 0.2, 0.3) + across) - [99.5, 149.5]).length - 0.05 * 500) < 1e-6)
    }
  }

  @Test func theNearestIsInFrontWhateverTheOrder() {
    let (near, far) = (point([0, 0.05, 0], [0, 1, 0], 200), point([0, 0.01, 0], [0, 1, 0], 100))
    for order in [[near, far], [far, near]] {
      #expect(red(front.image(of: order, size: 0.004, background: .zero), 50, 40) == 200)
    }
  }

  @Test func whatIsTurnedAwayIsNotSeen() {
    let image = front.image(of: [point([0, -0.05, 0], [0, -1, 0], 200)], size: 0.004, background: [7, 7, 7])
    #expect(image.pixels.allSatisfy { $0 == 7 })
    #expect(front.faces([0.5, 0.1, 0]))
    #expect(!front.faces([0.5, -0.1, 0]))
  }

  @Test func pointsAreSquaresCutAtTheBorder() {
    // 405 pixels a metre: 5 pixels a side.
    let image = front.image(of: [point([0, 0, 0], [0, 1, 0], 200)], size: 0.0123, background: .zero)
    for y in 0..<81 {
      for x in 0..<101 { #expect((red(image, x, y) == 200) == (abs(x - 50) <= 2 && abs(y - 40) <= 2), "\(x) \(y)") }
    }
    for place: SIMD3<Float> in [[0.1255, 0, 0], [-0.1255, 0, 0], [0, 0, 0.101], [0, 0, -0.101], [9, 0, 9]] {
      let image = front.image(of: [point(place, [0, 1, 0], 200)], size: 0.0123, background: .zero)
      #expect(image.pixels.contains(200) == (place.x < 9))
    }
  }

  /// A point narrower than a pixel is one pixel of its colour before the background.
  @Test func aPointHasItsColourAndTheRestIsBackground() {
    let seen = GrowingCloud.Point(
      position: [-0.03, 0, 0.02], outward: [0, 1, 0], color: [10, 120.4, 229.7], count: 9)
    let image = front.image(of: [seen], size: 0.001, background: [7, 8, 9])
    // 405 pixels a metre: 12.15 to the right, 8.1 up.
    var expected = (0..<(101 * 81)).flatMap { _ in [7, 8, 9] as [UInt8] }
    expected.replaceSubrange((3 * (32 * 101 + 62))..<(3 * (32 * 101 + 62) + 3), with: [10, 120, 230])
    #expect(image.pixels == expected)
  }
}
