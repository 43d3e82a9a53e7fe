extension LZFSE {
  /// Decodes a block of LZVN, which writes lengths and distances into the bytes of its instructions, without entropy coding.
  ///
  /// An instruction has up to three parts: literals to append, a distance and a length to repeat. The block ends with
  /// the instruction for its end, which takes 8 bytes.
  static func decodeLZVN(
    _ bytes: UnsafeRawBufferPointer, _ payload: Range<Int>, into content: inout Content, end: Int
  ) throws(LZFSEError) {
    var position = payload.lowerBound
    var distance = 0
    while true {
      let start = position
      guard let step = LZVNInstruction(bytes, position..<payload.upperBound, previous: distance) else {
        throw .malformed(byte: start, .instruction)
      }
      position += step.size
      if step.isEnd {
        guard position == payload.upperBound else { throw .malformed(byte: start, .size) }
        return
      }
      guard step.literals <= payload.upperBound - position else { throw .malformed(byte: start, .instruction) }
      guard step.literals + step.length <= end - content.count else { throw .malformed(byte: start, .size) }
      content.append(
        bytes.baseAddress! + position, length: step.literals, readable: payload.upperBound - position)
      position += step.literals
      distance = step.distance
      guard step.length == 0 || content.repeatContent(distance: distance, length: step.length) else {
        throw .malformed(byte: start, .distance)
      }
    }
  }
}

/// An instruction of LZVN.
struct LZVNInstruction {
  /// The bytes of the instruction itself.
  let size: Int
  /// The literals that follow it.
  let literals: Int
  /// The bytes to repeat behind them.
  let length: Int
  /// How far back they lie; that of the instruction before where this one has none.
  let distance: Int
  var isEnd = false

  private init(size: Int, literals: Int = 0, length: Int = 0, distance: Int, isEnd: Bool = false) {
    (self.size, self.literals, self.length, self.distance) = (size, literals, length, distance)
    self.isEnd = isEnd
  }

  /// Reads the instruction at the start of a range; nil where it is not defined or reaches beyond the range.
  init?(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, previous: Int) {
    guard range.count >= 1 else { return nil }
    let start = range.lowerBound
    let code = Int(bytes[start])
    let second = range.count > 1 ? Int(bytes[start + 1]) : nil
    let third = range.count > 2 ? Int(bytes[start + 2]) : nil

    switch code >> 4 {
    case 0xF:
      if code & 15 > 0 {
        self.init(size: 1, length: code & 15, distance: previous)
      } else {
        guard let second else { return nil }
        self.init(size: 2, length: second + 16, distance: previous)
      }
    case 0xE:
      if code & 15 > 0 {
        self.init(size: 1, literals: code & 15, distance: previous)
      } else {
        guard let second else { return nil }
        self.init(size: 2, literals: second + 16, distance: previous)
      }
    case 0xA, 0xB:  // 101LLMMM DDDDDDMM DDDDDDDD
      guard let second, let third else { return nil }
      self.init(
        size: 3, literals: code >> 3 & 3, length: (code & 7) << 2 + second & 3 + 3, distance: third << 6 + second >> 2)
    case 0x7, 0xD:
      return nil
    default:  // LLMMMDDD
      let (literals, length) = (code >> 6, code >> 3 & 7 + 3)
      switch (code & 7, code) {
      case (7, _):
        guard let second, let third else { return nil }
        self.init(size: 3, literals: literals, length: length, distance: third << 8 + second)
      case (6, 0x06):
        guard range.count >= 8 else { return nil }
        self.init(size: 8, distance: previous, isEnd: true)
      case (6, 0x0E), (6, 0x16):
        self.init(size: 1, distance: previous)
      case (6, ..<0x40):
        return nil
      case (6, _):
        self.init(size: 1, literals: literals, length: length, distance: previous)
      default:
        guard let second else { return nil }
        self.init(size: 2, literals: literals, length: length, distance: (code & 7) << 8 + second)
      }
    }
  }
}
