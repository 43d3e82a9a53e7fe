/// The first directory of a TIFF: where the values of its tags lie. EXIF data have the same form.
struct TIFFDirectory {
  private let bytes: UnsafeRawBufferPointer
  private let isBigEndian: Bool
  private let entries: Range<Int>

  /// Tags: how an image is turned for display (EXIF 2.32, 4.6.4), and what makes a TIFF a DNG.
  static let orientation = 0x0112, dngVersion = 0xC612

  /// Nil where there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == UInt8(ascii: "I") || bytes[0] == UInt8(ascii: "M") else {
      return nil
    }
    (self.bytes, isBigEndian) = (bytes, bytes[0] == UInt8(ascii: "M"))
    let read = { [isBigEndian] (at: Int, count: Int) -> Int in
      let part = bytes[at..<(at + count)]
      return isBigEndian ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let start = read(4, 4)
    guard read(2, 2) == 42, start <= bytes.count - 2 else { return nil }
    let count = min(read(start, 2), (bytes.count - start - 2) / Self.entrySize)
    entries = (start + 2)..<(start + 2 + count * Self.entrySize)
  }

  private static let entrySize = 12

  /// Where the entry of a tag has its value; nil where there is no such entry.
  func offset(of tag: Int) -> Int? {
    stride(from: entries.lowerBound, to: entries.upperBound, by: Self.entrySize).first { short($0) == tag }.map {
      $0 + 8
    }
  }

  /// A whole number of 16 bits.
  func short(of tag: Int) -> Int? { offset(of: tag).map(short) }

  private func short(_ at: Int) -> Int {
    let (first, second) = (Int(bytes[at]), Int(bytes[at + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
