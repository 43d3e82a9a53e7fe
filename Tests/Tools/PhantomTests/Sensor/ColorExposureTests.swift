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
