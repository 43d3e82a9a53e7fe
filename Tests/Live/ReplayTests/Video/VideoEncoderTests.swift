import Foundation
import Images
import Replay
import TestSupport
import Testing

@testable import Replay

/// The stream of frames: read back by the rules of EBML (RFC 8794).
@Suite struct VideoEncoderTests {
  /// An element's id, its content, and what comes after it.
  private func element(_ data: [UInt8]) -> (id: UInt32, content: [UInt8], rest: [UInt8]) {
    let idLength = data[0].leadingZeroBitCount + 1
    let id = data[..<idLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let sizeLength = data[idLength].leadingZeroBitCount + 1
    let size = data[idLength..<(idLength + sizeLength)].enumerated().reduce(UInt64(0)) {
      $0 << 8 | UInt64($1.offset == 0 ? $1.element & (0xFF >> UInt8(sizeLength)) : $1.element)
    }
    let start = idLength + sizeLength
    let end = min(data.count, size == (1 << (7 * UInt64(sizeLength))) - 1 ? start : start + Int(size))
    return (id, Array(data[start..<end]), Array(data[end...]))
  }

  private func members(_ data: [UInt8]) -> [UInt32: [UInt8]] {
    var (found, rest): ([UInt32: [UInt8]], [UInt8]) = ([:], data)
    while !rest.isEmpty {
      let next = element(rest)
      (found[next.id], rest) = (next.content, next.rest)
    }
    return found
  }

  private func number(_ bytes: [UInt8]?) -> Int { bytes?.reduce(0) { $0 << 8 | Int($1) } ?? -1 }

  @Test func theHeaderTellsSizeAndLayout() throws {
    let whole = members([UInt8](RawVideo.header(width: 1520, height: 896)))
    #expect(String(decoding: members(try #require(whole[0x1A45_DFA3]))[0x4282] ?? [], as: UTF8.self) == "matroska")
    #expect(whole[0x1853_8067] == [], "a segment without an end, whose members follow")
    #expect(number(members(try #require(whole[0x1549_A966]))[0x2AD7B1]) == 1000, "microseconds")
    let tracks = members(try #require(whole[0x1654_AE6B]))
    let track = members(try #require(tracks[0xAE]))
    #expect(String(decoding: track[0x86] ?? [], as: UTF8.self) == "V_UNCOMPRESSED")
    #expect(number(track[0x83]) == 1)
    let video = members(try #require(track[0xE0]))
    #expect(number(video[0xB0]) == 1520)
    #expect(number(video[0xBA]) == 896)
    #expect(video[0x2EB524] == [82, 71, 66, 24])
  }

  @Test func aFrameHasItsTimeAndItsBytes() throws {
    let pixels: [UInt8] = [1, 2, 3, 4, 5, 6]
    let cluster = element([UInt8](RawVideo.frameHeader(time: 3_600_000_001, bytes: 6)) + pixels)
    #expect(cluster.id == 0x1F43_B675)
    #expect(cluster.rest.isEmpty)
    let parts = members(cluster.content)
    #expect(number(parts[0xE7]) == 3_600_000_001)
    #expect(parts[0xA3] == [0x81, 0, 0, 0x80] + pixels)
  }
}

/// Programs in ffmpeg's place.
@Suite struct VideoToolTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// What the built-in encoder's help begins with.
  private static let help = "if [ \"$2\" = -h ]; then echo 'Encoder libx264 [H.264]:'; exit 0; fi\n"

  private func tool(_ script: String) throws -> VideoTool {
    let program = folder.url.appendingPathComponent("ffmpeg")
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return try VideoTool(path: "/nowhere:\(folder.url.path):/usr/bin")
  }

  @Test func theProgramIsLookedForAndAskedForItsEncoder() throws {
    #expect(throws: VideoError.notInstalled) { try VideoTool(path: "/nowhere:/etc") }
    let program = folder.url.appendingPathComponent("ffmpeg").path
    #expect(try tool(Self.help).program.path == program)
    #expect(throws: VideoError.noEncoder(program: program)) {
      try tool("echo 'Unknown encoder'; echo 'Encoder libx264'")
    }
  }

  /// Frames of a time before the last one's are a microsecond later; none is before 0.
  @Test func theProgramGetsEveryFrameInOrder() throws {
    let tool = try tool(Self.help + "for last; do :; done\ncat > \"$last\"")
    let file = folder.url.appendingPathComponent("video.mp4")
    let encoder = try VideoEncoder(tool, width: 2, height: 1, to: file)
    var expected = RawVideo.header(width: 2, height: 1)
    for (index, (time, microseconds)) in [(-1.0, 0), (0.5, 500_000), (0.5, 500_001), (0.1, 500_002), (2, 2_000_000)]
      .enumerated()
    {
      let pixels = (0..<6).map { UInt8(10 * index + $0) }
      try encoder.add(ColorImage(width: 2, height: 1, pixels: pixels), at: time)
      expected += RawVideo.frameHeader(time: microseconds, bytes: 6) + Data(pixels)
    }
    try encoder.finish()
    #expect(try Data(contentsOf: file) == expected)
  }

  /// Its last line is told, of a long one the beginning.
  @Test func whatTheProgramSaysLastIsTold() throws {
    let said = String(repeating: "0123456789", count: 30)
    let tool = try tool(Self.help + "cat > /dev/null; echo first >&2; echo \(said) >&2; exit 1")
    let encoder = try VideoEncoder(tool, width: 2, height: 1, to: folder.url.appendingPathComponent("video.mp4"))
    #expect(throws: VideoError.failed(reason: .text(String(repeating: "0123456789", count: 20)))) {
      try encoder.finish()
    }
  }

  @Test func aProgramThatSaysNothingHasFailedToo() throws {
    let tool = try tool(Self.help + "cat > /dev/null; exit 3")
    let encoder = try VideoEncoder(tool, width: 2, height: 1, to: folder.url.appendingPathComponent("video.mp4"))
    #expect(throws: VideoError.failed(reason: .phrase("said_nothing"))) { try encoder.finish() }
  }
}
