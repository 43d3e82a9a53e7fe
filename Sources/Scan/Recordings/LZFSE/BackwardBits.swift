/// A stream of bits that is read from its last byte to its first, from the top bit of each down.
struct BackwardBits {
  private let start: UnsafeRawPointer
  /// The bytes that are not in `word` yet.
  private var position: Int
  /// The next bits, at the top.
  private var word: UInt64 = 0
  /// How many bits of `word` are valid; negative after more were taken than there are.
  private var count = 0

  /// - Parameters:
  ///   - bytes: of the stream.
  ///   - unusedBits: at the top of the last byte; they must be zero. Nil is returned where they are not.
  init?(_ bytes: UnsafeRawBufferPointer, unusedBits: Int) {
    guard let start = bytes.baseAddress else {
      if unusedBits > 0 { return nil }
      // Nothing is read of no bytes.
      (self.start, position) = (UnsafeRawPointer(bitPattern: 16)!, 0)
      return
    }
    (self.start, position) = (start, bytes.count)
    refill()
    guard take(UInt8(unusedBits)) == 0, isSound else { return nil }
  }

  /// False after more bits were taken than there are.
  var isSound: Bool { count >= 0 }

  /// Makes at least 56 bits ready, or all that are left.
  @inline(__always)
  mutating func refill() {
    if position >= 8 {
      let bytes = (63 &- count) &>> 3
      word |=
        (start + (position &- 8)).loadUnaligned(as: UInt64.self).littleEndian &>> UInt64(truncatingIfNeeded: count)
      position &-= bytes
      count &+= 8 &* bytes
    } else {
      refillByBytes()
    }
  }

  /// The first bytes of the stream.
  @inline(never)
  private mutating func refillByBytes() {
    while position > 0, count <= 55 {
      position -= 1
      word |= UInt64((start + position).load(as: UInt8.self)) << UInt64(56 - count)
      count += 8
    }
  }

  /// Takes up to 63 bits. Zeros follow the last bit; ask `isSound` before refilling.
  @inline(__always)
  mutating func take(_ bits: UInt8) -> UInt64 {
    let taken = (word &>> 1) &>> UInt64(truncatingIfNeeded: 63 &- bits)
    word = word &<< UInt64(truncatingIfNeeded: bits)
    count &-= Int(bits)
    return taken
  }
}
