package import Platform

/// Texts as UTF-8 with line feeds, whichever program wrote them.
package enum PlainText {
  /// The text of a file: of UTF-16 with its mark, as Windows' PowerShell writes it, and without the mark of UTF-8; the line
  /// ends of old Macs as line feeds.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    var text = bytes
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let (high, low) = bytes[0] == 0xFE ? (0, 1) : (1, 0)
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + low])
      }
      text = [UInt8](String(decoding: units, as: UTF16.self).utf8)
    } else if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      text.removeFirst(3)
    }
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard !text.contains(feed), text.contains(carriage) else { return text }
    return text.map { $0 == carriage ? feed : $0 }
  }

  /// The text of a file's data, as ``utf8(_:)-[UInt8]`` gives that of its bytes.
  package static func utf8(_ data: Data) -> Data { Data(utf8([UInt8](data))) }
}
