/// One block of a stream, its header read.
struct Block {
  enum Kind {
    case stored
    case lzvn
    case entropy(EntropyHeader)
  }

  let kind: Kind
  /// The byte at which its header starts.
  let start: Int
  /// The bytes behind its header; they lie within the stream.
  let payload: Range<Int>
  /// The bytes of content that it claims to hold.
  let contentSize: Int
}

/// The blocks of a stream, one after the other, up to the end block.
struct Blocks {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The next block; nil at the end block.
  mutating func next() throws(LZFSEError) -> Block? {
    let start = position
    let signature = try bytes.number(at: start, size: 4)
    if signature == Self.end { return nil }
    guard Self.signatures.contains(signature) else { throw .malformed(byte: start, .signature) }
    let contentSize = try bytes.number(at: start + 4, size: 4)
    let (kind, headerSize, payloadSize): (Block.Kind, Int, Int)
    switch signature {
    case Self.stored:
      (kind, headerSize, payloadSize) = (.stored, 8, contentSize)
    case Self.lzvn:
      (kind, headerSize, payloadSize) = (.lzvn, 12, try bytes.number(at: start + 8, size: 4))
    case Self.plainTables:
      let entropy = try EntropyHeader(plain: bytes, at: start)
      (kind, headerSize, payloadSize) = (.entropy(entropy), entropy.size, entropy.payloadSize)
    default:
      let entropy = try EntropyHeader(packed: bytes, at: start)
      (kind, headerSize, payloadSize) = (.entropy(entropy), entropy.size, entropy.payloadSize)
    }
    guard payloadSize <= bytes.count - start - headerSize else { throw .truncated }
    position = start + headerSize + payloadSize
    return Block(kind: kind, start: start, payload: (start + headerSize)..<position, contentSize: contentSize)
  }

  private static let end = signature("bvx$")
  private static let stored = signature("bvx-")
  private static let lzvn = signature("bvxn")
  private static let plainTables = signature("bvx1")
  private static let packedTables = signature("bvx2")

  private static let signatures = [stored, lzvn, plainTables, packedTables]

  private static func signature(_ text: StaticString) -> Int {
    Int(UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt32.self))
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian number of at most 4 bytes that starts at a byte.
  func number(at start: Int, size: Int) throws(LZFSEError) -> Int {
    guard start <= count - size else { throw .truncated }
    return (0..<size).reduce(0) { $0 | Int(self[start + $1]) << (8 * $1) }
  }
}
