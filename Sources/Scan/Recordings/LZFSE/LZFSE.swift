/// Decodes Apple's LZFSE: Lempel and Ziv's matches, coded by finite state entropy (Duda's tANS).
///
/// A stream is a sequence of blocks, each with a signature: `bvx-` stored, `bvxn` LZVN, `bvx1` and `bvx2` entropy coded,
/// `bvx$` the end. Matches reach back into earlier blocks. There is no checksum: damage that leaves the structure
/// sound changes the content unnoticed. Time and memory are bounded by the bytes and by the memory for the content.
/// The format is that of Apple's reference implementation (github.com/lzfse/lzfse).
public enum LZFSE {
  /// Decodes a stream; bytes behind its end are ignored.
  ///
  /// - Parameter output: memory for the content. Its bytes behind the content may be written, none outside of it.
  /// - Returns: the bytes of the content.
  /// - Throws: `LZFSEError`; what `output` holds then has no meaning.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(LZFSEError) -> Int {
    var blocks = Blocks(bytes)
    var content = Content(output)
    var entropyDecoder: EntropyDecoder?
    while let block = try blocks.next() {
      guard block.contentSize <= content.free else { throw .tooLarge(limit: output.count) }
      let end = content.count + block.contentSize
      switch block.kind {
      case .stored:
        content.append(bytes[block.payload])
      case .lzvn:
        try decodeLZVN(bytes, block.payload, into: &content, end: end)
      case .entropy(let header):
        let decoder = entropyDecoder ?? EntropyDecoder()
        entropyDecoder = decoder
        try decoder.decode(header, bytes, block.payload, into: &content, end: end)
      }
      guard content.count == end else { throw .malformed(byte: block.start, .size) }
    }
    return content.count
  }

  /// Decodes a stream to memory of its own.
  ///
  /// - Parameter limit: the most bytes that the content may have; checked before any memory is taken.
  public static func decode(_ bytes: [UInt8], limit: Int) throws(LZFSEError) -> [UInt8] {
    var failure: LZFSEError?
    let content = bytes.withUnsafeBytes { bytes in
      do throws(LZFSEError) {
        let size = try contentSize(bytes, limit: limit)
        return try [UInt8](size: size) { output throws(LZFSEError) in try decode(bytes, into: output) }
      } catch {
        failure = error
        return []
      }
    }
    if let failure { throw failure }
    return content
  }

  /// The bytes of the content by the headers of the blocks, which decoding may still find to be wrong.
  ///
  /// - Parameter limit: the most bytes that the content may have.
  public static func contentSize(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(LZFSEError) -> Int {
    var blocks = Blocks(bytes)
    var size = 0
    while let block = try blocks.next() {
      size += block.contentSize
      guard size <= limit else { throw .tooLarge(limit: limit) }
    }
    return size
  }
}

extension [UInt8] {
  /// At most `size` bytes that `body` writes and counts.
  fileprivate init(
    size: Int, _ body: (UnsafeMutableRawBufferPointer) throws(LZFSEError) -> Int
  ) throws(LZFSEError) {
    var failure: LZFSEError?
    self.init(unsafeUninitializedCapacity: size) { buffer, count in
      do throws(LZFSEError) {
        count = try body(UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: size))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

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

/// The decoded bytes so far, in memory of fixed size: nothing is written outside of it.
struct Content {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int
  private(set) var count = 0

  init(_ output: UnsafeMutableRawBufferPointer) {
    // Empty memory may have no address; none of its bytes is touched.
    memory = output.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 16)!
    capacity = output.count
  }

  /// The bytes that there is memory for.
  var free: Int { capacity - count }

  /// Appends bytes; there must be memory for them.
  mutating func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    precondition(bytes.count <= free)
    UnsafeMutableRawBufferPointer(start: memory + count, count: bytes.count).copyBytes(from: bytes)
    count += bytes.count
  }

  /// Appends `length` bytes, of which `readable` may be read; there must be memory for `length` of them.
  @inline(__always)
  mutating func append(_ source: UnsafeRawPointer, length: Int, readable: Int) {
    precondition(length >= 0 && length <= free && length <= readable)
    let to = memory + count
    if length + 15 <= free, length + 15 <= readable {
      var i = 0
      while i < length {
        let words = (source + i).loadUnaligned(as: SIMD2<UInt64>.self)
        (to + i).storeBytes(of: words, as: SIMD2<UInt64>.self)
        i &+= 16
      }
    } else {
      to.copyMemory(from: source, byteCount: length)
    }
    count &+= length
  }

  /// Repeats the content that starts `distance` bytes before the end, byte after byte: a match may be longer than its
  /// distance. False where it starts before the content.
  @inline(__always)
  mutating func repeatContent(distance: Int, length: Int) -> Bool {
    precondition(length >= 0 && length <= free)
    guard distance >= 1, distance <= count else { return false }
    if length + 7 <= free, distance >= 8 {
      copyWords(from: distance, begin: 0, length: length)
    } else {
      repeatCarefully(distance: distance, length: length)
    }
    count &+= length
    return true
  }

  /// Short distances, and matches close to the end of the memory.
  @inline(never)
  private func repeatCarefully(distance: Int, length: Int) {
    let to = memory + count
    // The smallest multiple of the distance that a word fits in: what repeats with the distance repeats with it, too.
    let stride = distance * ((7 + distance) / distance)
    let bytes = length + 7 <= free ? min(stride, length) : length
    for i in 0..<bytes { to.storeBytes(of: (to + i - distance).load(as: UInt8.self), toByteOffset: i, as: UInt8.self) }
    if bytes < length { copyWords(from: stride, begin: bytes, length: length) }
  }

  /// Copies eight bytes at a time, up to seven more than wanted.
  @inline(__always)
  private func copyWords(from distance: Int, begin: Int, length: Int) {
    let to = memory + count
    var i = begin
    while i < length {
      let word = (to + i - distance).loadUnaligned(as: UInt64.self)
      (to + i).storeBytes(of: word, as: UInt64.self)
      i &+= 8
    }
  }
}
