/// How many states each symbol of a block's four codes has: numbers of literals, lengths, distances, literals.
struct Frequencies {
  static let numberStates = 64
  static let distanceStates = 256
  static let literalStates = 1024

  static let literalNumbers = 0..<20
  static let lengths = 20..<40
  static let distances = 40..<104
  static let literals = 104..<360
  static let count = 360

  private var values = [UInt16](repeating: 0, count: count)

  subscript(range: Range<Int>) -> ArraySlice<UInt16> { values[range] }

  mutating func set(_ symbol: Int, _ frequency: Int) { values[symbol] = UInt16(truncatingIfNeeded: frequency) }

  /// Reads all frequencies from a stream of bits, lowest bit first; no bytes at all mean that none is used.
  ///
  /// The last bits of a code tell its length: 0 and 1 take 2 bits, 2 and 3 three, 4 to 7 five, 8 to 23 eight, and
  /// 24 to 1047 fourteen.
  mutating func unpack(_ bytes: UnsafeRawBufferPointer, at start: Int) throws(LZFSEError) {
    if bytes.isEmpty { return }
    var (position, bits, bitCount) = (0, 0, 0)
    for symbol in 0..<Self.count {
      while bitCount < 14, position < bytes.count {
        bits |= Int(bytes[position]) << bitCount
        (position, bitCount) = (position + 1, bitCount + 8)
      }
      let (frequency, length) = Self.code(bits)
      guard length <= bitCount else { throw .malformed(byte: start + position, .frequencies) }
      set(symbol, frequency)
      (bits, bitCount) = (bits >> length, bitCount - length)
    }
    guard position == bytes.count, bitCount < 8 else { throw .malformed(byte: start + position, .frequencies) }
  }

  /// The frequency that the lowest bits code, and how many bits these are.
  private static func code(_ bits: Int) -> (frequency: Int, length: Int) {
    switch bits & 15 {
    case 0, 4, 8, 12: (0, 2)
    case 2, 6, 10, 14: (1, 2)
    case 1, 9: (2, 3)
    case 5, 13: (3, 3)
    case 3, 11: (4 + bits >> 3 & 3, 5)
    case 7: (8 + bits >> 4 & 0xF, 8)
    default: (24 + bits >> 4 & 0x3FF, 14)
    }
  }
}
