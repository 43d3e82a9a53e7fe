/// The header of an entropy-coded block.
struct EntropyHeader {
  /// The most literals and matches of a block.
  static let literalLimit = 40_000
  static let matchLimit = 10_000

  /// One of the two streams of bits of a block; it is read from its end.
  struct Stream {
    /// The symbols: bytes of literals, or matches.
    var count = 0
    var byteCount = 0
    /// The unused bits at the top of the last byte, 0 … 7.
    var unusedBits = 0
  }

  /// The bytes of the header.
  let size: Int
  var literals = Stream()
  var matches = Stream()
  /// The first states of the four decoders of literals, which take turns.
  var literalStates = SIMD4<Int>()
  /// The first states of the decoders of a match's three numbers: literals, length, distance.
  var matchStates = SIMD3<Int>()
  /// How many states of its code each symbol has.
  var frequencies = Frequencies()

  var payloadSize: Int { literals.byteCount + matches.byteCount }

  /// Reads the header of a `bvx1` block: every number on 2 or 4 bytes.
  init(plain bytes: UnsafeRawBufferPointer, at start: Int) throws(LZFSEError) {
    size = 772
    guard start <= bytes.count - size else { throw .truncated }
    func number(_ offset: Int, _ size: Int = 4) throws(LZFSEError) -> Int {
      try bytes.number(at: start + offset, size: size)
    }
    func unused(_ offset: Int) throws(LZFSEError) -> Int {
      -Int(Int32(truncatingIfNeeded: try number(offset)))
    }
    literals = Stream(count: try number(12), byteCount: try number(20), unusedBits: try unused(28))
    matches = Stream(count: try number(16), byteCount: try number(24), unusedBits: try unused(40))
    literalStates = [try number(32, 2), try number(34, 2), try number(36, 2), try number(38, 2)]
    matchStates = [try number(44, 2), try number(46, 2), try number(48, 2)]
    for i in 0..<Frequencies.count { frequencies.set(i, try number(50 + 2 * i, 2)) }
    guard try number(8) == payloadSize else { throw .malformed(byte: start, .header) }
    try check(start)
  }

  /// Reads the header of a `bvx2` block: numbers in fields of bits, frequencies in a code of variable length.
  init(packed bytes: UnsafeRawBufferPointer, at start: Int) throws(LZFSEError) {
    guard start <= bytes.count - 32 else { throw .truncated }
    let words = [8, 16, 24].map { bytes.loadUnaligned(fromByteOffset: start + $0, as: UInt64.self).littleEndian }
    func field(_ word: Int, _ bit: Int, _ width: Int) -> Int { Int(words[word] >> bit & (1 << width - 1)) }
    size = field(2, 0, 32)
    guard size >= 32 else { throw .malformed(byte: start, .header) }
    guard size <= bytes.count - start else { throw .truncated }
    literals = Stream(count: field(0, 0, 20), byteCount: field(0, 20, 20), unusedBits: 7 - field(0, 60, 3))
    matches = Stream(count: field(0, 40, 20), byteCount: field(1, 40, 20), unusedBits: 7 - field(1, 60, 3))
    literalStates = [field(1, 0, 10), field(1, 10, 10), field(1, 20, 10), field(1, 30, 10)]
    matchStates = [field(2, 32, 10), field(2, 42, 10), field(2, 52, 10)]
    try frequencies.unpack(UnsafeRawBufferPointer(rebasing: bytes[(start + 32)..<(start + size)]), at: start + 32)
    try check(start)
  }

  private func check(_ start: Int) throws(LZFSEError) {
    let isSound =
      literals.count <= Self.literalLimit && literals.count % 4 == 0
      && matches.count <= Self.matchLimit
      && 0...7 ~= literals.unusedBits && 0...7 ~= matches.unusedBits
      && literalStates.max() < Frequencies.literalStates
      && matchStates[0] < Frequencies.numberStates && matchStates[1] < Frequencies.numberStates
      && matchStates[2] < Frequencies.distanceStates
    guard isSound else { throw .malformed(byte: start, .header) }
  }
}
