import Foundation
import Testing

@testable import Recordings

/// JPEGs as cameras write them, unlike those of libraries.
@Suite struct JPEGVariantTests {
  /// 32 × 16 pixels of one colour with 4:1:0 and 4:1:1, by libjpeg.
  static let uncommon = [
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQACADAUIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJAABZl//9k=",
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQACADAUEAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQEtZAAf/Z",
  ]

  @Test(arguments: uncommon) func colourMayBeSampledInUncommonWays(text: String) throws {
    let jpeg = try #require(Data(base64Encoded: text))
    let header = try ImageFile.header(jpeg)
    #expect((header.width, header.height, header.channels) == (32, 16, 3))
    let color = try ImageFile.color(jpeg).pixels
    for i in stride(from: 0, to: color.count, by: 3) {
      #expect(zip(color[i..<(i + 3)], [200, 100, 50]).allSatisfy { abs(Int($0) - $1) <= 6 }, "\(i / 3)")
    }
    #expect(try ImageFile.gray(jpeg).pixels.allSatisfy { abs(Int($0) - 124) <= 3 })
  }

  /// Webcams leave bytes before the end mark; no pixel is missing.
  @Test func unusedBytesBeforeTheEndAreNoDamage() throws {
    let whole = try ImageFile.jpeg(TestImages.noise(width: 48, height: 32, seed: 8), quality: 80)
    for unused: [UInt8] in [[0], [0, 0, 0x7E], Array(repeating: 0, count: 500)] {
      let jpeg = Data(whole.dropLast(2) + unused + [0xFF, 0xD9])
      #expect(try ImageFile.color(jpeg) == ImageFile.color(whole))
      #expect(try ImageFile.gray(jpeg) == ImageFile.gray(whole))
    }
  }

  /// An end mark does not make up for what is missing, whatever stands before it.
  @Test func aCutImageWithAnEndMarkIsDamaged() throws {
    let whole = try ImageFile.jpeg(TestImages.noise(width: 48, height: 32, seed: 9), quality: 80)
    for length in stride(from: whole.count / 2, to: whole.count - 40, by: 31) {
      let cut = Data(whole.prefix(length) + [0, 0, 0xFF, 0xD9])
      #expect(throws: ImageError.self, "\(length) bytes") { try ImageFile.color(cut) }
    }
  }
}
