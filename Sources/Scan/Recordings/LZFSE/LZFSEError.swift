/// Why a stream can't be decoded.
public enum LZFSEError: Error, Equatable {
  /// The bytes end before the stream does.
  case truncated
  /// What stands at a byte of the stream can't have been written by an encoder.
  case malformed(byte: Int, Fault)
  /// The content is larger than the memory for it.
  case tooLarge(limit: Int)

  /// What is wrong with a stream.
  public enum Fault: Sendable, Equatable {
    /// A block has none of the known signatures.
    case signature
    /// Numbers in the header of a block contradict each other or the format.
    case header
    /// The frequencies of symbols don't make a code.
    case frequencies
    /// The literals need more bits than there are, or fewer literals are there than matches take.
    case literals
    /// The matches need more bits than there are.
    case matches
    /// An instruction of LZVN is not defined, or reaches beyond its block.
    case instruction
    /// A match starts before the content does.
    case distance
    /// A block holds more or fewer bytes than its header says.
    case size
  }
}
