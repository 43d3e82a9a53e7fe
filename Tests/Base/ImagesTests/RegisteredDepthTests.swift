import Geometry
import Images
import Testing

/// Depth pixels as the colour camera sees them.
@Suite struct RegisteredDepthTests {
  private static let color = Camera(width: 320, height: 240, fx: 300, fy: 300, cx: 159.5, cy: 119.5)
  private static let area = Quadrilateral([[100, 80], [180, 90], [170, 150], [95, 140]])

  /// A plane z = a + b x in the colour camera's frame, as a depth camera sees it.
  private static func plane(_ cameras: CameraPair, from a: Double = 0.4, slope b: Double = 0.3) -> DepthImage {
    let (depth, depthFromColor) = (cameras.depth, cameras.colorFromDepth.inverse)
    let normal = depthFromColor.rotation * Vector3(-b, 0, 1)
    let offset = a + normal.dot(depthFromColor.translation)
    let pixels = (0..<(depth.width * depth.height)).map { i -> Float in
      let ray = depth.ray([Double(i % depth.width), Double(i / depth.width)])
      return Float(offset / normal.dot(ray))
    }
    return DepthImage(width: depth.width, height: depth.height, pixels: pixels)
  }

  private static let pairs = [
    CameraPair(color), CameraPair(color: color, depth: color.resized(width: 160, height: 120)),
    CameraPair(color: color, depth: color.resized(width: 640, height: 480)),
    CameraPair(
      color: color,
      depth: Camera(width: 256, height: 192, fx: 210, fy: 210, cx: 130, cy: 95, lens: Lens(radial: [0.05])),
      colorFromDepth: RigidTransform(rotation: .rotation([0.02, -0.05, 0.01]), translation: [0.015, -0.004, 0.002])),
  ]

  /// Each sample lies where its ray meets the plane, whatever the size, lens and place of the depth camera.
  @Test(arguments: pairs) func samplesLieOnTheSurface(cameras: CameraPair) {
    let depth = RegisteredDepth(Self.plane(cameras), cameras)
    let samples = depth.samples(in: Self.area)
    #expect(samples.count > 1000 / 5)
    #expect(samples.allSatisfy { $0.depth > 0 })
    for sample in samples {
      let point = Self.color.ray(sample.place) * sample.depth
      #expect(abs(point.z - 0.4 - 0.3 * point.x) < 2e-6)
      #expect(sample.place.x > 90)
      #expect(sample.place.x < 185)
      #expect(sample.place.y > 75)
      #expect(sample.place.y < 155)
    }
    #expect(depth.samples(around: [120.3, 100.2], reach: 3).count >= (cameras.areOne ? 49 : 25))
  }

  /// A sample has the density that it says: so many of them as the area has pixels of the depth image.
  @Test(arguments: pairs) func densityTellsTheirNumber(cameras: CameraPair) {
    let depth = RegisteredDepth(Self.plane(cameras), cameras)
    let pixels = Self.area.rows(width: 320, height: 240).reduce(0) { $0 + $1.columns.count }
    let expected = Double(pixels) * depth.density * depth.density
    #expect(abs(Double(depth.samples(in: Self.area).count) / expected - 1) < 0.06)
  }

  /// A depth image of other proportions, as some recorders resize it: every one of its pixels is found once, where it lies.
  @Test func pixelsOfAnotherSizeAreFoundAtTheirPlaces() {
    let depth = Self.color.resized(width: 80, height: 120)
    let cameras = CameraPair(color: Self.color, depth: depth)
    let pixels = (0..<(80 * 120)).map { i -> Float in 0.3 + 0.001 * Float(i % 80) + 0.0001 * Float(i / 80) }
    let registered = RegisteredDepth(DepthImage(width: 80, height: 120, pixels: pixels), cameras)
    #expect(registered.density == 0.25)
    let all = registered.samples(in: Quadrilateral([[-1, -1], [320, -1], [320, 240], [-1, 240]]))
    #expect(all.map { Float($0.depth) } == pixels)
    for (i, sample) in all.enumerated() {
      let (column, row) = (Double(i % 80), Double(i / 80))
      #expect(sample.place == Vector2(4 * column + 1.5, 2 * row + 0.5))
    }
    // 2.5 pixels of the coarser axis to either side: 10 of the colour image.
    let around = registered.samples(around: [161.5, 99.9], reach: 2)
    #expect(Set(around.map(\.place.x)) == Set(stride(from: 153.5, through: 169.5, by: 4)))
    #expect(Set(around.map(\.place.y)) == Set(stride(from: 90.5, through: 108.5, by: 2)))
  }

  /// Pixel by pixel: those around the nearest one, and no others.
  @Test func asManyPixelsLieToEitherSide() {
    let cameras = CameraPair(Self.color)
    let depth = RegisteredDepth(Self.plane(cameras), cameras)
    let around = depth.samples(around: [120.4, 99.6], reach: 3).map(\.place)
    #expect(around == (97...103).flatMap { y in (117...123).map { x in Vector2(Double(x), Double(y)) } })
    #expect(depth.samples(around: [0, 239], reach: 1).count == 4)
  }

  /// Cameras side by side: a wall at z is seen f b / z pixels aside, and no nearer nor farther.
  @Test(arguments: [0.25, 0.4, 1.2]) func aWallIsSeenAside(z: Double) {
    let cameras = CameraPair(
      color: Self.color, depth: Self.color,
      colorFromDepth: RigidTransform(rotation: .identity, translation: [0.02, 0, 0]))
    // One pixel of the wall is measured.
    var pixels = [Float](repeating: .nan, count: 320 * 240)
    pixels[120 * 320 + 130] = Float(z)
    let depth = RegisteredDepth(DepthImage(width: 320, height: 240, pixels: pixels), cameras)
    let seen = depth.samples(in: Quadrilateral([[0, 0], [319, 0], [319, 239], [0, 239]])).filter { $0.depth > 0 }
    #expect(seen.count == 1)
    #expect(abs(seen[0].place.x - (130 + 300 * 0.02 / z)) < 1e-4)
    #expect(abs(seen[0].place.y - 120) < 1e-4)
    #expect(abs(seen[0].depth - z) < 1e-7)
  }

  /// Where cameras stand apart, samples lie in cells, so many of them along a pixel as the density says, and an area has those
  /// whose middles lie in it. So the middle of the cell in which a sample lies is within the area.
  @Test(arguments: [(210.0, Vector2(130, 95)), (300.0, Vector2(127.5, 95.5))])
  func samplesLieInTheCellsOfTheirArea(focal: Double, axis: Vector2) {
    let cameras = CameraPair(
      color: Self.color, depth: Camera(width: 256, height: 192, fx: focal, fy: focal, cx: axis.x, cy: axis.y),
      colorFromDepth: RigidTransform(rotation: .rotation([0.02, -0.05, 0.01]), translation: [0.015, -0.004, 0.002]))
    let depth = RegisteredDepth(Self.plane(cameras), cameras)
    let density = 0.7 * focal / 300
    #expect(abs(depth.density - density) < 1e-12)
    var count = 0
    for k in 0..<20 {
      let least = Vector2(100, 80) + Vector2(0.37, 0.53) * Double(k)
      let most = least + [40, 30]
      let area = Quadrilateral([least, [most.x, least.y], most, [least.x, most.y]])
      for sample in depth.samples(in: area) where sample.depth > 0 {
        let cell = (sample.place + 0.5) * density
        for axis in 0..<2 {
          let low = cell[axis].rounded(.down)
          // Places are rounded: on the border of two cells they tell nothing.
          guard abs(cell[axis] - low - 0.5) < 0.499 else { continue }
          let middle = (low + 0.5) / density - 0.5
          #expect(middle > least[axis] - 1e-6 && middle < most[axis] + 1e-6, "\(sample.place) of \(least) to \(most)")
          count += 1
        }
      }
    }
    #expect(count > 9000)
  }

  /// Of the four depth pixels in a cell, at 0.15 and 0.65 along both axes, the one nearest to its middle is taken.
  @Test func thePixelInTheMiddleOfACellIsTaken() {
    let wide = Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 319.7, cy: 239.7)
    // As good as in one place, and yet a pose.
    let cameras = CameraPair(
      color: Self.color, depth: wide,
      colorFromDepth: RigidTransform(rotation: .identity, translation: [1e-9, 0, 0]))
    let image = DepthImage(width: 640, height: 480, pixels: [Float](repeating: 0.5, count: 640 * 480))
    let depth = RegisteredDepth(image, cameras)
    #expect(depth.density == 1)
    let samples = depth.samples(in: Quadrilateral([[100, 80], [180, 80], [180, 150], [100, 150]]))
    #expect(samples.count > 5000 && samples.allSatisfy { $0.depth == 0.5 })
    for sample in samples {
      #expect(abs(sample.place.x - sample.place.x.rounded(.down) - 0.15) < 1e-3)
      #expect(abs(sample.place.y - sample.place.y.rounded(.down) - 0.15) < 1e-3)
    }
  }

  /// Where noise makes pixels nearer and farther, samples lie on the surface in the mean, not before it.
  @Test func noiseDoesNotBringTheSurfaceNearer() {
    let cameras = CameraPair(
      color: Self.color, depth: Camera(width: 330, height: 250, fx: 300, fy: 300, cx: 164.3, cy: 124.8))
    var random = SeededGenerator(seed: 7)
    let pixels = (0..<(330 * 250)).map { _ in Float(0.4 + Double.random(in: -0.001...0.001, using: &random)) }
    let depth = RegisteredDepth(DepthImage(width: 330, height: 250, pixels: pixels), cameras)
    let samples = depth.samples(in: Quadrilateral([[10, 10], [300, 10], [300, 220], [10, 220]]))
    let mean = samples.reduce(0) { $0 + $1.depth - 0.4 } / Double(samples.count)
    // The standard deviation of the mean is 0.0033 of noise of 0.58 mm; the nearest of two pixels lies 0.33 mm before.
    #expect(samples.count > 25_000, "\(mean * 1000) mm")
    #expect(abs(mean) < 0.000_015, "\(mean * 1000) mm")
  }

  /// A lens that folds over would show a board far aside of the colour image within it, before the wall that is there.
  @Test func whatLiesBesideTheImageHidesNothing() {
    var color = Self.color
    color.lens = Lens(radial: [-0.3])
    let wide = Camera(width: 400, height: 300, fx: 110, fy: 110, cx: 199.5, cy: 149.5)
    let board = Vector2(1.3, 1.75)
    let pixels = (0..<(400 * 300)).map { i -> Float in
      let ray = wide.ray([Double(i % 400), Double(i / 400)])
      let r = Vector2(ray.x, ray.y).length
      return r > board.x && r < board.y ? 0.3 : 0.6
    }
    let folded = color.project([1.5, 0, 1])
    #expect(color.contains(folded))
    let depth = RegisteredDepth(
      DepthImage(width: 400, height: 300, pixels: pixels), CameraPair(color: color, depth: wide))
    let seen = depth.samples(in: Quadrilateral([[0, 0], [319, 0], [319, 239], [0, 239]])).filter { $0.depth > 0 }
    #expect(seen.count > 2000)
    #expect(seen.allSatisfy { abs($0.depth - 0.6) < 1e-6 })
  }

  /// What stands before the wall hides it from the colour camera, though the depth camera beside it sees the wall there.
  @Test func whatIsHiddenIsLeftOut() {
    let cameras = CameraPair(
      color: Self.color, depth: Self.color,
      colorFromDepth: RigidTransform(rotation: .identity, translation: [0.03, 0, 0]))
    // A board at 0.3 m over the wall at 0.6 m: in the depth camera's frame it covers x from −0.04 to 0.02.
    let pixels = (0..<(320 * 240)).map { i -> Float in
      let x = Self.color.ray([Double(i % 320), 0]).x * 0.3
      return x > -0.04 && x < 0.02 ? 0.3 : 0.6
    }
    let depth = RegisteredDepth(DepthImage(width: 320, height: 240, pixels: pixels), cameras)
    // In the colour camera's frame the board lies from x = −0.01 to 0.05, so from pixel 149.5 to 209.5.
    let strip = Quadrilateral([[151, 20], [208, 20], [208, 220], [151, 220]])
    let seen = depth.samples(in: strip).filter { $0.depth > 0 }
    #expect(seen.count > 1000)
    #expect(seen.allSatisfy { abs($0.depth - 0.3) < 1e-6 })
  }
}
