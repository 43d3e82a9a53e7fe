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
