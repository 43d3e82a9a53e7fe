import Feedback
import Geometry
import Images
import Platform
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

  /// A camera somewhere that sees one pixel at 0.3 m; the head's middle lies so far behind what is seen there, in a direction
  /// from that of the camera by an angle about some axis.
  private func seen(
    _ width: Int, _ x: Int, _ y: Int, radius: Double = 0.07, turned angle: Double = 0
  ) -> (cells: [Int], expected: Int, cosine: Double) {
    let scale = Double(width) / 640
    let camera = Camera(
      width: width, height: width * 3 / 4, fx: 600 * scale, fy: 600 * scale, cx: 320 * scale, cy: 240 * scale)
    let pose = RigidTransform(rotation: .rotation([0.1, -0.2, 0.3]), translation: [0.02, 0.01, -0.05])
    let point = pose * (camera.ray([Double(x), Double(y)]) * 0.3)
    let toCamera = (pose.translation - point).normalized
    let out = Matrix3.rotation(toCamera.anyOrthogonal.normalized * angle) * toCamera
    let middle = point - out * radius
    var pixels = [Float](repeating: 0, count: camera.width * camera.height)
    pixels[y * camera.width + x] = 0.3
    var tally = SurfaceTally()
    tally.add(
      DepthImage(width: camera.width, height: camera.height, pixels: pixels), camera: camera, mapFromCamera: pose,
      middle: middle, rules)
    let cells = tally.seen(.identity, fewest: 1).joined().enumerated().filter(\.element).map(\.offset)
    return (cells, DirectionGrid.cell(out), out.dot((pose.translation - middle).normalized))
  }

  /// Every eighth pixel of a VGA image from the fourth on, every second one of the smallest images, in between by the width.
  @Test(arguments: [(640, 4, 8), (320, 2, 4), (80, 1, 2), (160, 1, 2)])
  func pixelsAreSampledInSteps(_ width: Int, _ first: Int, _ step: Int) {
    for (column, row) in [(3, 2), (4, 5), (0, 0), (0, 3)] {
      let (x, y) = (first + step * column, first + step * row)
      let found = seen(width, x, y)
      #expect(found.cells == [found.expected], "\(x), \(y)")
      for (dx, dy) in [(1, 0), (0, 1), (step / 2, step / 2)] { #expect(seen(width, x + dx, y + dy).cells.isEmpty) }
    }
  }

  /// From 35 to 115 mm from the middle.
  @Test func whatIsNearerOrFartherIsNoSurface() {
    for (radius, isSeen) in [(0.034, false), (0.036, true), (0.114, true), (0.116, false)] {
      #expect(seen(640, 100, 204, radius: radius).cells.isEmpty == !isSeen, "\(radius) m")
    }
  }

  /// The direction of what is seen and that of the camera, both from the middle, are 72.5° apart at most (a cosine of 0.3).
  @Test func whatLooksAsideIsNoSurface() {
    var verdicts: Set<Bool> = []
    for degrees in stride(from: 0.0, through: 120, by: 3) {
      let found = seen(640, 100, 204, turned: degrees * .pi / 180)
      #expect(found.cells == (found.cosine > 0.3 ? [found.expected] : []), "\(degrees)°, cosine \(found.cosine)")
      verdicts.insert(found.cosine > 0.3)
    }
    #expect(verdicts == [true, false])
  }

  /// The directions of the head are asked for, not those of the map.
  @Test func whatWasSeenTurnsWithTheHead() {
    var tally = SurfaceTally()
    let pose = SyntheticCap.pose(0)
    for _ in 0..<2 { tally.add(sphere(0.07, pose), camera: world.camera, mapFromCamera: pose, middle: .zero, rules) }
    // The head looks along the map's x: the camera is on its left.
    let headFromMap = Matrix3(columns: [0, 1, 0], [-1, 0, 0], [0, 0, 1])
    let shares = tally.shares(headFromMap, fewest: 2)
    #expect(shares[.left]! > 0.9)
    #expect(shares[.right]! == 0)
    let band = tally.seen(headFromMap, fewest: 2)[9]
    let plain = tally.seen(.identity, fewest: 2)[9]
    // From the left on over the back, the right and the front: 36 cells; the camera was before the head.
    #expect(plain[27] && !plain[9])
    #expect(band[0] && band[35] && !band[18])
    #expect(tally.seen(.identity, fewest: 3).joined().allSatisfy { !$0 })
  }

  /// 18 bands of 10°; of 36 cells at the middle as many in each band as its circle is long.
  @Test func theGridHasCellsOfAboutTenDegrees() {
    let bands = DirectionGrid.banded(DirectionGrid.directions)
    #expect(bands.map(\.count) == [3, 9, 15, 21, 25, 29, 33, 35, 36, 36, 35, 33, 29, 25, 21, 15, 9, 3])
    #expect(DirectionGrid.count == 412)
    for (index, band) in bands.enumerated() {
      let elevation = (10 * Double(index) - 85) * .pi / 180
      for (column, direction) in band.enumerated() {
        let azimuth = (360 * (Double(column) + 0.5) / Double(band.count) - 180) * .pi / 180
        let expected = Vector3(cos(azimuth) * cos(elevation), sin(azimuth) * cos(elevation), sin(elevation))
        #expect((direction - expected).length < 1e-9)
      }
    }
  }

  /// The ends of bands and circles, and vectors that are a little longer than one.
  @Test func theEndsOfTheGridAreInIt() {
    #expect(DirectionGrid.cell([0, 0, 1]) >= 409)
    #expect(DirectionGrid.cell([0, 0, 1.000_001]) == DirectionGrid.cell([0, 0, 1]))
    #expect(DirectionGrid.cell([0, 0, -1.000_001]) < 3)
    // The band above the middle begins at 206, with 36 cells from -180° on.
    #expect(DirectionGrid.cell([-1, 0, 0]) == 241)
    #expect(DirectionGrid.cell([-1, -0.0, 0]) == 206)
    #expect(DirectionGrid.cell([1, 0.001, 0.001]) == 224)
    #expect(DirectionGrid.cell([1, -0.001, 0.001]) == 223)
    // No width of the circle is left over.
    let end = 5 * Double.pi / 180
    #expect(DirectionGrid.cell([-cos(end), 1e-12, sin(end)]) == 241)
  }
}
