import Images
import Testing

@testable import DepthFilters

/// Depth that was enlarged by copying pixels is judged by the pixels that were measured.
@Suite struct CopiedLinesTests {
  /// An image brought to another size; each pixel is the nearest one's.
  private static func resized(_ image: DepthImage, _ width: Int, _ height: Int) -> DepthImage {
    let pixels = (0..<height).flatMap { y in
      (0..<width).map { x in image[x * image.width / width, y * image.height / height] }
    }
    return DepthImage(width: width, height: height, pixels: pixels)
  }

  private static let images = SimulatedDepth(3).rounded()
  private static let (width, height) = (SimulatedDepth.width, SimulatedDepth.height)

  @Test(arguments: [(2.0, 2.0), (1.5, 1.5), (2.25, 2.25), (1.2, 1.0), (1.0, 3.0)])
  func whatIsLeftWithoutCopiesIsTheOriginal(factors: (Double, Double)) throws {
    let size = (Int(Double(Self.width) * factors.0), Int(Double(Self.height) * factors.1))
    let large = Self.images.map { Self.resized($0, size.0, size.1) }
    let copies = try #require(CopiedLines(large))
    #expect(copies.columns == (size.0, Self.width))
    #expect(copies.rows == (size.1, Self.height))
    for (image, original) in zip(large, Self.images) {
      let left = copies.removed(from: image)
      #expect((left.width, left.height) == (Self.width, Self.height))
      #expect(zip(left.pixels, original.pixels).allSatisfy { $0.bitPattern == $1.bitPattern })
    }
  }

  @Test func noiseAndOutlinesAreThoseOfTheOriginal() {
    let large = Self.images.map { Self.resized($0, 2 * Self.width, 2 * Self.height) }
    var signs = DepthSigns(large)
    let filtering = DepthFiltering(signs)
    #expect(filtering.notes.map(\.code) == [.depthEnlarged])
    #expect(filtering.reason == nil)
    #expect(!filtering.mayHideAveraging)
    #expect(filtering.notes[0].text(.english).contains("320 of 640 columns and 240 of 480 rows"))
    signs.copies = nil
    #expect(signs == DepthSigns(Self.images))
  }

  /// Neighbours are often equal where steps are coarse; whole lines are not.
  @Test(arguments: [0.0001, 0.001, 0.003, 0.01]) func coarseStepsAreNoCopies(step: Double) {
    #expect(CopiedLines(SimulatedDepth(3).rounded(to: step)) == nil)
  }

  /// No depth there, or a far wall that is the same everywhere.
  @Test(arguments: [Float.nan, 0.5]) func aConstantBorderIsNoCopy(depth: Float) {
    let images = Self.images.map { image in
      DepthImage(
        width: image.width, height: image.height,
        pixels: image.pixels.enumerated().map { $0 % image.width < image.width / 4 ? depth : $1 })
    }
    #expect(CopiedLines(images) == nil)
    let constant = DepthImage(width: 40, height: 30, pixels: Array(repeating: depth, count: 1200))
    #expect(CopiedLines([constant]) == nil)
  }

  /// Where holes were filled, the same blocks go as pixels of the original do.
  @Test(arguments: [2, 4]) func rampsGoBlockByBlock(factor: Int) throws {
    let original = SimulatedDepth(1).filled.rounded()[0]
    let large = Self.resized(original, factor * original.width, factor * original.height)
    let spacing = try #require(CopiedLines([large])).spacing
    #expect(spacing == (factor, factor))
    var (dropped, all) = (original, large)
    dropped.dropRamps(steeperThan: 0.015)
    all.dropRamps(steeperThan: 0.015, spacing: spacing)
    #expect(dropped.validCount < original.validCount)
    let expected = Self.resized(dropped, large.width, large.height)
    #expect(zip(all.pixels, expected.pixels).allSatisfy { $0.bitPattern == $1.bitPattern })
  }

  /// An image whose columns are those of another one, by their numbers; no row is like the one before.
  private static func columns(_ columns: [Int], height: Int) -> DepthImage {
    let pixels = (0..<(columns.count * height)).map { i -> Float in
      0.3 + 0.002 * Float(columns[i % columns.count] * 7 % 11) + 0.001 * Float(i / columns.count * 5 % 13)
    }
    return DepthImage(width: columns.count, height: height, pixels: pixels)
  }

  /// More than a tenth of the columns must be copies, and ten pixels of them differ from the one above, in all images together.
  @Test func aFewCopiesAreNoEnlargement() throws {
    let some = { (copies: Int) in Self.columns(Array(0..<36) + (0..<copies).map { _ in 35 }, height: 30) }
    #expect(CopiedLines([some(4)]) == nil)
    let found = try #require(CopiedLines([some(5)]))
    #expect(found.columns == (41, 36) && found.rows == (30, 30))
    // 36 columns make 41: the next one is at most two on. All rows are new.
    #expect(found.spacing == (2, 1))
    let twice = (0..<12).map { $0 / 2 }
    #expect(CopiedLines([Self.columns(twice, height: 10)]) == nil)
    #expect(CopiedLines([Self.columns(twice, height: 11)]) != nil)
    let flat = Self.columns(twice, height: 6)
    #expect(CopiedLines([flat]) == nil)
    #expect(CopiedLines([flat, flat]) != nil)
  }

  @Test func noImagesAndEmptyOnesAreNoCopies() {
    #expect(CopiedLines([]) == nil)
    #expect(CopiedLines([DepthImage(width: 0, height: 0, pixels: [])]) == nil)
    #expect(CopiedLines([Self.images[0], Self.resized(Self.images[0], 640, 480)]) == nil)
  }
}
