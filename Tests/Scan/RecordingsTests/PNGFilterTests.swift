import Foundation
import Geometry
import Testing

@testable import Recordings

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
