import Geometry
import Testing

@testable import Phantom

/// Depth from the phase of light: what a footprint mixes, how noise grows as light fades, and detours in hollows.
@Suite struct TimeOfFlightDepthTests {
  private let sensor = TimeOfFlightDepth(noise: PixelNoise(seed: 5, frame: 2))

  @Test func aFootprintIsTheMeanOfNinePixelsByTheirLight() {
    let seed: UInt64 = 6
    var generator = SeededGenerator(seed: seed)
    let (width, height) = (9, 7)
    let light = (0..<width * height).map { _ in 0.1 + generator.uniform() }
    let camera = Camera(width: width, height: height, fx: 100, fy: 100, cx: 4, cy: 3)
    let depths = light.map { _ in 0.3 + generator.uniform() }
    let buffer = SurfaceBuffer.made(camera) { MadePixel(depth: depths[$1 * width + $0]) }
    let shares = [0.02, 0.08, 0.02, 0.08, 0.60, 0.08, 0.02, 0.08, 0.02]
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        var (sum, strength) = (0.0, 0.0)
        for k in 0..<9 {
          let i = (y + k / 3 - 1) * width + x + k % 3 - 1
          sum += shares[k] * light[i] * depths[i]
          strength += shares[k] * light[i]
        }
        let found = sensor.mixed(buffer, light, y * width + x)
        #expect(abs(found.strength - strength) < 1e-12 && abs(found.depth - sum / strength) < 1e-12, "seed \(seed)")
      }
    }
  }

  private func spread(_ pixel: MadePixel) -> Double? {
    let depth = sensor.depth(.wall(60, 40, pixel)).filter(\.isFinite)
    guard depth.count > 1000 else { return nil }
    return (depth.reduce(0) { $0 + ($1 - pixel.depth) * ($1 - pixel.depth) } / Double(depth.count)).squareRoot()
  }

  /// The light is reflectance · cosine / z²; the noise 0.8 mm at twice the light of a wall of one half at half a metre.
  @Test func noiseGrowsAsLightFades() throws {
    let cases: [(MadePixel, Double)] = [
      // 0.55 / 0.25 = 2.2 of light.
      (MadePixel(depth: 0.5), 0.0016 / 2.2),
      (MadePixel(depth: 0.5, cosine: 0.5), 0.0016 / 1.1),
      (MadePixel(depth: 0.5, material: .blackInk), 0.0016 / 0.4),
      (MadePixel(depth: 0.5, material: .whiteInk), 0.0016 / 3.2),
      (MadePixel(depth: 0.5, material: .skin), 0.0016 / 2.4),
      (MadePixel(depth: 1, material: .shirt), 0.0016 / 0.55),
      // Close by a quarter of a millimetre is left.
      (MadePixel(depth: 0.21), 0.000_25),
      // At a grazing angle there is a fiftieth.
      (MadePixel(depth: 0.3, cosine: 0.001), 0.0016 / (0.55 * 0.02 / 0.09)),
    ]
    for (pixel, expected) in cases {
      let found = try #require(spread(pixel), "\(pixel)")
      // Of 2200 pixels, so within 1.5 %.
      #expect(abs(found / expected - 1) < 0.08, "\(pixel): \(found)")
    }
  }

  @Test func tooNearTooFarAndTooFaintIsNoDepth() {
    for (pixel, isSeen) in [
      (MadePixel(depth: 0.19), false), (MadePixel(depth: 0.201), true), (MadePixel(depth: 1.99), true),
      (MadePixel(depth: 2.01), false), (MadePixel(depth: 1.4, material: .blackInk), true),
      (MadePixel(depth: 1.45, material: .blackInk), false),
    ] {
      #expect((spread(pixel) != nil) == isSeen, "\(pixel)")
    }
    let depth = sensor.depth(.wall(60, 40))
    for i in depth.indices {
      let isRim = i % 60 == 0 || i % 60 == 59 || i / 60 == 0 || i / 60 == 39
      #expect(depth[i].isNaN == isRim)
    }
  }

  /// Within a sphere of radius R, cos α cos β / d² is 1 / 4R² between any two places, so each place of a ring sends the share
  /// reflectance · area / (4 π R²).
  @Test func aBowlIsTooFarByWhatItSendsItself() {
    let camera = Camera(width: 81, height: 61, fx: 300, fy: 280, cx: 37, cy: 33)
    let (centre, radius) = (Vector3(0.01, -0.005, 0.35), 0.1)
    func bowl(_ x: Int, _ y: Int) -> (point: Vector3, normal: Vector3, cosine: Double) {
      let ray = camera.ray([Double(x), Double(y)])
      let (a, b) = (ray.dot(ray), ray.dot(centre))
      // The far one of both places where the ray meets the sphere.
      let z = (b + (b * b - a * (centre.dot(centre) - radius * radius)).squareRoot()) / a
      let normal = (centre - ray * z) / radius
      return (ray * z, normal, -normal.dot(ray) / a.squareRoot())
    }
    let materials: [(Material, Double)] = [
      (.cloth, 0.55), (.blackInk, 0.10), (.whiteInk, 0.80), (.skin, 0.60), (.face, 0.60), (.room, 0.55), (.shirt, 0.55),
    ]
    let kind = { (x: Int, y: Int) in materials[(x / 4 + 3 * (y / 4)) % materials.count] }
    let buffer = SurfaceBuffer.made(camera) { x, y in
      let place = bowl(x, y)
      return MadePixel(
        depth: place.point.z, cosine: Float(place.cosine), material: kind(x, y).0, normal: SIMD3<Float>(place.normal))
    }
    for (x, y) in [(40, 30), (33, 27), (5, 30), (70, 50), (23, 8)] {
      var expected = 0.0
      for (ring, diagonal) in [(9, 6), (22, 15)] {
        for turn in 0..<8 {
          let step = turn < 4 ? ring : diagonal
          let (dx, dy) = (step * [1, -1, 0, 0, 1, 1, -1, -1][turn], step * [0, 0, 1, -1, 1, -1, 1, -1][turn])
          guard (0..<81).contains(x + dx), (0..<61).contains(y + dy) else { continue }
          let (here, there) = (bowl(x, y), bowl(x + dx, y + dy))
          let pixel = there.point.z / 300
          // An eighth of a ring that is 0.6 of its radius wide: π r² · 2 · 0.6 / 8.
          let area = 0.15 * Double.pi * Double(ring * ring) * pixel * pixel / there.cosine
          let share = kind(x + dx, y + dy).1 * area / (4 * .pi * radius * radius)
          expected += share * ((there.point - here.point).length + there.point.z - here.point.z) / 2
        }
      }
      let found = sensor.detour(buffer, x, y)
      #expect(abs(found - expected) < 1e-4 * expected + 1e-9, "\(x) \(y): \(found), \(expected)")
      #expect(expected > 1e-6)
    }
  }

  @Test func nothingIsTooFarOnAWallOrADome() {
    let wall = SurfaceBuffer.wall(60, 40)
    #expect(sensor.detour(wall, 30, 20) < 1e-9)
    // Normals that lean away from each other.
    let camera = Camera(width: 61, height: 61, fx: 300, fy: 300, cx: 30, cy: 30)
    let dome = SurfaceBuffer.made(camera) { x, y in
      let (u, v) = (Double(x - 30) / 300, Double(y - 30) / 300)
      let normal = Vector3(3 * u, 3 * v, -1).normalized
      return MadePixel(depth: 0.3 + 0.4 * (u * u + v * v), normal: SIMD3<Float>(normal))
    }
    #expect(sensor.detour(dome, 30, 30) == 0)
  }
}
