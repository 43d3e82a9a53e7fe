/// Decodes entropy-coded blocks, one after the other, in the same memory: tables of codes, and a block's literals.
final class EntropyDecoder {
  private let literalTable = UnsafeMutablePointer<ByteState>.allocate(capacity: Frequencies.literalStates)
  private let literalNumberTable = UnsafeMutablePointer<NumberState>.allocate(capacity: Frequencies.numberStates)
  private let lengthTable = UnsafeMutablePointer<NumberState>.allocate(capacity: Frequencies.numberStates)
  private let distanceTable = UnsafeMutablePointer<NumberState>.allocate(capacity: Frequencies.distanceStates)
  /// The literals, and bytes behind them that copies of whole words may read.
  private let literals = UnsafeMutableRawBufferPointer.allocate(
    byteCount: EntropyHeader.literalLimit + 16, alignment: 16)

  init() {
    literalTable.initialize(repeating: ByteState(), count: Frequencies.literalStates)
    literalNumberTable.initialize(repeating: NumberState(), count: Frequencies.numberStates)
    lengthTable.initialize(repeating: NumberState(), count: Frequencies.numberStates)
    distanceTable.initialize(repeating: NumberState(), count: Frequencies.distanceStates)
    literals.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    literalTable.deallocate()
    literalNumberTable.deallocate()
    lengthTable.deallocate()
    distanceTable.deallocate()
    literals.deallocate()
  }

  /// Decodes a block of entropy-coded literals and matches up to `end` bytes of content.
  func decode(
    _ header: EntropyHeader, _ bytes: UnsafeRawBufferPointer, _ payload: Range<Int>, into content: inout Content,
    end: Int
  ) throws(LZFSEError) {
    let middle = payload.lowerBound + header.literals.byteCount
    guard fillTables(header) else { throw .malformed(byte: payload.lowerBound, .frequencies) }
    let literalBytes = UnsafeRawBufferPointer(rebasing: bytes[payload.lowerBound..<middle])
    guard decodeLiterals(header, literalBytes) else { throw .malformed(byte: payload.lowerBound, .literals) }
    let matchBytes = UnsafeRawBufferPointer(rebasing: bytes[middle..<payload.upperBound])
    if let fault = decodeMatches(header, matchBytes, into: &content, end: end) {
      throw .malformed(byte: middle, fault)
    }
  }

  private func fillTables(_ header: EntropyHeader) -> Bool {
    let hasMatches = header.matches.count > 0
    let frequencies = header.frequencies
    return StateTable.fill(
      states: Frequencies.literalStates, frequencies[Frequencies.literals], isUsed: header.literals.count > 0
    ) { [literalTable] state, symbol, step in
      literalTable[state] = ByteState(bits: step.bits, byte: UInt8(symbol), next: step.next)
    }
      && fill(
        literalNumberTable, Frequencies.numberStates, frequencies[Frequencies.literalNumbers], .literalNumbers,
        isUsed: hasMatches)
      && fill(lengthTable, Frequencies.numberStates, frequencies[Frequencies.lengths], .lengths, isUsed: hasMatches)
      && fill(
        distanceTable, Frequencies.distanceStates, frequencies[Frequencies.distances], .distances, isUsed: hasMatches)
  }

  private func fill(
    _ table: UnsafeMutablePointer<NumberState>, _ states: Int, _ frequencies: ArraySlice<UInt16>, _ code: NumberCode,
    isUsed: Bool
  ) -> Bool {
    StateTable.fill(states: states, frequencies, isUsed: isUsed) { state, symbol, step in
      let extraBits = code.extraBits[symbol]
      table[state] = NumberState(
        base: code.bases[symbol], next: step.next, extraBits: extraBits, bits: step.bits + extraBits)
    }
  }

  /// Decodes all literals of a block; false where their bits run out.
  private func decodeLiterals(_ header: EntropyHeader, _ bytes: UnsafeRawBufferPointer) -> Bool {
    guard var bits = BackwardBits(bytes, unusedBits: header.literals.unusedBits) else { return false }
    let (table, to) = (literalTable, literals.baseAddress!)
    var (a, b) = (header.literalStates[0], header.literalStates[1])
    var (c, d) = (header.literalStates[2], header.literalStates[3])
    var i = 0
    while i < header.literals.count {
      // Four symbols take 40 bits at most.
      bits.refill()
      let quad = (
        Self.byte(table, &a, &bits), Self.byte(table, &b, &bits), Self.byte(table, &c, &bits),
        Self.byte(table, &d, &bits)
      )
      guard bits.isSound else { return false }
      to.storeBytes(of: quad.0, toByteOffset: i, as: UInt8.self)
      to.storeBytes(of: quad.1, toByteOffset: i &+ 1, as: UInt8.self)
      to.storeBytes(of: quad.2, toByteOffset: i &+ 2, as: UInt8.self)
      to.storeBytes(of: quad.3, toByteOffset: i &+ 3, as: UInt8.self)
      i &+= 4
    }
    return true
  }

  /// Decodes and carries out all matches of a block; what is wrong with them, if anything is.
  private func decodeMatches(
    _ header: EntropyHeader, _ bytes: UnsafeRawBufferPointer, into content: inout Content, end: Int
  ) -> LZFSEError.Fault? {
    guard var bits = BackwardBits(bytes, unusedBits: header.matches.unusedBits) else { return .matches }
    var states = (header.matchStates[0], header.matchStates[1], header.matchStates[2])
    var (literal, distance) = (0, 0)
    for _ in 0..<header.matches.count {
      // The three numbers take 14, 17 and 23 bits at most.
      bits.refill()
      let literalNumber = Self.number(literalNumberTable, &states.0, &bits)
      let length = Self.number(lengthTable, &states.1, &bits)
      let newDistance = Self.number(distanceTable, &states.2, &bits)
      guard bits.isSound else { return .matches }
      guard literalNumber <= header.literals.count - literal else { return .literals }
      guard literalNumber + length <= end - content.count else { return .size }
      content.append(literals.baseAddress! + literal, length: literalNumber, readable: literals.count - literal)
      literal += literalNumber
      if newDistance > 0 { distance = newDistance }
      guard length == 0 || content.repeatContent(distance: distance, length: length) else { return .distance }
    }
    return nil
  }

  /// The byte of a state, which moves on. Every state that a table leads to lies in the table.
  @inline(__always)
  private static func byte(
    _ table: UnsafeMutablePointer<ByteState>, _ state: inout Int, _ bits: inout BackwardBits
  ) -> UInt8 {
    let entry = table[state]
    state = Int(entry.next) &+ Int(truncatingIfNeeded: bits.take(entry.bits))
    return entry.byte
  }

  /// The number of a state, which moves on.
  @inline(__always)
  private static func number(
    _ table: UnsafeMutablePointer<NumberState>, _ state: inout Int, _ bits: inout BackwardBits
  ) -> Int {
    let entry = table[state]
    let taken = bits.take(entry.bits)
    state = Int(entry.next) &+ Int(truncatingIfNeeded: taken &>> UInt64(entry.extraBits))
    return Int(entry.base) &+ Int(truncatingIfNeeded: taken & (1 &<< UInt64(entry.extraBits) &- 1))
  }
}

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

/// The codes of a block: for each state of a decoder its symbol, the bits to take, and what they lead to.
///
/// States are a power of two. A symbol of frequency f owns f states in a row; from each of them k or k − 1 bits lead on,
/// where 2^k · f ≥ states, so that the next states fill the whole range (Duda 2014, arXiv:1311.2540).
enum StateTable {
  /// What a state of a decoder means: the next one is `next` plus the bits that it takes.
  struct Step {
    let bits: UInt8
    let next: UInt16
  }

  /// Calls `body` with every state, its symbol and its step. False where the frequencies are not those of a code: they
  /// add up to the states, or to nothing in a block that has no such symbol.
  ///
  /// Every `next` plus its bits is a state.
  static func fill(
    states: Int, _ frequencies: ArraySlice<UInt16>, isUsed: Bool, _ body: (_ state: Int, _ symbol: Int, Step) -> Void
  ) -> Bool {
    let sum = frequencies.reduce(0) { $0 + Int($1) }
    guard sum == states || sum == 0 && !isUsed else { return false }
    var state = 0
    for (symbol, frequency) in frequencies.enumerated() where frequency > 0 {
      let count = Int(frequency)
      let most = states.trailingZeroBitCount - (Int.bitWidth - 1 - count.leadingZeroBitCount)
      let long = (2 * states) >> most - count
      for i in 0..<count {
        let isLong = i < long
        let bits = isLong ? most : most - 1
        let next = isLong ? (count + i) << most - states : (i - long) << bits
        body(state, symbol, Step(bits: UInt8(bits), next: UInt16(next)))
        state += 1
      }
    }
    return true
  }
}

/// A state of a decoder of bytes.
struct ByteState {
  var bits: UInt8 = 0
  var byte: UInt8 = 0
  var next: UInt16 = 0
}

/// A state of a decoder of numbers: a number is a base and a few bits as they are.
struct NumberState {
  var base: UInt32 = 0
  var next: UInt16 = 0
  /// The bits of the number alone.
  var extraBits: UInt8 = 0
  /// The bits of the state and the number.
  var bits: UInt8 = 0
}

/// The numbers that symbols stand for: the last bits of a number are not coded.
struct NumberCode {
  let extraBits: [UInt8]
  /// The least number of each symbol.
  let bases: [UInt32]

  /// Each symbol starts where the one before ends.
  private init(_ extraBits: [UInt8]) {
    self.extraBits = extraBits
    var bases: [UInt32] = []
    var base: UInt32 = 0
    for bits in extraBits {
      bases.append(base)
      base += 1 << UInt32(bits)
    }
    self.bases = bases
  }

  /// How many literals a match has before it: 0 … 315.
  static let literalNumbers = NumberCode([UInt8](repeating: 0, count: 16) + [2, 3, 5, 8])
  /// How long a match is: 0 … 2359.
  static let lengths = NumberCode([UInt8](repeating: 0, count: 16) + [3, 5, 8, 11])
  /// How far back it lies: 1 … 262,139; 0 is the distance of the match before.
  static let distances = NumberCode((0..<64).map { UInt8($0 / 4) })
}

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
