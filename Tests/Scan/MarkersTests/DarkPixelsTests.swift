import ArucoBridge
import Geometry
import Images
import Testing

@testable import Markers

/// What the search for markers takes for dark, with AVX2 and without it.
@Suite struct DarkPixelsTests {
  /// The pixels of a part that are dark, a byte each; nil on a processor without AVX2 where that is asked for.
  private static func dark(_ image: GrayImage, _ box: ArucoBox, window: Int, isWide: Bool) -> [UInt8]? {
    var (dark, error) = ([UInt8](repeating: 9, count: Int(box.width * box.height)), ArucoError())
    let status = image.pixels.withUnsafeBufferPointer {
      aruco_dark_pixels(
        $0.baseAddress, Int32(image.width), Int32(image.height), box, Int32(window), isWide ? 1 : 0, &dark, &error)
    }
    return status == 0 ? dark : nil
  }

  /// The definition: at least 7 below the rounded mean of the window, in which the image's outermost pixels repeat.
  private static func expected(_ image: GrayImage, _ box: ArucoBox, window: Int) -> [UInt8] {
    let half = window / 2
    return (Int(box.y)..<Int(box.y + box.height)).flatMap { y in
      (Int(box.x)..<Int(box.x + box.width)).map { x in
        var sum = 0
        for v in (y - half)...(y + half) {
          for u in (x - half)...(x + half) {
            let (row, column) = (min(max(v, 0), image.height - 1), min(max(u, 0), image.width - 1))
            sum += Int(image.pixels[row * image.width + column])
          }
        }
        let mean = Int((Double(sum) / Double(window * window)).rounded())
        return mean - Int(image.pixels[y * image.width + x]) >= 7 ? 1 : 0
      }
    }
  }

  @Test(arguments: [3, 13, 23], [UInt64(1), 2, 3])
  func bothKindsOfLoopsMarkWhatTheDefinitionSays(window: Int, seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let (width, height) = (Int.random(in: 24...90, using: &random), Int.random(in: 24...60, using: &random))
      // Rough and smooth images, and those of only black and white, where sums are largest.
      let levels = [1...254, 100...130, 0...1].randomElement(using: &random)!
      let pixels = (0..<(width * height)).map { _ in
        let level = Int.random(in: levels, using: &random)
        return UInt8(levels.count == 2 ? 255 * level : level)
      }
      let image = GrayImage(width: width, height: height, pixels: pixels)
      let (x, y) = (Int.random(in: 0..<8, using: &random), Int.random(in: 0..<8, using: &random))
      let box = ArucoBox(
        x: Int32(x), y: Int32(y), width: Int32(Int.random(in: 1...(width - x), using: &random)),
        height: Int32(Int.random(in: 1...(height - y), using: &random)))
      let expected = Self.expected(image, box, window: window)
      #expect(Self.dark(image, box, window: window, isWide: false) == expected, "plain")
      if let wide = Self.dark(image, box, window: window, isWide: true) {
        #expect(wide == expected, "AVX2")
      }
    }
  }
}
