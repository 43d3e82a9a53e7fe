import Platform

/// What a JPEG or a PNG says beside its pixels: how it is turned for display, and what may be personal.
enum ImageMetadata {
  private struct Part {
    let range: Range<Int>
    /// What makes up the image; nil in what is left out.
    let isKept: Bool
    /// EXIF data in it.
    var exif: Range<Int>?
  }

  /// How an image is turned and mirrored for display: 1 … 8 (EXIF 2.32, 4.6.4); 1, as it is stored, where it does not say.
  static func orientation(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let exif = parts(bytes)?.lazy.compactMap(\.exif).first,
      let value = TIFFDirectory(UnsafeRawBufferPointer(rebasing: bytes[exif]))?.short(of: TIFFDirectory.orientation)
    else { return 1 }
    return (1...8).contains(value) ? value : 1
  }

  /// The file without comments, EXIF data, thumbnails and all else that is neither pixels nor their colours; its pixels keep
  /// their bytes. Nil for a file of another kind, or one whose parts can't be told.
  static func stripped(_ bytes: UnsafeRawBufferPointer) -> Data? {
    guard let parts = parts(bytes) else { return nil }
    var content = Data(capacity: bytes.count)
    for part in parts where part.isKept { content.append(contentsOf: bytes[part.range]) }
    return content
  }

  private static func parts(_ bytes: UnsafeRawBufferPointer) -> [Part]? {
    if bytes.starts(with: [0xFF, 0xD8]) { return segments(bytes) }
    return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? chunks(bytes) : nil
  }

  // MARK: JPEG (ITU-T T.81, annex B)

  /// The segments up to the end mark; what lies behind it is of no image, or of another one.
  private static func segments(_ bytes: UnsafeRawBufferPointer) -> [Part]? {
    var parts = [Part(range: 0..<2, isKept: true)]
    var position = 2
    while position + 1 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        // A byte that fills.
        position += 1
        continue
      }
      if marker == 0xD9 { return parts + [Part(range: position..<(position + 2), isKept: true)] }
      guard position + 4 <= bytes.count else { return nil }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      var end = position + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let content = (position + 4)..<end
      if marker == 0xDA { end = endOfScan(bytes, from: end) }
      var part = Part(range: position..<end, isKept: isImage(marker, bytes[content]))
      if marker == 0xE1, bytes[content].starts(with: Array("Exif\0\0".utf8)) {
        part.exif = (content.lowerBound + 6)..<content.upperBound
      }
      parts.append(part)
      position = end
    }
    return nil
  }

  /// Whether a segment takes part in what is seen: all but comments and applications' data, of which JFIF without a
  /// thumbnail, colour profiles and Adobe's mark of the colour space count.
  private static func isImage(_ marker: UInt8, _ content: Slice<UnsafeRawBufferPointer>) -> Bool {
    switch marker {
    case 0xE0: content.count == 14 && content.starts(with: Array("JFIF\0".utf8))
    case 0xE2: content.starts(with: Array("ICC_PROFILE\0".utf8))
    case 0xEE: content.starts(with: Array("Adobe".utf8))
    case 0xE1...0xEF, 0xFE: false
    default: true
    }
  }

  /// Where the compressed data that begin at a place end: at a mark that is neither a byte of data nor a restart.
  private static func endOfScan(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position + 1 < bytes.count {
      if bytes[position] == 0xFF, bytes[position + 1] != 0, bytes[position + 1] != 0xFF,
        !(0xD0...0xD7).contains(bytes[position + 1])
      {
        return position
      }
      position += 1
    }
    return bytes.count
  }

  // MARK: PNG (third edition, section 5)

  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "pHYs",
  ]

  private static func chunks(_ bytes: UnsafeRawBufferPointer) -> [Part]? {
    var parts = [Part(range: 0..<8, isKept: true)]
    var position = 8
    while position + 12 <= bytes.count {
      let size = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 12 + size
      guard end <= bytes.count else { return nil }
      let type = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
      var part = Part(range: position..<end, isKept: kept.contains(type))
      if type == "eXIf" { part.exif = (position + 8)..<(position + 8 + size) }
      parts.append(part)
      if type == "IEND" { return parts }
      position = end
    }
    return nil
  }
}
