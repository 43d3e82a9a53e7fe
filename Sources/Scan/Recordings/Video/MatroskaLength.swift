/// How long a Matroska file says that it is (RFC 9559: the sizes of its header and of its one segment).
enum MatroskaLength {
  /// The two elements that a file consists of.
  private static let (header, segment): (UInt32, UInt32) = (0x1A45_DFA3, 0x1853_8067)
  /// No header is longer.
  private static let longestHeader = 4096
  /// So many first bytes say it.
  static let enough = 2 * longestHeader

  /// The bytes of a whole file; nil where the first bytes do not say: another kind of file, or a segment of unknown size, as
  /// recorders write that were stopped by force.
  static func stated(_ first: [UInt8]) -> Int? {
    var bytes = first[...]
    guard id(&bytes) == header, let length = size(&bytes), length <= longestHeader, bytes.count > length else {
      return nil
    }
    bytes = bytes.dropFirst(length)
    guard id(&bytes) == segment, let content = size(&bytes) else { return nil }
    let (whole, overflows) = bytes.startIndex.addingReportingOverflow(content)
    return overflows ? nil : whole
  }

  private static func id(_ bytes: inout ArraySlice<UInt8>) -> UInt32? {
    guard bytes.count >= 4 else { return nil }
    defer { bytes = bytes.dropFirst(4) }
    return bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A number of variable length: as many bytes as its first one has zeros in front, and one; nil where all its bits are 1.
  private static func size(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first != 0, bytes.count > first.leadingZeroBitCount else { return nil }
    let count = first.leadingZeroBitCount + 1
    let value = bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    bytes = bytes.dropFirst(count)
    let bits = UInt64(7 * count)
    let number = value & (1 << bits - 1)
    return number == 1 << bits - 1 ? nil : Int(number)
  }
}
