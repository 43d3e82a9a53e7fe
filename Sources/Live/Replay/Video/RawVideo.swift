import Platform

/// Uncompressed frames with their times as a Matroska stream (RFC 9559), the simplest that carries both.
enum RawVideo {
  /// What comes before the first frame.
  static func header(width: Int, height: Int) -> Data {
    let file = element([0x1A, 0x45, 0xDF, 0xA3], text([0x42, 0x82], "matroska") + number([0x42, 0x87], 4))
    // A segment of unknown length, so that it can be streamed.
    let segment = Data([0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7))
    let microsecond = 1000
    let info = element(
      [0x15, 0x49, 0xA9, 0x66],
      number([0x2A, 0xD7, 0xB1], microsecond) + text([0x4D, 0x80], "calvaria") + text([0x57, 0x41], "calvaria"))
    let pixels = number([0xB0], width) + number([0xBA], height) + element([0x2E, 0xB5, 0x24], Data("RGB\u{18}".utf8))
    let track =
      number([0xD7], 1) + number([0x73, 0xC5], 1) + number([0x83], 1) + text([0x86], "V_UNCOMPRESSED")
      + element([0xE0], pixels)
    return file + segment + info + element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
  }

  /// What comes before the bytes of a frame: red green blue, rows from top to bottom.
  ///
  /// - Parameter time: when it is shown, in microseconds.
  static func frameHeader(time: Int, bytes: Int) -> Data {
    let time = number([0xE7], time)
    // Track 1, at the cluster's own time, a key frame.
    let block = Data([0xA3]) + size(bytes + 4) + Data([0x81, 0, 0, 0x80])
    return Data([0x1F, 0x43, 0xB6, 0x75]) + size(time.count + block.count + bytes) + time + block
  }

  private static func element(_ id: [UInt8], _ content: Data) -> Data { Data(id) + size(content.count) + content }

  private static func number(_ id: [UInt8], _ value: Int) -> Data { element(id, bigEndian(UInt64(value))) }

  private static func text(_ id: [UInt8], _ text: String) -> Data { element(id, Data(text.utf8)) }

  /// A length as Matroska writes it in eight bytes: the first bit of the second byte on counts.
  private static func size(_ count: Int) -> Data { bigEndian(1 << 56 | UInt64(count)) }

  private static func bigEndian(_ value: UInt64) -> Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0) }
  }
}
