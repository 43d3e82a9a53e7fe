import Images
import Testing

@Suite struct DepthRampTests {
  private static func dropped(_ pixels: [Float], width: Int) -> [Float] {
    var image = DepthImage(width: width, height: pixels.count / max(width, 1), pixels: pixels)
    image.dropRamps(steeperThan: 0.015)
    return image.pixels
  }

  /// 6 mm at 0.4 m is the limit.
  @Test func pixelsOnARampAreDropped() {
    let line: [Float] = [0.4, 0.4, 0.405, 0.43, 0.46, 0.461, .nan, 0.6]
    let kept: [Bool] = [true, true, false, false, false, true, false, true]
    #expect(Self.dropped(line, width: 8).map { $0 > 0 } == kept)
    #expect(Self.dropped(line, width: 1).map { $0 > 0 } == kept, "columns are like rows")
  }

  @Test func aFlatImageKeepsItsBits() {
    let pixels: [Float] = (0..<35).map { $0 % 4 == 0 ? .nan : 0.4 + 0.0001 * Float($0) }
    #expect(zip(Self.dropped(pixels, width: 7), pixels).allSatisfy { $0.bitPattern == $1.bitPattern })
  }

  @Test func anEmptyImageStaysEmpty() {
    #expect(Self.dropped([], width: 0).isEmpty)
    #expect(Self.dropped([0.4], width: 1) == [0.4])
  }
}
