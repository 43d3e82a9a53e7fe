import Platform

/// Texts of a recording as UTF-8 with line feeds, whichever program wrote them.
enum PlainText {
  /// The text of a file: of UTF-16 with its mark, as Windows' PowerShell writes it, and without the mark of UTF-8; the line
  /// ends of old Macs as line feeds.
  static func utf8(_ data: Data) -> Data {
    var text = data
    if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
      let (high, low) = data[data.startIndex] == 0xFE ? (0, 1) : (1, 0)
      let units = stride(from: data.startIndex + 2, to: data.endIndex - 1, by: 2).map {
        UInt16(data[$0 + high]) << 8 | UInt16(data[$0 + low])
      }
      text = Data(String(decoding: units, as: UTF16.self).utf8)
    } else if data.starts(with: [0xEF, 0xBB, 0xBF]) {
      text = Data(data.dropFirst(3))
    }
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    guard text.contains(carriage), !text.contains(feed) else { return text }
    return Data(text.map { $0 == carriage ? feed : $0 })
  }
}
