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
