import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// Recordings that are written while they are taken.
@Suite struct RecordingWriterTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// Records all frames of a recording.
  private func record(_ original: Recording) throws {
    let writer = RecordingWriter(folder.url)
    var decoder = FrameDecoder(original)
    for frame in original.frames { _ = try writer.add(decoder.raw(frame)) }
    #expect(writer.count == original.frames.count)
  }

  private var index: URL { folder.url.appendingPathComponent("frames.jsonl") }

  @Test(arguments: RecorderSample.allCases.map(\.url) + [RecorderSample.original])
  func everyRecordersFramesAreRecordedAsTheyCame(_ url: URL) throws {
    let original = try Recording.open(url)
    try record(original)
    let copy = try Recording.open(folder.url)
    #expect(copy.format == .live)
    #expect(copy.unitsPerMetre == original.unitsPerMetre)
    #expect(copy.gravity == nil || original.gravity != nil)
    try #require(copy.frames.count == original.frames.count)
    var first = FrameDecoder(original)
    var second = FrameDecoder(copy)
    for (frame, again) in zip(original.frames, copy.frames) {
      #expect(again.name == frame.name)
      #expect(again.time == frame.time)
      #expect(again.depthTime == frame.depthTime)
      #expect(again.recordedPose == frame.recordedPose)
      #expect(again.down == frame.down)
      #expect(again.cameras.isClose(to: frame.cameras))
      for image in [\RecordedFrame.colorImage, \.depthImage] {
        let bytes = try first.bytes(of: frame[keyPath: image])
        let same = try second.bytes(of: again[keyPath: image])
        #expect(same == bytes)
      }
      #expect(try copy.color(again).pixels == original.color(frame).pixels)
      let (depth, same) = try (original.depth(frame).pixels, copy.depth(again).pixels)
      #expect(zip(depth, same).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
    }
  }

  /// Wherever a kill cuts the index off: what has a whole line is read.
  @Test func anIndexThatIsCutOffHasTheFramesBefore() throws {
    let small = try SmallRecording.tum()
    try record(try Recording.open(small.folder))
    let whole = try Data(contentsOf: index)
    let ends = whole.indices.filter { whole[$0] == 10 }
    for count in stride(from: 0, through: whole.count, by: 7) {
      try whole.prefix(count).write(to: index)
      let frames = max(0, ends.count { $0 < count } - 1)
      if frames == 0 {
        #expect(throws: RecordingError.self) { try Recording.open(folder.url) }
      } else {
        #expect(try Recording.open(folder.url).frames.count == frames)
      }
    }
  }

  /// After their packing, or as what they are.
  @Test(arguments: [(RecorderSample.cyborg, "raw", "raw"), (.r3d, "jpg", "lzfse")])
  func filesOfNumbersAreNamed(_ sample: RecorderSample, _ color: String, _ depth: String) throws {
    let original = try Recording.open(sample.url)
    var decoder = FrameDecoder(original)
    let frame = try decoder.raw(original.frames[0])
    #expect(frame.color.ending == color && frame.depth.ending == depth)
  }

  @Test func aFrameThatCannotBeDecodedLeavesTheRecordingAsItWas() throws {
    let small = try SmallRecording.tum()
    let original = try Recording.open(small.folder)
    let writer = RecordingWriter(folder.url)
    var decoder = FrameDecoder(original)
    _ = try writer.add(decoder.raw(original.frames[0]))
    let good = try decoder.raw(original.frames[1])
    let torn = RawImage(content: good.color.content.dropLast(40), coding: .picture, ending: "jpg")
    let foreign = RawImage(content: Data(repeating: 7, count: 300), coding: .picture, ending: "png")
    let large = RawImage(
      content: try SmallRecording.depthPNG(code: 2000, width: 32, height: 24), coding: .picture, ending: "png")
    // A camera that differs from that of the frame before is looked at, too.
    var impossible = good.cameras.color
    impossible.fx = 1000
    for (cameras, color, depth) in [
      (good.cameras, torn, good.depth), (good.cameras, foreign, good.depth), (good.cameras, good.color, foreign),
      (good.cameras, good.color, large), (CameraPair(impossible), good.color, good.depth),
    ] {
      let bad = RawFrame(
        name: good.name, time: good.time, depthTime: good.depthTime, cameras: cameras, color: color, depth: depth,
        scale: good.scale)
      #expect(throws: RecordingError.self) { try writer.add(bad) }
    }
    let earlier = try decoder.raw(original.frames[0])
    #expect(throws: RecordingError.self, "a frame that is there already") { try writer.add(earlier) }
    _ = try writer.add(good)
    let copy = try Recording.open(folder.url)
    #expect(copy.frames.map(\.name) == original.frames.prefix(2).map(\.name))
    let left = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter { $0.contains(".") }
    #expect(Set(left).count == 5, "\(left)")
  }

  /// Numbers whose channels are not stated have one.
  @Test func channelsNeedNotBeStated() throws {
    let original = try Recording.open(RecorderSample.r3d.url)
    try record(original)
    let text = try String(contentsOf: index, encoding: .utf8)
    let changed = text.replacing(#""channels":1,"#, with: "")
    try #require(changed != text)
    try Data(changed.utf8).write(to: index)
    let (one, other) = (try original.depth(original.frames[1]), try Recording.open(folder.url))
    let same = try other.depth(other.frames[1]).pixels
    #expect(zip(one.pixels, same).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
  }

  @Test(arguments: [
    (#""file":"color/000001.jpg""#, #""file":"../secret.png""#),
    (#""file":"color/000001.jpg""#, #""file":"/etc/passwd""#),
    (#""file":"color/000001.jpg""#, #""file":"""#), (#""time":101"#, #""time":99"#), (#""time":101"#, #""time":1e300"#),
    (#""depth":{"#, #""depth":{"numbers":{"width":1000000,"height":1000000,"sample":"float","packing":"lzfse"},"#),
    (#""depth":{"#, #""depth":{"numbers":{"width":-16,"height":16,"sample":"byte","packing":"none"},"#),
    (#""depth":{"#, #""depth":{"numbers":{"width":16,"height":16,"channels":9,"sample":"byte","packing":"none"},"#),
    (#""name":"#, #""pose":[1,0,0],"name":"#), (#""name":"#, #""down":[0,0,0],"name":"#), (#"{"color""#, "[[[["),
    ("calvaria/recording/1", "calvaria/recording/2"), (#""codes_per_metre":5000"#, #""codes_per_metre":-1"#),
    (#""cameras":{"#, #""other":{"#),
  ])
  func aHostileIndexIsRefused(found: String, inserted: String) throws {
    let small = try SmallRecording.tum()
    try record(try Recording.open(small.folder))
    let text = try String(contentsOf: index, encoding: .utf8)
    let changed = text.replacing(found, with: inserted)
    try #require(changed != text)
    try Data(changed.utf8).write(to: index)
    #expect(throws: RecordingError.self) { try Recording.readingAll(folder.url) }
  }
}

extension CameraPair {
  /// Equal but for the rounding of a lens's centre, which files have in pixels.
  fileprivate func isClose(to other: CameraPair) -> Bool {
    guard colorFromDepth == other.colorFromDepth else { return false }
    return [(color, other.color), (depth, other.depth)].allSatisfy { a, b in
      guard a.pinhole == b.pinhole else { return false }
      let corner = Vector2(0, 0)
      let shift = (a.ray(corner) - b.ray(corner)).length
      return shift.isNaN || shift < 1e-12
    }
  }
}
