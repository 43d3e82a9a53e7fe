import Foundation
import Geometry
import Testing

@testable import Recordings

/// PNGs that Calvaria does not write, made by hand: a few pixels of each kind.
@Suite struct PNGVariantTests {
  @Test func aPaletteGivesItsColors() throws {
    let png = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABBAMAAAAGDGK5AAAABlBMVEUBAgPIZDJQtK4/AAAAAnRSTlMAgJsrThgAAAAKSURBVHjaYxAAAAASABEI"
        + "3r3DAAAAAElFTkSuQmCC")
    #expect(try ImageFile.color(png).pixels == [200, 100, 50, 1, 2, 3])
    #expect(
      try ImageFile.header(png) == ImageHeader(kind: .png, width: 2, height: 1, channels: 3, bits: 8, isFloat: false))
  }

  @Test func transparencyIsDropped() throws {
    let png = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mPgEpFj0DCy+Q8ABEYB0koNFQoAAAAASUVORK5CYII=")
    #expect(try ImageFile.color(png).pixels == [10, 20, 30, 40, 50, 60])
    let gray = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAQAAABeK7cBAAAADUlEQVR42mNwYwj4DwACvAGWXQLhTwAAAABJRU5ErkJggg==")
    #expect(try ImageFile.gray(gray).pixels == [70, 80])
    #expect(try ImageFile.color(gray).pixels == [70, 70, 70, 80, 80, 80])
  }

  @Test func oneBitBecomesBlackAndWhite() throws {
    let png = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAQAAAAAzmykZAAAACklEQVR42mNYAAAAogChcQXLQQAAAABJRU5ErkJggg==")
    #expect(try ImageFile.gray(png).pixels == [255, 0, 255])
  }

  /// Colours of 16 bits are as deep as depth, and are none.
  @Test func coloursOf16BitsAreNoDepth() throws {
    var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    png += PNGFilterTests.chunk("IHDR", PNGFilterTests.big(1) + PNGFilterTests.big(1) + [16, 2, 0, 0, 0])
    png += PNGFilterTests.chunk("IDAT", PNGFilterTests.zlib([0, 1, 2, 3, 4, 5, 6])) + PNGFilterTests.chunk("IEND", [])
    let error = #expect(throws: ImageError.self) { try ImageFile.depthCodes(png) }
    #expect(error?.code == .imageUnsuitable)
  }

  @Test func interlacedDepthIsPutInOrder() throws {
    let png = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACEAAAAAFwSr4tAAAAE0lEQVR42mNgYGRgYGJgYGZgAQAALQALT81bYQAAAABJRU5ErkJggg==")
    #expect(try ImageFile.depthCodes(png).pixels == [1, 2, 3, 4])
  }

  private func data(_ base64: String) throws -> Data { try #require(Data(base64Encoded: base64)) }
}

/// Depth PNGs with every row filter, written after the specification (third edition, section 9) without compression.
@Suite struct PNGFilterTests {
  @Test(arguments: 0..<5) func everyFilterIsUndone(filter: Int) throws {
    let seed = UInt64(30 + filter)
    var random = SeededGenerator(seed: seed)
    let (width, height) = (19, 7)
    let codes = (0..<(width * height)).map { _ in UInt16.random(in: 0...(.max), using: &random) }
    let png = Self.png(codes, width: width, filters: Array(repeating: filter, count: height))
    #expect(try ImageFile.depthCodes(png).pixels == codes, "seed \(seed)")
  }

  @Test func filtersMayChangeFromRowToRow() throws {
    var random = SeededGenerator(seed: 36)
    let filters = (0..<40).map { _ in Int.random(in: 0..<5, using: &random) }
    let codes = (0..<(11 * 40)).map { _ in UInt16.random(in: 0...(.max), using: &random) }
    #expect(try ImageFile.depthCodes(Self.png(codes, width: 11, filters: filters)).pixels == codes)
  }

  @Test func dataInManyPiecesIsOneImage() throws {
    let codes = (0..<600).map { UInt16(109 * $0) }
    let png = Self.png(codes, width: 30, filters: Array(repeating: 1, count: 20), piece: 17)
    #expect(try ImageFile.depthCodes(png).pixels == codes)
  }

  @Test func anUnknownFilterOrAWrongDigestIsAnError() throws {
    let codes = (0..<60).map { UInt16($0) }
    #expect(throws: ImageError.self) {
      try ImageFile.depthCodes(Self.png(codes, width: 10, filters: [0, 0, 5, 0, 0, 0]))
    }
    let whole = Self.png(codes, width: 10, filters: [0, 0, 0, 0, 0, 0])
    // Any bit of the image data, its digests and its length.
    for at in 33..<(whole.count - 12) {
      var damaged = whole
      damaged[at] ^= 1
      #expect(throws: ImageError.self, "bit of byte \(at)") { try ImageFile.depthCodes(damaged) }
    }
  }

  private static func png(_ codes: [UInt16], width: Int, filters: [Int], piece: Int = .max) -> Data {
    var raw: [UInt8] = []
    var above = [UInt8](repeating: 0, count: 2 * width)
    for (y, filter) in filters.enumerated() {
      let row = codes[(y * width)..<((y + 1) * width)].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      raw.append(UInt8(filter))
      for i in row.indices {
        let (left, corner) = i < 2 ? (0, 0) : (Int(row[i - 2]), Int(above[i - 2]))
        raw.append(row[i] &- predicted(filter, left, Int(above[i]), corner))
      }
      above = row
    }
    var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    data += chunk("IHDR", big(UInt32(width)) + big(UInt32(filters.count)) + [16, 0, 0, 0, 0])
    let stream = zlib(raw)
    for start in stride(from: 0, to: stream.count, by: min(piece, stream.count)) {
      data += chunk("IDAT", Array(stream[start..<min(stream.count, start + min(piece, stream.count))]))
    }
    return data + chunk("IEND", [])
  }

  private static func predicted(_ filter: Int, _ left: Int, _ up: Int, _ corner: Int) -> UInt8 {
    let p = left + up - corner
    let nearest = [left, up, corner].min { abs(p - $0) < abs(p - $1) }!
    return UInt8([0, left, up, (left + up) / 2, nearest, 0][filter])
  }

  /// One stored block.
  static func zlib(_ raw: [UInt8]) -> [UInt8] {
    let (n, complement) = (UInt16(raw.count), ~UInt16(raw.count))
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in raw { (a, b) = ((a + UInt32(byte)) % 65521, (b + a + UInt32(byte)) % 65521) }
    let header: [UInt8] = [0x78, 1, 1, UInt8(n & 255), UInt8(n >> 8), UInt8(complement & 255), UInt8(complement >> 8)]
    return header + raw + big(b << 16 | a)
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    var crc = UInt32.max
    for byte in body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return big(UInt32(content.count)) + body + big(~crc)
  }

  static func big(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}

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
