import Images
import Testing

@Suite struct ImageTests {
  /// 3 × 2 pixels whose red counts them.
  private let image = ColorImage(width: 3, height: 2, pixels: (0..<6).flatMap { [UInt8($0), 100, 200] })

  private func reds(_ image: ColorImage) -> [UInt8] {
    stride(from: 0, to: image.pixels.count, by: 3).map { image.pixels[$0] }
  }

  @Test(
    arguments: [
      (0, [0, 1, 2, 3, 4, 5]), (1, [3, 0, 4, 1, 5, 2]), (2, [5, 4, 3, 2, 1, 0]), (3, [2, 5, 1, 4, 0, 3]),
      (-1, [2, 5, 1, 4, 0, 3]), (5, [3, 0, 4, 1, 5, 2]),
    ] as [(Int, [UInt8])])
  func turnsClockwise(_ turns: Int, _ expected: [UInt8]) {
    let turned = image.turned(quarterTurns: turns)
    #expect(reds(turned) == expected)
    #expect((turned.width, turned.height) == (turns % 2 == 0 ? (3, 2) : (2, 3)))
  }

  @Test func aReducedPixelIsTheMeanOfThoseItCovers() {
    let image = ColorImage(width: 4, height: 2, pixels: [0, 10, 20, 31, 40, 50, 60, 70].flatMap { [$0, 0, 255] })
    let reduced = image.reduced(toWidth: 2)
    #expect((reduced.width, reduced.height) == (2, 1))
    #expect(reduced.pixels == [25, 0, 255, 45, 0, 255])
  }

  @Test(arguments: [1, 2, 3, 7, 240]) func everyPixelIsCoveredOnce(_ width: Int) {
    let flat = ColorImage(width: 481, height: 363, pixels: (0..<(481 * 363)).flatMap { _ in [9, 99, 199] })
    let reduced = flat.reduced(toWidth: width)
    #expect(reduced.width == width)
    #expect(abs(Double(reduced.height) - 363 * Double(width) / 481) <= 1)
    #expect(reduced.pixels.count == 3 * width * reduced.height)
    #expect(
      Set(stride(from: 0, to: reduced.pixels.count, by: 3).map { Array(reduced.pixels[$0..<($0 + 3)]) }) == [
        [9, 99, 199]
      ])
  }

  @Test func aSmallImageStaysAsItIs() { #expect(image.reduced(toWidth: 240) == image) }
}

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
