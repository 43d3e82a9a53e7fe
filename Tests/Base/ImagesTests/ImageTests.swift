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
