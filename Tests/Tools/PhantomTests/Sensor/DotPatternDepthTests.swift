import Geometry
import Testing

@testable import Phantom

/// The shift that the dots of a window share.
@Suite struct DotPatternDepthTests {
  private let sensor = DotPatternDepth(sensor: PhantomSensor(), noise: PixelNoise(seed: 1, frame: 0))

  /// Among 9 × 9 pixels: nothing of fewer than three dots; the mean of dots that agree; else that of the dots within two pixels
  /// of the largest shift, if they are three and three tenths of all; else that of the others, if these are three.
  @Test func theNearerSurfaceWinsIfItHasEnoughDots() {
    let seed: UInt64 = 8
    var generator = SeededGenerator(seed: seed)
    let (width, height) = (37, 29)
    var (seen, wrong) = ([0, 0, 0, 0, 0], 0)
    for density in [0.03, 0.06, 0.2] {
      for share in [0.0, 0.1, 0.3, 0.5] {
        let shifts: [Float] = (0..<width * height).map { _ in
          guard generator.uniform() < density else { return .nan }
          return Float((generator.uniform() < share ? 50 : 44) + 0.1 * generator.uniform())
        }
        for y in 0..<height {
          for x in 0..<width {
            var dots: [Double] = []
            for v in y - 4...y + 4 where (0..<height).contains(v) {
              for u in x - 4...x + 4 where (0..<width).contains(u) && !shifts[v * width + u].isNaN {
                dots.append(Double(shifts[v * width + u]))
              }
            }
            let mean = { (values: [Double]) -> Double? in
              values.count < 3 ? nil : values.reduce(0, +) / Double(values.count)
            }
            let largest = dots.max() ?? 0
            let (near, far) = (dots.filter { $0 > largest - 2 }, dots.filter { $0 <= largest - 2 })
            let expected: Double?
            if dots.count < 3 {
              (expected, seen[0]) = (nil, seen[0] + 1)
            } else if far.isEmpty {
              (expected, seen[1]) = (mean(dots), seen[1] + 1)
            } else if near.count >= 3, Double(near.count) >= 0.3 * Double(dots.count) {
              (expected, seen[2]) = (mean(near), seen[2] + 1)
            } else {
              expected = mean(far)
              seen[expected == nil ? 3 : 4] += 1
            }
            let found = sensor.matched(shifts, x, y, width, height)
            let isRight =
              if let found, let expected { abs(found - expected) < 1e-9 } else { found == nil && expected == nil }
            if !isRight { wrong += 1 }
          }
        }
      }
    }
    #expect(wrong == 0, "seed \(seed)")
    #expect(seen.allSatisfy { $0 > 20 }, "\(seen)")
  }

  private func depth(_ pixel: MadePixel) -> [Double] {
    let camera = Camera(width: 120, height: 90, fx: 592, fy: 592, cx: 60, cy: 45)
    var sensor = PhantomSensor()
    sensor.camera = camera
    let noise = PixelNoise(seed: 1, frame: 0)
    return DotPatternDepth(sensor: sensor, noise: noise).depth(.made(camera) { _, _ in pixel })
  }

  /// One pixel of 10.24 bears a dot at most, so a window has seven or eight.
  @Test func aWallIsMeasuredNearlyEverywhere() {
    let found = depth(MadePixel(depth: 0.4)).filter(\.isFinite)
    #expect(found.count > 8500)
    let mean = found.reduce(0, +) / Double(found.count)
    #expect(abs(mean - 0.4) < 0.0008, "\(mean)")
    // A dot errs by an eighth of a pixel, eight together by 0.045, and a pixel is 0.4² / 16 m = 10 mm.
    let spread = (found.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(found.count)).squareRoot()
    #expect((0.0002...0.0012).contains(spread), "\(spread)")
  }

  @Test func whatIsTooNearTooFarOrTooDarkHasNoDots() {
    for pixel in [
      MadePixel(depth: 0.099), MadePixel(depth: 0.61), MadePixel(depth: 0.59, material: .blackInk),
      MadePixel(depth: 0.4, cosine: 0.05),
    ] {
      #expect(depth(pixel).allSatisfy { $0.isNaN }, "\(pixel)")
    }
    for pixel in [
      MadePixel(depth: 0.101), MadePixel(depth: 0.59), MadePixel(depth: 0.3, material: .blackInk),
      MadePixel(depth: 0.4, material: .face), MadePixel(depth: 0.59, material: .whiteInk),
    ] {
      #expect(depth(pixel).contains { $0.isFinite }, "\(pixel)")
    }
  }
}
