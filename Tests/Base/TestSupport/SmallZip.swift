import Foundation

/// Writes ZIP archives by hand, so that they can lie.
package struct SmallZip {
  package struct Entry {
    package var name: String
    package var content: [UInt8]
    package var packed: [UInt8]
    package var method: UInt16 = 0
    package var flags: UInt16 = 0
    package var checksum: UInt32
    /// What the headers say of the size; the truth where nil.
    package var claimedSize: UInt64?
    /// Unix: kind and permissions.
    package var mode: UInt32 = 0o100644
    /// Where its bytes are, where they are another entry's.
    package var offset: UInt64?
    package var isZip64 = false

    package init(_ name: String, _ content: [UInt8] = [1, 2, 3]) {
      (self.name, self.content, packed) = (name, content, content)
      checksum = SmallZip.crc(content)
    }

    /// The content as a deflate stream of stored blocks.
    package static func deflated(_ name: String, _ content: [UInt8]) -> Entry {
      var entry = Entry(name, content)
      entry.method = 8
      entry.packed = []
      var rest = content[...]
      repeat {
        let part = rest.prefix(65535)
        rest = rest.dropFirst(65535)
        let count = UInt16(part.count)
        entry.packed += [rest.isEmpty ? 1 : 0] + little(count) + little(~count) + part
      } while !rest.isEmpty
      return entry
    }
  }

  package var entries: [Entry]
  /// What the end record says of the number of entries.
  package var claimedCount: UInt64?
  package var isZip64 = false

  package init(_ entries: [Entry]) { self.entries = entries }

  package var bytes: [UInt8] {
    var (body, list): ([UInt8], [UInt8]) = ([], [])
    for entry in entries {
      let (local, central) = Self.headers(entry, offset: entry.offset ?? UInt64(body.count))
      list += central
      if entry.offset == nil { body += local + entry.packed }
    }
    return body + list + end(listOffset: body.count, listSize: list.count)
  }

  private static func headers(_ entry: Entry, offset: UInt64) -> (local: [UInt8], central: [UInt8]) {
    let size = entry.claimedSize ?? UInt64(entry.content.count)
    let packed = UInt64(entry.packed.count)
    let name = Array(entry.name.utf8)
    let extra = entry.isZip64 ? little(UInt16(1)) + little(UInt16(16)) + little(size) + little(packed) : []
    let sizes =
      entry.isZip64
      ? little(UInt32.max) + little(UInt32.max)
      : little(UInt32(truncatingIfNeeded: packed)) + little(UInt32(truncatingIfNeeded: size))
    let common: [UInt8] =
      little(UInt16(45)) + little(entry.flags | 1 << 11) + little(entry.method) + little(UInt32(0x5821_0000))
      + little(entry.checksum) + sizes + little(UInt16(name.count)) + little(UInt16(extra.count))
    let local = little(UInt32(0x0403_4b50)) + common + name + extra
    let madeBy = UInt16(3 << 8 | 45)
    let central: [UInt8] =
      little(UInt32(0x0201_4b50)) + little(madeBy) + common + little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0))
      + little(entry.mode << 16) + little(UInt32(offset)) + name + extra
    return (local, central)
  }

  private func end(listOffset: Int, listSize: Int) -> [UInt8] {
    let count = claimedCount ?? UInt64(entries.count)
    let short = UInt16(clamping: count)
    let plain: [UInt8] =
      Self.little(UInt32(0x0605_4b50)) + Self.little(UInt32(0)) + Self.little(short) + Self.little(short)
      + Self.little(UInt32(listSize)) + Self.little(isZip64 ? UInt32.max : UInt32(listOffset)) + Self.little(UInt16(0))
    guard isZip64 else { return plain }
    let record: [UInt8] =
      Self.little(UInt32(0x0606_4b50)) + Self.little(UInt64(44)) + Self.little(UInt16(45)) + Self.little(UInt16(45))
      + Self.little(UInt64(0)) + Self.little(count) + Self.little(count) + Self.little(UInt64(listSize))
      + Self.little(UInt64(listOffset))
    let locator: [UInt8] =
      Self.little(UInt32(0x0706_4b50)) + Self.little(UInt32(0)) + Self.little(UInt64(listOffset + listSize))
      + Self.little(UInt32(1))
    return record + locator + plain
  }

  package static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) }
  }

  /// CRC-32 of ISO 3309, bit by bit.
  package static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1) * 0xEDB8_8320 }
    }
  }
}
