import Foundation
import Testing

@testable import Recordings

/// A PNG may hold more image data than its pixels take: a megabyte inflates to a gigabyte.
@Suite struct PNGExcessTests {
  /// A PNG of one kind, whose rows are followed by more bytes; as many zeros inflate from a thousandth of them.
  private static func png(bits: UInt8, type: UInt8, rowBytes: Int, more: Int, interlaced: Bool = false) -> Data {
    let raw = [UInt8](repeating: 0, count: 8 * (1 + rowBytes) + more)
    var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    data += PNGFilterTests.chunk(
      "IHDR", PNGFilterTests.big(8) + PNGFilterTests.big(8) + [bits, type, 0, 0, interlaced ? 1 : 0])
    return data + PNGFilterTests.chunk("IDAT", PNGFilterTests.zlib(raw)) + PNGFilterTests.chunk("IEND", [])
  }

  @Test(arguments: [(16, 0, 16), (8, 0, 8), (8, 2, 24), (8, 6, 32)] as [(UInt8, UInt8, Int)])
  func theFirstByteTooManyIsRefused(bits: UInt8, type: UInt8, rowBytes: Int) throws {
    let decode = { (data: Data) throws in
      if bits == 16 { _ = try ImageFile.depthCodes(data) } else { _ = try ImageFile.color(data) }
    }
    try decode(Self.png(bits: bits, type: type, rowBytes: rowBytes, more: 0))
    for more in [1, 60_000] {
      let error = #expect(throws: ImageError.self) {
        try decode(Self.png(bits: bits, type: type, rowBytes: rowBytes, more: more))
      }
      #expect(error?.problem.contains("more image data") == true)
    }
    #expect(throws: ImageError.self) { try decode(Self.png(bits: bits, type: type, rowBytes: rowBytes, more: -1)) }
  }

  /// 8 × 8 pixels in seven passes have 15 rows.
  @Test func interlacedImagesEndAtTheirLastPass() throws {
    let rows = 7  // beyond the eight of a plain image
    _ = try ImageFile.depthCodes(Self.png(bits: 16, type: 0, rowBytes: 16, more: rows, interlaced: true))
    for more in [rows + 1, rows - 1] {
      #expect(throws: ImageError.self) {
        try ImageFile.depthCodes(Self.png(bits: 16, type: 0, rowBytes: 16, more: more, interlaced: true))
      }
    }
  }
}
