import Geometry
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

  @Test func aSmallImageStaysAsItIs() {
    #expect(image.reduced(toWidth: 240) == image)
    #expect(image.reduced(toWidth: 3) == image)
    #expect(image.reduced(toWidth: 0) == image)
    #expect(image.reduced(toWidth: 2).width == 2)
  }

  /// The height that keeps the proportions is rounded, and is at least one pixel; each mean is rounded too.
  @Test func reducedHeightsAreRounded() {
    let image = ColorImage(width: 5, height: 7, pixels: (0..<35).flatMap { [UInt8(7 * $0), UInt8(255 - $0), 1] })
    let reduced = image.reduced(toWidth: 2)
    #expect((reduced.width, reduced.height) == (2, 3))
    // The rows 2 and 3, the columns 2 to 4: pixels 12, 13, 14, 17, 18 and 19, whose mean is 15.5.
    #expect(Array(reduced.pixels[9..<12]) == [109, 240, 1])
    #expect(ColorImage(width: 9, height: 1, pixels: [UInt8](repeating: 5, count: 27)).reduced(toWidth: 2).height == 1)
  }

  @Test func aPlaceBelongsToTheNearestPixel() {
    for (place, index) in [
      ([0, 0], 0), ([-0.5, -0.5], 0), ([-0.51, 0], nil), ([0, -0.51], nil), ([2.49, 1.49], 5), ([2.5, 1], nil),
      ([2, 1.5], nil), ([1.5, 0.4], 2), ([1.4, 0.5], 4),
    ] as [(Vector2, Int?)] {
      #expect(image.index(of: place) == index, "\(place)")
    }
  }
}

@Suite struct GrayImageTests {
  private let image = GrayImage(width: 5, height: 3, pixels: [10, 21, 30, 40, 99, 50, 63, 70, 81, 98, 1, 2, 3, 4, 5])

  /// (10 + 21 + 50 + 63) / 4 = 36 and (30 + 40 + 70 + 81) / 4 = 55.25; the odd column and row are left out.
  @Test func aHalvedPixelIsTheMeanOfFour() {
    #expect(image.halved == GrayImage(width: 2, height: 1, pixels: [36, 55]))
    var random = SeededGenerator(seed: 4)
    let large = GrayImage(width: 11, height: 8, pixels: (0..<88).map { _ in .random(in: 0...255, using: &random) })
    let means = (0..<4).flatMap { y in
      (0..<5).map { x -> UInt8 in
        let four = [0, 1, 11, 12].map { Double(large.pixels[22 * y + 2 * x + $0]) }
        return UInt8((four.reduce(0, +) / 4).rounded(.toNearestOrAwayFromZero))
      }
    }
    #expect(large.halved == GrayImage(width: 5, height: 4, pixels: means))
  }

  @Test func leftAndRightOrBlackAndWhiteAreExchanged() {
    #expect(image.mirrored.pixels == [99, 40, 30, 21, 10, 98, 81, 70, 63, 50, 5, 4, 3, 2, 1])
    #expect(image.negative.pixels == image.pixels.map { 255 - $0 })
  }
}

@Suite struct DepthImageTests {
  /// 3 × 2 pixels.
  private let image = DepthImage(width: 3, height: 2, pixels: [1, 2, 3, 4, 5, 6])

  @Test func aPixelIsThereInsideTheImageAlone() {
    for y in -2...3 {
      for x in -2...4 {
        let isInside = (0..<3).contains(x) && (0..<2).contains(y)
        #expect(isInside ? image[x, y] == Float(3 * y + x + 1) : image[x, y].isNaN, "\(x) \(y)")
      }
    }
  }

  @Test(
    arguments: zip(ImageTurn.allCases, [[3, 2, 1, 6, 5, 4], [4, 5, 6, 1, 2, 3], [6, 5, 4, 3, 2, 1]] as [[Float]]))
  func aTurnedImageHasItsPixelsThere(_ turn: ImageTurn, _ expected: [Float]) {
    #expect(image.turned(turn).pixels == expected)
  }

  /// Pixels are counted sixteen at a time; the last ones are counted, too.
  @Test(arguments: [0, 1, 15, 16, 17, 40]) func validDepthsAreCounted(pixels: Int) {
    let depths = (0..<pixels).map { [Float.nan, 0.5, 0, -1, 1, 2, .nan][$0 % 7] }
    let valid = depths.count { $0 > 0 }
    #expect(DepthImage(width: pixels, height: 1, pixels: depths).validCount == valid)
    let counted = depths.reduce(into: ValidCount()) { $0.add($1 > 0) }
    #expect(counted == ValidCount(valid: valid, total: pixels))
    #expect(counted.fraction == (pixels == 0 ? nil : Double(valid) / Double(pixels)))
    #expect(counted + ValidCount(valid: 2, total: 5) == ValidCount(valid: valid + 2, total: pixels + 5))
  }
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

  /// A pixel goes where it and the one so many columns or rows on differ, and all between the two go with it.
  @Test(arguments: [(1, 1), (2, 1), (1, 3), (3, 2), (20, 20)]) func copiesBetweenPixelsGoToo(
    _ columns: Int, _ rows: Int
  ) {
    let (width, height) = (9, 7)
    var random = SeededGenerator(seed: UInt64(10 * columns + rows))
    var image = DepthImage(
      width: width, height: height,
      pixels: (0..<(width * height)).map { _ in [0.4, 0.4, 0.403, 0.41, .nan].randomElement(using: &random)! })
    let before = image
    func isStep(_ a: Float, _ b: Float) -> Bool { max(a, b) - min(a, b) > 0.015 * min(a, b) }
    image.dropRamps(steeperThan: 0.015, spacing: (columns, rows))
    for y in 0..<height {
      for x in 0..<width {
        let across = (x - columns...x).contains { x in
          x >= 0 && x + columns < width && isStep(before[x, y], before[x + columns, y])
        }
        let down = (y - rows...y).contains { y in
          y >= 0 && y + rows < height && isStep(before[x, y], before[x, y + rows])
        }
        #expect(image[x, y].isNaN == (across || down || before[x, y].isNaN), "\(x) \(y)")
      }
    }
  }

  @Test func anEmptyImageStaysEmpty() {
    #expect(Self.dropped([], width: 0).isEmpty)
    #expect(Self.dropped([0.4], width: 1) == [0.4])
  }
}
