import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

@Suite struct LZFSETests {
  @Test(arguments: GoldenContent.names) func whatApplesEncoderWroteIsDecoded(name: String) throws {
    let stream = try GoldenContent.stream(name)
    let content = GoldenContent.content(name)
    #expect(try LZFSE.decode(stream, limit: content.count) == content)
  }

  @Test func theStreamsHaveBlocksOfEveryKind() throws {
    #expect(GoldenContent.names.count >= 40)
    let signatures = try Set(
      GoldenContent.names.map { String(decoding: try GoldenContent.stream($0).prefix(4), as: UTF8.self) })
    #expect(signatures == ["bvx-", "bvxn", "bvx1", "bvx2"])
  }

  /// The size is known exactly, so neither less memory nor more bytes may pass.
  @Test(arguments: GoldenContent.names) func memoryOneByteTooSmallIsAnError(name: String) throws {
    let stream = try GoldenContent.stream(name)
    let count = GoldenContent.content(name).count
    if count == 0 { return }
    #expect(throws: LZFSEError.tooLarge(limit: count - 1)) { try Guarded(count - 1).decode(stream) }
    #expect(throws: LZFSEError.tooLarge(limit: count - 1)) { try LZFSE.decode(stream, limit: count - 1) }
    #expect(try Guarded(count).decode(stream) == GoldenContent.content(name))
    #expect(try Guarded(count + 100).decode(stream) == GoldenContent.content(name))
  }

  @Test(arguments: ["noise-7", "text-500", "period3-9001", "depth-18x16", "every-kind"])
  func everyTruncationIsAnError(name: String) throws {
    let stream = try GoldenContent.stream(name)
    for length in 0..<stream.count {
      #expect(throws: LZFSEError.self, "\(length) bytes") {
        try LZFSE.decode([UInt8](stream.prefix(length)), limit: 1 << 20)
      }
    }
  }

  @Test func bytesBehindTheEndAreIgnored() throws {
    let stream = try GoldenContent.stream("text-500") + [1, 2, 3]
    #expect(try LZFSE.decode(stream, limit: 500) == GoldenContent.content("text-500"))
  }

  @Test func nothingIsAllocatedForAHugeClaim() {
    // A stored block of 4 GB less one byte, and one of LZVN.
    let stored: [UInt8] = Array("bvx-".utf8) + [255, 255, 255, 255, 1, 2, 3]
    #expect(throws: LZFSEError.truncated) { try LZFSE.decode(stored, limit: .max) }
    let lzvn: [UInt8] =
      Array("bvxn".utf8) + [255, 255, 255, 255, 8, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0] + Array("bvx$".utf8)
    #expect(throws: LZFSEError.tooLarge(limit: 1000)) { try LZFSE.decode(lzvn, limit: 1000) }
  }

  @Test func faultsAreNamed() throws {
    func fault(_ bytes: [UInt8]) -> LZFSEError? {
      do throws(LZFSEError) { _ = try LZFSE.decode(bytes, limit: 1000) } catch { return error }
      return nil
    }
    let end = Array("bvx$".utf8)
    func lzvn(_ payload: [UInt8], count: UInt8) -> [UInt8] {
      Array("bvxn".utf8) + [count, 0, 0, 0, UInt8(payload.count), 0, 0, 0] + payload + end
    }
    let stop: [UInt8] = [6, 0, 0, 0, 0, 0, 0, 0]
    #expect(fault([]) == .truncated)
    #expect(fault(end) == nil)
    #expect(fault(Array("bvy$".utf8)) == .malformed(byte: 0, .signature))
    #expect(fault(lzvn([0xE2, 1, 2] + stop, count: 2)) == nil)
    #expect(fault(lzvn([0xE2, 1, 2] + stop, count: 3)) == .malformed(byte: 0, .size))
    #expect(fault(lzvn([0xE2, 1, 2] + stop, count: 1)) == .malformed(byte: 12, .size))
    #expect(fault(lzvn([0x70] + stop, count: 0)) == .malformed(byte: 12, .instruction))
    #expect(fault(lzvn([0x1E] + stop, count: 0)) == .malformed(byte: 12, .instruction))
    // A match before any distance was given, and one that starts before the content.
    #expect(fault(lzvn([0xE2, 1, 2, 0xF3] + stop, count: 5)) == .malformed(byte: 15, .distance))
    #expect(fault(lzvn([0xE2, 1, 2, 0x00, 3] + stop, count: 5)) == .malformed(byte: 15, .distance))
    #expect(fault(lzvn([0xE2, 1, 2, 0x00, 2] + stop, count: 5)) == nil)
    // One byte, a literal and one that is repeated.
    #expect(fault(lzvn([0xE1, 1] + stop, count: 1)) == nil)
    #expect(fault(lzvn([0xE2, 1, 2, 0x00, 2, 0xF1] + stop, count: 6)) == nil)
    // Neither the end of the block nor anything else follows: literals, instructions of one, two and three bytes.
    #expect(fault(lzvn([0xE2, 1, 2], count: 2)) == .malformed(byte: 15, .instruction))
    #expect(fault(lzvn([0xE2, 1, 2, 0x00, 2, 0xF1], count: 6)) == .malformed(byte: 18, .instruction))
    #expect(fault(lzvn([0xE2, 1, 2, 0x00, 2], count: 5)) == .malformed(byte: 17, .instruction))
    #expect(fault(lzvn([0xE2, 1, 2, 0xA0, 8, 0], count: 5)) == .malformed(byte: 18, .instruction))
  }

  /// Of a block with a header of 772 bytes, behind which literals lie and then matches.
  @Test func faultsOfCodesAreNamed() throws {
    let sound = try GoldenContent.stream("plain-tables")
    func fault(_ place: Range<Int>, _ bytes: [UInt8]) -> LZFSEError? {
      var stream = sound
      stream.replaceSubrange(place, with: bytes)
      do throws(LZFSEError) { _ = try LZFSE.decode(stream, limit: 1 << 20) } catch { return error }
      return nil
    }
    let literals = (50 + 2 * 104)..<(50 + 2 * 360)
    #expect(fault(literals, [UInt8](repeating: 0, count: literals.count)) == .malformed(byte: 772, .frequencies))
    let first = literals.lowerBound..<(literals.lowerBound + 1)
    #expect(fault(first, [sound[first.lowerBound] ^ 1]) == .malformed(byte: 772, .frequencies))
    // Bits that are said to be unused and are not zero.
    let literalBytes = Int(sound[20]) | Int(sound[21]) << 8
    #expect(fault(28..<32, [0xFD, 0xFF, 0xFF, 0xFF]) == .malformed(byte: 772, .literals))
    #expect(fault(40..<44, [0xF9, 0xFF, 0xFF, 0xFF]) == .malformed(byte: 772 + literalBytes, .matches))
  }

  /// Zeros stand for 4 symbols a byte, of 360: 10 bytes are too few, 100 too many, of which 92 are taken in.
  @Test(arguments: [(10, 10), (100, 92)]) func frequenciesOfAnotherLengthAreNamed(count: Int, read: Int) {
    let first: [UInt8] = Array("bvx-".utf8) + SmallZip.little(UInt32(16)) + [UInt8](repeating: 7, count: 16)
    let header: [UInt8] = Array("bvx2".utf8) + SmallZip.little(UInt32(1)) + [UInt8](repeating: 0, count: 16)
    let second: [UInt8] = header + SmallZip.little(UInt32(32 + count)) + [UInt8](repeating: 0, count: 4 + count)
    #expect(throws: LZFSEError.malformed(byte: first.count + 32 + read, .frequencies)) {
      try LZFSE.decode(first + second, limit: 1000)
    }
  }

  @Test(arguments: [
    "noise-8", "text-500", "period7-1000", "period4-9001", "depth-18x16", "plain-tables", "depth-96x72", "every-kind",
  ])
  func damagedStreamsNeverCrashNorOverrun(name: String) throws {
    let sound = try GoldenContent.stream(name)
    let count = GoldenContent.content(name).count
    let seed: UInt64 = 40
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<4000 {
      var stream = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Half of the damage goes to the headers.
        let reach = Bool.random(using: &random) ? min(60, stream.count) : stream.count
        let byte = Int.random(in: 0..<reach, using: &random)
        if Bool.random(using: &random) {
          stream[byte] ^= 1 << UInt8.random(in: 0...7, using: &random)
        } else {
          stream[byte] = UInt8.random(in: 0...255, using: &random)
        }
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        stream.removeLast(Int.random(in: 0..<stream.count, using: &random))
      }
      do throws(LZFSEError) {
        #expect(try Guarded(count).decode(stream).count <= count, "seed \(seed)")
      } catch {
        refused += 1
      }
    }
    #expect(refused > 1000)
  }

  /// A later block may not reach beyond the end by as much as lies before it either.
  @Test(arguments: [4, 5, 20, 30]) func aLaterBlockThatReachesBeyondTheEndIsTruncated(_ stated: UInt8) {
    let first: [UInt8] = Array("bvx-".utf8) + [16, 0, 0, 0] + [UInt8](repeating: 7, count: 16)
    let second: [UInt8] = Array("bvx-".utf8) + [stated, 0, 0, 0, 1, 2, 3]
    #expect(throws: LZFSEError.truncated) { try LZFSE.decode(first + second, limit: 1000) }
  }
}

/// Memory for a content between two fences.
struct Guarded {
  let size: Int
  private static let fence = [UInt8](repeating: 0xA5, count: 64)

  init(_ size: Int) { self.size = size }

  /// Decodes, and traps where a fence was written to.
  func decode(_ stream: [UInt8]) throws(LZFSEError) -> [UInt8] {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size + 128, alignment: 16)
    defer { memory.deallocate() }
    memory.copyBytes(from: Self.fence + [UInt8](repeating: 0, count: size) + Self.fence)
    // Exactly as long as the stream, so that a checker of addresses sees a read behind it.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: stream.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: stream)
    defer {
      precondition(memory.prefix(64).elementsEqual(Self.fence) && memory.suffix(64).elementsEqual(Self.fence))
    }
    let output = UnsafeMutableRawBufferPointer(rebasing: memory[64..<(64 + size)])
    let count = try LZFSE.decode(UnsafeRawBufferPointer(bytes), into: output)
    return [UInt8](output[..<count])
  }
}
