import Foundation
import TestSupport
import Testing

@testable import Recordings

/// Netpbm's images and NumPy's arrays: numbers behind a short header.
@Suite struct PlainImageTests {
  static func npy(_ header: String, _ content: [UInt8], version: UInt8 = 1) -> Data {
    let padded = Array(header.utf8) + [10]
    let length: [UInt8] =
      version == 1
      ? [UInt8(padded.count & 255), UInt8(padded.count >> 8)]
      : withUnsafeBytes(of: UInt32(padded.count).littleEndian) { Array($0) }
    return Data([0x93] + Array("NUMPY".utf8) + [version, 0] + length + padded + content)
  }

  private static func header(_ type: String, _ shape: String = "(1, 2)", order: String = "False") -> String {
    "{'descr': '\(type)', 'fortran_order': \(order), 'shape': \(shape), }"
  }

  @Test func depthOfNumPyIsRead() throws {
    let codes = try ImageFile.depthCodes(Self.npy(Self.header("<u2"), [0x34, 0x12, 0xFF, 0]))
    #expect((codes.width, codes.height) == (2, 1))
    #expect(codes.pixels == [0x1234, 255])
    #expect(try ImageFile.depthCodes(Self.npy(Self.header(">u2"), [0x12, 0x34, 0, 0xFF])).pixels == codes.pixels)
    for version: UInt8 in [2, 3] {
      let other = Self.npy(Self.header("<u2", "(2, 1, 1)"), [0x34, 0x12, 0xFF, 0], version: version)
      #expect(try ImageFile.depthCodes(other).height == 2)
    }
    let floats = Self.npy(Self.header("<f4"), [0, 0, 0x80, 0x3E, 0, 0, 0xC0, 0x7F])
    let values = try ImageFile.depthFloat(floats).pixels
    #expect(values[0] == 0.25)
    #expect(values[1].isNaN)
    #expect(try ImageFile.header(floats).description.hasPrefix("2×1 NPY, 32-bit float"))
  }

  /// A header may say anything; it is held against the bytes that are there.
  @Test(arguments: [
    (header("<u2", "(60000, 60000)"), 4), (header("<u2", "(99999999999, 1)"), 4), (header("<u2", "(0, 2)"), 0),
    (header("<u2", "(1, 2)"), 5), (header("<u2", "(1, 2)"), 3), (header("<u2", "(2,)"), 4),
    (header("<u2", "(1, 1, 2)"), 4), (header("<u2", "(-1, -2)"), 4), (header("<u2", "1, 2"), 4),
    (header("<u2", order: "True"), 4), (header("<i4"), 8), (header("<f8"), 16), (header("|O"), 16), ("{}", 4), ("", 4),
    ("{'descr': [('z', '<u2')], 'fortran_order': False, 'shape': (1, 2), }", 4),
  ])
  func anArrayThatIsNoImageIsRefused(header: String, bytes: Int) {
    let file = Self.npy(header, [UInt8](repeating: 0, count: bytes))
    #expect(throws: ImageError.self) { try ImageFile.header(file) }
    for length in 0..<min(file.count, 12) {
      #expect(throws: ImageError.self) { try ImageFile.header(file.prefix(length)) }
    }
  }

  @Test func netpbmIsRead() throws {
    let depth = Data("P5\n# a comment\n2 1\n65535\n".utf8) + [0x12, 0x34, 0, 1]
    #expect(try ImageFile.depthCodes(depth).pixels == [0x1234, 1])
    let gray = Data("P5 2 2 255\nabcd".utf8)
    #expect(try ImageFile.gray(gray).pixels == [97, 98, 99, 100])
    #expect(try ImageFile.color(gray).pixels.prefix(4) == [97, 97, 97, 98])
    let color = Data("P6 1 2 255\n".utf8) + [200, 100, 50, 1, 2, 3]
    #expect(try ImageFile.color(color).pixels == [200, 100, 50, 1, 2, 3])
    #expect(try ImageFile.gray(color).pixels == [124, 2])
    let shallow = #expect(throws: ImageError.self) { try ImageFile.depthCodes(gray) }
    #expect(shallow?.code == .imageUnsuitable)
    #expect(throws: ImageError.self) { try ImageFile.gray(depth) }
  }

  @Test(arguments: [
    "P5 2 2 255\nabc", "P5 2 2 255\nabcde", "P5 2 2 100\nabcd", "P5 2 2 70000\nabcd", "P5 2 2", "P5",
    "P5 99999 1 255\n",
    "P5 9999999999 1 255\n", "P5 0 1 255\n", "P5 -2 2 255\nabcd", "P6 1 1 255\nab",
  ])
  func whatIsNoImageIsRefused(text: String) {
    #expect(throws: ImageError.self) { try ImageFile.header(Data(text.utf8)) }
  }

  /// In numbered folders such files count where there are no PNGs; beside these they are something else.
  @Test(arguments: ["npy", "pgm"]) func aFolderOfPlainDepthIsRead(ending: String) throws {
    let small = try SmallRecording.open3d(numbers: [1, 2])
    let codes = [UInt8](repeating: 0, count: 2 * 192)
    let plain =
      ending == "npy"
      ? Self.npy(Self.header("<u2", "(12, 16)"), codes.enumerated().map { $0.offset % 2 == 0 ? 0x90 : 1 })
      : Data("P5 16 12 65535\n".utf8) + codes.enumerated().map { $0.offset % 2 == 0 ? 1 : 0x90 }
    for number in [1, 2] { try small.write("depth/\(number).\(ending)", plain) }
    #expect(try Recording.open(small.folder).depthHeader.kind == .png)
    for number in [1, 2] { try small.remove("depth/\(number).png") }
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.count == 2)
    #expect(try recording.depth(recording.frames[1]).pixels.allSatisfy { $0 == 0.4 })
  }
}
