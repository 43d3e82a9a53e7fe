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
