import Geometry
import Images
import PointClouds
import Recordings
import Testing

/// The cloud that grows while a scan goes on.
@Suite struct GrowingCloudTests {
  let camera = Camera(width: 80, height: 60, fx: 100, fy: 100, cx: 39.5, cy: 29.5)
  let color = ColorImage(width: 80, height: 60, pixels: (0..<(80 * 60)).flatMap { _ in [90, 140, 200] as [UInt8] })

  private func wall(at z: Float) -> DepthImage {
    DepthImage(width: 80, height: 60, pixels: [Float](repeating: z, count: 80 * 60))
  }

  private func grow(
    _ cloud: inout GrowingCloud, _ depth: DepthImage, from pose: RigidTransform = .identity, radius: Double = 1
  ) {
    cloud.add(
      depth, color, cameras: CameraPair(camera), scanFromCamera: pose, centre: [0, 0, 0.5], radius: radius, step: 1)
  }

  @Test func pointsLieWhereTheyAreSeen() {
    var cloud = GrowingCloud(voxel: 0.004)
    let pose = RigidTransform(
      rotation: Matrix3(columns: [0, 1, 0], [-1, 0, 0], [0, 0, 1]), translation: [0.01, 0, 0])
    for _ in 0..<3 { grow(&cloud, wall(at: 0.4), from: pose) }
    let points = cloud.points
    #expect(points.count > 500)
    #expect(points.allSatisfy { abs($0.position.z - 0.4) < 1e-5 && $0.color == [90, 140, 200] })
    // What is wide in the image is high in the scan: the pose turns it.
    let (x, y) = (points.map(\.position.x), points.map(\.position.y))
    #expect(abs(y.max()! - 0.4 * 38.5 / 100) < 0.004)
    #expect(abs(x.max()! - 0.01 - 0.4 * 28.5 / 100) < 0.004)
    #expect(points.allSatisfy { $0.outward.z < -0.8 })
  }

  @Test func itsSizeIsThatOfTheSurfaceNotOfTheScan() {
    var cloud = GrowingCloud(voxel: 0.004)
    grow(&cloud, wall(at: 0.4))
    grow(&cloud, wall(at: 0.4))
    let count = cloud.points.count
    for _ in 0..<20 { grow(&cloud, wall(at: 0.4)) }
    #expect(cloud.points.count == count)
    var small = GrowingCloud(voxel: 0.004, most: 100)
    for _ in 0..<3 { grow(&small, wall(at: 0.4)) }
    #expect(small.points.count == 100)
  }

  @Test func onlyWhatIsNearTheMiddleAndSmoothIsKept() {
    var cloud = GrowingCloud(voxel: 0.004)
    var depth = wall(at: 0.5)
    for y in 0..<60 { for x in 40..<80 { depth.pixels[y * 80 + x] = 0.3 } }
    depth.pixels[30 * 80 + 10] = .nan
    for _ in 0..<2 { grow(&cloud, depth, radius: 0.25) }
    // The step from one wall to the other and the neighbours of the hole give nothing between.
    #expect(cloud.points.allSatisfy { min(abs($0.position.z - 0.5), abs($0.position.z - 0.3)) < 1e-5 })
    #expect(cloud.points.allSatisfy { abs($0.position.z - 0.5) < 1e-5 || $0.position.x > 0.3 * 0.5 / 100 })
    var far = GrowingCloud(voxel: 0.004)
    for _ in 0..<2 { grow(&far, wall(at: 0.9), radius: 0.25) }
    #expect(far.points.isEmpty)
  }

  /// A camera of five by four pixels: 3 × 2 of them have neighbours on all sides.
  private static let small = Camera(width: 5, height: 4, fx: 20, fy: 19, cx: 2.2, cy: 1.4)
  private static let shades = shaded(5, 4, step: 10)

  /// Each pixel's red is its number times a step, green one more, blue two more.
  private static func shaded(_ width: Int, _ height: Int, step: Int) -> ColorImage {
    var bytes: [UInt8] = []
    for k in 0..<(width * height) {
      let red = UInt8(step * k)
      bytes += [red, red + 1, red + 2]
    }
    return ColorImage(width: width, height: height, pixels: bytes)
  }
  private static let pose = RigidTransform(rotation: .rotation([0.4, -0.7, 0.2]), translation: [0.3, 0.1, -0.5])

  private static func grown(
    _ depth: DepthImage, _ color: ColorImage = shades, cameras: CameraPair = CameraPair(small), voxel: Double = 0.0005,
    times: Int = 2, step: Int = 1
  ) -> GrowingCloud {
    var cloud = GrowingCloud(voxel: voxel)
    for _ in 0..<times {
      cloud.add(depth, color, cameras: cameras, scanFromCamera: pose, centre: pose.translation, radius: 9, step: step)
    }
    return cloud
  }

  @Test(arguments: [1, 2]) func everyPixelWithNeighboursBecomesAPoint(step: Int) {
    let depths = (0..<20).map { (k: Int) -> Float in 0.3 + 0.0003 * Float(k % 5) + 0.0002 * Float(k / 5) }
    let points = Self.grown(DepthImage(width: 5, height: 4, pixels: depths), step: step).points
    let pixels = step == 1 ? [6, 7, 8, 11, 12, 13] : [6, 8]
    #expect(points.count == pixels.count)
    for (point, pixel) in zip(points, pixels) {
      let ray = Self.small.ray([Double(pixel % 5), Double(pixel / 5)])
      let place = Self.pose * (ray * Double(depths[pixel]))
      let outward = (Self.pose.translation - place).normalized
      #expect((Vector3(point.position) - place).length < 1e-6, "pixel \(pixel)")
      #expect((Vector3(point.outward) - outward).length < 1e-6, "pixel \(pixel)")
      let red = Float(10 * pixel)
      #expect(point.color == SIMD3<Float>(red, red + 1, red + 2))
      #expect(point.count == 2)
    }
  }

  /// A neighbour may be up to a hundredth of the depth nearer or farther, on each of four sides; a corner may be anything.
  @Test(arguments: [1, 3, 5, 7, 0, 8]) func aPointHasSmoothNeighbours(_ neighbour: Int) {
    let camera = Camera(width: 3, height: 3, fx: 20, fy: 19, cx: 1.2, cy: 0.8)
    let color = ColorImage(width: 3, height: 3, pixels: Array(repeating: 9, count: 27))
    let cases: [(Float, Bool)] = [(0.0029, true), (-0.0029, true), (0.0031, false), (-0.0031, false)]
    for (offset, isSmooth) in cases {
      var depth = DepthImage(width: 3, height: 3, pixels: Array(repeating: 0.3, count: 9))
      depth.pixels[neighbour] += offset
      let count = Self.grown(depth, color, cameras: CameraPair(camera)).points.count
      let isKept = isSmooth || neighbour % 2 == 0
      #expect(count == (isKept ? 1 : 0), "\(offset)")
    }
    let nothing = DepthImage(width: 3, height: 3, pixels: Array(repeating: 0, count: 9))
    #expect(Self.grown(nothing, color, cameras: CameraPair(camera)).points.isEmpty)
  }

  /// Up to 60 pixels a point is their mean; from then on each new one counts a sixtieth.
  @Test func aPointIsAMeanOfWhatWasSeenLately() throws {
    let camera = Camera(width: 3, height: 3, fx: 20, fy: 19, cx: 1.2, cy: 0.8)
    var cloud = GrowingCloud(voxel: 0.5)
    let add = { (cloud: inout GrowingCloud, z: Float, shade: UInt8) in
      cloud.add(
        DepthImage(width: 3, height: 3, pixels: Array(repeating: z, count: 9)),
        ColorImage(width: 3, height: 3, pixels: Array(repeating: shade, count: 27)), cameras: CameraPair(camera),
        scanFromCamera: .identity, centre: .zero, radius: 1, step: 1)
    }
    for k in 0..<59 { add(&cloud, k < 29 ? 0.2 : 0.3, 0) }
    var point = try #require(cloud.points.first)
    #expect(cloud.points.count == 1)
    #expect(abs(point.position.z - (29 * 0.2 + 30 * 0.3) / 59) < 1e-5)
    #expect(point.count == 59)
    add(&cloud, 0.3, 240)
    point = cloud.points[0]
    #expect(abs(point.color.x - 4) < 1e-4)
    #expect(point.count == 60)
    add(&cloud, 0.3, 240)
    point = cloud.points[0]
    #expect(abs(point.color.x - (4 + 236.0 / 60)) < 1e-4)
    #expect(point.count == 60)
  }

  /// Of 2²¹ voxels along an axis half lie on either side of the origin.
  @Test func whatIsTooFarForItsVoxelsIsLeftOut() {
    let voxel = 2e-7
    let count = { (z: Float) in
      var cloud = GrowingCloud(voxel: voxel)
      let depth = DepthImage(width: 5, height: 4, pixels: Array(repeating: z, count: 20))
      for _ in 0..<2 {
        cloud.add(
          depth, Self.shades, cameras: CameraPair(Self.small), scanFromCamera: .identity, centre: .zero, radius: 1,
          step: 1)
      }
      return cloud.points.count
    }
    // 2²⁰ voxels are 0.2097 m.
    #expect(count(0.2) == 6)
    #expect(count(0.22) == 0)
  }

  /// A colour camera beside the depth camera gives each point the colour of its own pixel, and none to what it does not see.
  @Test func aColourCameraBesideGivesItsColours() {
    let depth = DepthImage(width: 5, height: 4, pixels: Array(repeating: 0.3, count: 20))
    let color = Camera(width: 7, height: 6, fx: 30, fy: 28, cx: 1.1, cy: 2.7)
    let cameras = CameraPair(
      color: color, depth: Self.small,
      colorFromDepth: RigidTransform(rotation: .identity, translation: [-0.004, 0.002, 0.01]))
    let image = Self.shaded(7, 6, step: 5)
    let points = Self.grown(depth, image, cameras: cameras).points
    var expected: [(Vector3, Int)] = []
    for pixel in [6, 7, 8, 11, 12, 13] {
      let seen = Self.small.ray([Double(pixel % 5), Double(pixel / 5)]) * 0.3 + [-0.004, 0.002, 0.01]
      let place = color.project(seen)
      let (x, y) = (Int(place.x.rounded()), Int(place.y.rounded()))
      if (0..<7).contains(x), (0..<6).contains(y) { expected.append((Self.pose * seen, 7 * y + x)) }
    }
    #expect(points.count == expected.count)
    #expect(expected.count > 0 && expected.count < 6)
    for (point, (place, pixel)) in zip(points, expected) {
      #expect((Vector3(point.position) - place).length < 1e-6)
      let red = Float(5 * pixel)
      #expect(point.color == SIMD3<Float>(red, red + 1, red + 2))
    }
  }
}
