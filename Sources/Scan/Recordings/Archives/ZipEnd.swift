import Platform

/// The record at the end of an archive, read before libzip makes room for as many entries as it names.
enum ZipEnd {
  /// The entries that the archive says it has; nil where its end is not as expected, which is libzip's to judge.
  static func entryCount(_ descriptor: Int32, size: Int) -> Int? {
    // A comment of up to 65,535 bytes follows the record of 22.
    let start = max(0, size - 22 - 65_535)
    guard let tail = bytes(descriptor, start, size - start) else { return nil }
    let signature: [UInt8] = [0x50, 0x4B, 5, 6]
    guard tail.count >= 22,
      let end = (0...(tail.count - 22)).last(where: { tail[$0..<($0 + 4)].elementsEqual(signature) })
    else { return nil }
    let count = number(tail[(end + 10)..<(end + 12)])
    guard count == 0xFFFF, end >= 20, tail[(end - 20)..<(end - 16)].elementsEqual([0x50, 0x4B, 6, 7]) else {
      return count
    }
    // ZIP64: a locator before the record says where another record with the count is.
    guard let place = number(tail[(end - 12)..<(end - 4)]), place <= size - 56,
      let record = bytes(descriptor, place, 56), record.prefix(4).elementsEqual([0x50, 0x4B, 6, 6])
    else { return nil }
    return number(record[32..<40])
  }

  private static func bytes(_ descriptor: Int32, _ start: Int, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0, at: start) }
    return got == count ? bytes : nil
  }

  /// A little-endian number; nil where an `Int` can't hold it.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
