import Feedback
import Geometry
import Images
import Platform
import Testing

@testable import LiveTracking

/// The width of smeared edges.
@Suite struct ImageBlurTests {
  /// Dark squares on a bright sheet, as on a cap, moved along a direction while the picture is taken.
  private func sheet(smear: Double, degrees: Double) -> GrayImage {
    let toward = Matrix3.rotation([0, 0, degrees * .pi / 180]) * Vector3(1, 0, 0)
    let tilt = Matrix3.rotation([0, 0, 0.3])
    let isDark = { (p: Vector3) in
      let q = tilt * p
      let (u, v) = (q.x / 30 - (q.x / 30).rounded(.down), q.y / 30 - (q.y / 30).rounded(.down))
      return (0.2..<0.8).contains(u) && (0.2..<0.8).contains(v)
    }
    var random = SeededGenerator(seed: 9)
    let count = max(4, Int(smear))
    var pixels: [UInt8] = []
    for y in 0..<160 {
      for x in 0..<240 {
        let dark = (0..<count).count { k in
          isDark(Vector3(Double(x), Double(y), 0) + toward * (smear * ((Double(k) + 0.5) / Double(count) - 0.5)))
        }
        pixels.append(UInt8(max(0, 210 - 180 * Double(dark) / Double(count) + 1.5 * random.normal())))
      }
    }
    return GrayImage(width: 240, height: 160, pixels: pixels)
  }

  @Test(arguments: [0, 30, 45, 90, 140] as [Double]) func aSmearShowsWhateverItsDirection(_ degrees: Double) throws {
    let widths = try [1, 6, 12, 24].map { try #require(ImageBlur.width(of: sheet(smear: $0, degrees: degrees))) }
    #expect(widths == widths.sorted(), "\(widths)")
    #expect(widths[0] < 2.5, "\(widths)")
    #expect(widths[3] > 6, "\(widths)")
  }

  @Test func aPlainImageHasNoEdges() {
    #expect(ImageBlur.width(of: GrayImage(width: 64, height: 64, pixels: Array(repeating: 90, count: 4096))) == nil)
    #expect(ImageBlur.width(of: GrayImage(width: 3, height: 3, pixels: Array(repeating: 90, count: 9))) == nil)
  }

  /// Against the definition: of all directions (here 1440 of them) the least mean square gradient, less the noise's 6 and at
  /// least 0.5, where the change over sixteen pixels is 32 or more; a quarter of the mean square change over it is the width,
  /// at most 16.
  private func oracle(_ image: GrayImage) -> Double? {
    let at = { (x: Int, y: Int) in Double(image.pixels[y * image.width + x]) }
    var (gradients, large): ([Vector2], [Double]) = ([], [])
    for y in 0..<image.height where (y - 8) % 3 == 0 && y >= 8 && y < image.height - 8 {
      for x in 0..<image.width where (x - 8) % 3 == 0 && x >= 8 && x < image.width - 8 {
        let change = Vector2(at(x + 8, y) - at(x - 8, y), at(x, y + 8) - at(x, y - 8))
        guard abs(change.x) >= 32 || abs(change.y) >= 32 else { continue }
        gradients.append([at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1)])
        large.append(change.dot(change) / 2)
      }
    }
    guard large.count >= 200 else { return nil }
    let (xx, xy, yy) = gradients.reduce((0.0, 0.0, 0.0)) {
      ($0.0 + $1.x * $1.x, $0.1 + $1.x * $1.y, $0.2 + $1.y * $1.y)
    }
    let least = (0..<1440).map { (step: Int) -> Double in
      let angle = Double(step) * .pi / 1440
      let (c, s) = (cos(angle), sin(angle))
      return c * c * xx + 2 * c * s * xy + s * s * yy
    }.min()!
    let count = Double(large.count)
    return min(large.reduce(0, +) / count / (4 * max(least / count - 6, 0.5)), 16)
  }

  /// Waves along two directions that are not at right angles, stronger along one of them, with noise.
  @Test(arguments: 1...8) func theWidthIsThatOfTheLeastGradient(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let (width, height) = (97, 71)
    let (turn, length) = (random.uniform() * .pi, 9 + 12 * random.uniform())
    let (strong, weak) = (30 + 50 * random.uniform(), 10 + 25 * random.uniform())
    let pixels = (0..<(width * height)).map { (i: Int) -> UInt8 in
      let (x, y) = (Double(i % width), Double(i / width))
      let first = sin((x * cos(turn) + y * sin(turn)) * 2 * .pi / length)
      let second = sin((x * cos(turn + 1) + y * sin(turn + 1)) * 2 * .pi / (0.7 * length))
      return UInt8(min(max(128 + strong * first + weak * second + 2 * random.normal(), 0), 255))
    }
    let image = GrayImage(width: width, height: height, pixels: pixels)
    let (found, expected) = (ImageBlur.width(of: image), oracle(image))
    #expect((found == nil) == (expected == nil), "seed \(seed)")
    if let found, let expected {
      #expect(abs(found - expected) < 1e-3 * expected, "seed \(seed): \(found), \(expected)")
    }
  }

  /// Stripes change in one direction only: across it nothing is sharp.
  @Test func stripesAreSmearedAlongThemselves() {
    for isUpright in [true, false] {
      let pixels = (0..<(90 * 70)).map { (i: Int) -> UInt8 in (isUpright ? i % 90 : i / 90) / 16 % 2 == 0 ? 20 : 200 }
      #expect(ImageBlur.width(of: GrayImage(width: 90, height: 70, pixels: pixels)) == 16)
    }
  }

  /// Single bright pixels eight to the right of, or below, pixels that are looked at: each makes one of them count.
  private func spots(_ count: Int, level: UInt8, isBelow: Bool) -> GrayImage {
    let (width, height) = isBelow ? (64, 80) : (80, 64)
    var pixels = [UInt8](repeating: 100, count: width * height)
    for k in 0..<count {
      let (far, near) = (8 + 3 * (k % 22), 8 + 3 * (k / 22))
      pixels[isBelow ? (far + 8) * width + near : near * width + far + 8] = level
    }
    return GrayImage(width: width, height: height, pixels: pixels)
  }

  @Test(arguments: [false, true]) func twoHundredStrongChangesAreEnough(_ isBelow: Bool) {
    #expect(ImageBlur.width(of: spots(200, level: 132, isBelow: isBelow)) != nil)
    #expect(ImageBlur.width(of: spots(200, level: 68, isBelow: isBelow)) != nil)
    #expect(ImageBlur.width(of: spots(199, level: 132, isBelow: isBelow)) == nil)
    #expect(ImageBlur.width(of: spots(200, level: 131, isBelow: isBelow)) == nil)
    #expect(ImageBlur.width(of: spots(200, level: 69, isBelow: isBelow)) == nil)
  }

  /// A strip of twenty pixels has two columns, or rows, that can be looked at; of sixteen none.
  @Test func narrowImagesAreLookedAtToo() {
    for (width, height) in [(20, 400), (400, 20)] {
      let pixels = (0..<(width * height)).map { (i: Int) -> UInt8 in
        (i % width / 10 + i / width / 10) % 2 == 0 ? 20 : 200
      }
      let image = GrayImage(width: width, height: height, pixels: pixels)
      let (found, expected) = (ImageBlur.width(of: image) ?? -1, oracle(image) ?? -2)
      #expect(abs(found - expected) < 1e-3 * expected, "\(found), \(expected)")
    }
    for (width, height) in [(16, 800), (800, 16), (7, 900), (900, 7), (0, 0)] {
      let pixels = (0..<(width * height)).map { (i: Int) -> UInt8 in i % 16 < 8 ? 20 : 200 }
      #expect(ImageBlur.width(of: GrayImage(width: width, height: height, pixels: pixels)) == nil)
    }
  }
}
