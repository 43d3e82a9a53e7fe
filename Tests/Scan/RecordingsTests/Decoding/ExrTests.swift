import Foundation
import Geometry
import Testing

@testable import Recordings

@Suite struct ExrTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  private static func file(_ name: String) throws -> Data {
    try Data(contentsOf: folder.appending(path: "\(name).exr"))
  }

  private static func names(_ isBad: Bool) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".exr") && $0.hasPrefix("bad") == isBad }.map { String($0.dropLast(4)) }.sorted()
  }

  /// The values of make_exr_fixtures.py, made again.
  private static let depth: [Float] = (0..<(35 * 37)).map { i in
    let (x, y) = (i % 35 - 17, i / 35 - 18)
    return i % 17 == 0 ? .nan : Float(1228 + (x * x + y * y) / 8 % 512 + i * 7 % 4) / 4096
  }

  @Test(arguments: names(false)) func depthOfOpenEXRsOwnFilesIsDecoded(name: String) throws {
    let image = try ImageFile.depthFloat(Self.file(name))
    #expect((image.width, image.height) == (35, 37))
    #expect(zip(image.pixels, Self.depth).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    let bits = name.contains("half") ? 16 : 32
    let header = try ImageFile.header(Self.file(name))
    #expect(header == ImageHeader(kind: .exr, width: 35, height: 37, channels: 1, bits: bits, isFloat: true))
  }

  @Test func everyCompressionAndLayoutIsThere() {
    #expect(Self.names(false).count == 5 * 2 * 2 + 6)
  }

  @Test(arguments: [
    ("bad-colour", "an EXR in colour; expected depth"), ("bad-lossy", "lossy compression"),
    ("bad-window", "a part of a larger image"), ("bad-parts", "several parts"), ("bad-channels", "2 channels"),
    ("bad-whole", "found 35×37 EXR, 32 bits, 1 channel"),
  ])
  func whatCannotBeDepthIsRefused(name: String, reason: String) throws {
    let file = try Self.file(name)
    let error = #expect(throws: ImageError.self) { try ImageFile.depthFloat(file) }
    #expect(try #require(error).description.contains(reason))
  }

  @Test func everyBadFileIsTested() { #expect(Self.names(true).count == 6) }

  @Test func depthIsNoColor() throws {
    #expect(throws: ImageError.self) { try ImageFile.gray(Self.file("zip-float-rows")) }
    #expect(throws: ImageError.self) { try ImageFile.depthCodes(Self.file("zip-float-rows")) }
  }

  @Test(arguments: ["no-float-rows", "zip-half-rows", "piz-float-tiles"]) func everyTruncationIsAnError(name: String)
    throws
  {
    let file = try Self.file(name)
    for length in stride(from: 0, to: file.count, by: 3) {
      #expect(throws: ImageError.self, "\(length) bytes") { try ImageFile.depthFloat(file.prefix(length)) }
    }
  }

  @Test(arguments: [
    "no-float-rows", "rle-half-tiles", "zips-float-rows", "zip-half-rows", "piz-float-tiles", "channel-gray",
  ])
  func damagedFilesNeverCrash(name: String) throws {
    let file = try Self.file(name)
    var random = SeededGenerator(seed: 9)
    var refused = 0
    for _ in 0..<3000 {
      var damaged = file
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // Half of the damage goes to the header.
        let reach = Bool.random(using: &random) ? 400 : file.count
        damaged[Int.random(in: 0..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      // A larger size that is still allowed would only take memory.
      if let header = try? ImageFile.header(damaged), header.width * header.height > 1 << 22 { continue }
      do { _ = try ImageFile.depthFloat(damaged) } catch is ImageError { refused += 1 }
    }
    #expect(refused > 500)
  }

  @Test func aHugeSizeIsRefusedBeforeAllocation() throws {
    var file = try Self.file("zip-float-rows")
    for name in ["dataWindow", "displayWindow"] {
      let place = try #require(file.range(of: Data("\(name)\0box2i\0".utf8))).upperBound + 4 + 8
      file.replaceSubrange(place..<(place + 8), with: [0, 0, 1, 0, 0, 0, 1, 0])
    }
    #expect(throws: ImageError.self) { try ImageFile.header(file) }
  }
}
