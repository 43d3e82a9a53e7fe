import Feedback
import Geometry
import Images
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
}
