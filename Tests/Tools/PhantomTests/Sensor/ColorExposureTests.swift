import Geometry
import Testing

@testable import Phantom

/// How light becomes levels, where pixels get several rays, and where the sun shines.
@Suite struct ColorExposureTests {
  @Test func levelsAreThoseOfSRGB() {
    let curve = ColorExposure.transferCurve
    #expect(curve.count == 4096 && curve[0] == 0 && abs(curve[4095] - 255) < 1e-3)
    // IEC 61966-2-1: 0.5 is 0.7354, 0.18 is 0.4614, and below 0.0031308 it is 12.92 times the light.
    #expect(abs(curve[2048] - 187.5) < 0.1)
    #expect(abs(curve[737] - 117.6) < 0.1)
    #expect(abs(curve[8] - 255 * 12.92 * 8 / 4095) < 1e-3)
    #expect(abs(curve[13] - (curve[12] + curve[14]) / 2) < 0.05)
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func raysAreSpreadOverThePixel() {
    let offsets = ColorExposure.offsets(count: 64)
    #expect(offsets.count == 64 && ColorExposure.offsets(count: 0).count == 1)
    #expect(offsets.allSatisfy { abs($0.x) <= 0.5 && abs($0.y) <= 0.5 })
    #expect((offsets[0] - [0.254_877_666, 0.069_840_291]).length < 1e-8)
    // Each of sixteen parts of the pixel gets some of the four that are due to it.
    for part in 0..<16 {
      let inside = offsets.count {
        Int(($0.x + 0.5) * 4) == part % 4 && Int(($0.y + 0.5) * 4) == part / 4
      }
      #expect((2...6).contains(inside), "\(part): \(inside)")
    }
  }

  @Test(arguments: [1, 2, 4]) func edgesAreWidenedToAllSides(radius: Int) {
    let (width, height, seed) = (23, 11, UInt64(4))
    var generator = SeededGenerator(seed: seed)
    let mask = (0..<width * height).map { _ in generator.uniform() < 0.02 }
    #expect(mask.contains(true))
    let wide = ColorExposure.dilated(mask, width, height, radius: radius)
    for i in wide.indices {
      let isNear = mask.indices.contains {
        mask[$0] && abs($0 % width - i % width) <= radius && abs($0 / width - i / width) <= radius
      }
      #expect(wide[i] == isNear, "seed \(seed)")
    }
  }

  private static let made = Result {
    var options = PhantomOptions()
    (options.frames, options.markerCount) = (1, 0)
    options.sensor.camera = camera
    return try PhantomRecording(options).scene.at(0, headFromCamera: .identity)
  }
  private static let camera = Camera(width: 40, height: 30, fx: 100, fy: 100, cx: 20, cy: 15)

  /// The exposure of what a camera saw that goes sideways while the shutter is open, by so many pixels of a wall at
  /// 0.3 m, and how many places on its way were asked for, each time.
  private func exposure(
    smear: Double = 0, rays: Int = 6, noise: Double = 0, _ pixel: @escaping (Int, Int) -> MadePixel
  ) throws -> (image: [UInt8], counts: [Int]) {
    var sensor = PhantomSensor()
    (sensor.imageNoise, sensor.raysPerPixel) = (noise, rays)
    var counts: [Int] = []
    let exposure = ColorExposure(
      sensor: sensor, scene: try Self.made.get(), noise: PixelNoise(seed: 1, frame: 0),
      buffer: .made(Self.camera, pixel)
    ) { count in
      counts.append(count)
      return (0..<count).map {
        let way = 0.003 * smear * Double($0) / Double(max(count - 1, 1))
        return RowPoses(RigidTransform(rotation: .identity, translation: [way, 0, 0]))
      }
    }
    return (exposure.image().pixels, counts)
  }

  /// Where nothing is near an edge, the level is that of the pixel's own light; elsewhere rays are cast, which find
  /// no white.
  @Test func pixelsNearEdgesGetMoreRays() throws {
    let edges: [(Double, (Int, Int) -> Bool, (Int, Int) -> Bool)] = [
      (0, { x, _ in x < 10 }, { x, _ in (8...10).contains(x) }),
      (0, { x, _ in x == 39 }, { x, _ in x >= 37 }),
      (0, { _, y in y == 29 }, { _, y in y >= 27 }),
      // Half of the smear, rounded up, and a pixel more to either side of the edge.
      (9.5, { x, _ in x < 20 }, { x, _ in (13...25).contains(x) }),
    ]
    for (number, (smear, isCloth, isDetailed)) in edges.enumerated() {
      let (image, _) = try exposure(smear: smear) { x, y in
        MadePixel(material: isCloth(x, y) ? .cloth : .face, light: [1, 1.5, 1])
      }
      for i in 0..<1200 {
        let isWhite = image[3 * i..<3 * i + 3].allSatisfy { $0 == 255 }
        #expect(isWhite == !isDetailed(i % 40, i / 40), "\(number): \(i % 40) \(i / 40)")
      }
    }
  }

  /// More than eight pixels get a ray each, thirty-two at most, if these are more than usual.
  @Test func longSmearsGetARayAPixel() throws {
    for (smear, rays, counts) in [
      (0, 6, [6]), (7.9, 6, [6]), (8.5, 6, [6, 9]), (12.2, 6, [6, 13]), (12.2, 16, [16]), (70, 6, [6, 32]),
    ] {
      #expect(try exposure(smear: smear, rays: rays) { _, _ in MadePixel() }.counts == counts, "\(smear) \(rays)")
    }
  }

  /// A light of 0.18 has the level 117.6, the nearest whole number being 118.
  @Test func levelsAreRoundedAndNoisy() throws {
    let light = SIMD3<Float>(0.18, 0, 0.25)
    let plain = try exposure { _, _ in MadePixel(light: light) }.image
    for i in 0..<1200 { #expect(Array(plain[3 * i..<3 * i + 3]) == [118, 0, 137], "\(i)") }
    let noisy = try exposure(noise: 8) { _, _ in MadePixel(light: light) }.image
    let red = (0..<1200).map { Double(noisy[3 * $0]) - 117.6 }
    // Of 1200 numbers: 8 ± 0.16.
    #expect(abs(RobustStatistics.standardDeviation(red) - 8) < 0.8 && abs(RobustStatistics.mean(red)) < 1)
  }

  /// On a sphere the sun takes its share, less half of what fades out: 0.05 of the cosine, so 0.025 of the sphere.
  @Test(arguments: [0.15, 0.30, 0.60]) func theSunTakesItsShareOfASphere(share: Double) {
    let seed: UInt64 = 17
    var generator = SeededGenerator(seed: seed)
    let sun = Vector3(0.62, -0.55, 0.56).normalized
    let turn = Matrix3.rotation([0.3, -0.8, 0.5])
    let camera = Camera(width: 200, height: 150, fx: 100, fy: 100, cx: 100, cy: 75)
    let normals = (0..<30_000).map { _ in generator.direction() }
    let buffer = SurfaceBuffer.made(camera) { MadePixel(normal: SIMD3<Float>(turn * normals[$1 * 200 + $0])) }
    let codes = [UInt16](repeating: 1500, count: 30_000)
    let left = Sunlight(share: share)
      .applied(to: codes, buffer, noise: PixelNoise(seed: 2, frame: 3), cameraFromWorld: turn)
    let lost = left.indices.filter { left[$0] == 0 }
    #expect(abs(Double(lost.count) / 30_000 - (share - 0.025)) < 0.015, "\(lost.count)")
    #expect(left.allSatisfy { $0 == 0 || $0 == 1500 })
    // The edge is ragged by 0.06, of which hardly any number is four times.
    for i in left.indices {
      let beyond = normals[i].dot(sun) - (1 - 2 * share)
      if beyond < -0.24 { #expect(left[i] == 1500) }
      if beyond > 0.35 { #expect(left[i] == 0) }
    }
  }
}
