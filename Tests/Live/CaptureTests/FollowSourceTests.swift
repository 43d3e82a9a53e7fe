import Foundation
import Recordings
import TestSupport
import Testing

@testable import Capture

/// Recordings that another program is still writing.
@Suite struct FollowSourceTests {
  private static let original = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders/tum")
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var growing: URL { folder.url.appendingPathComponent("growing") }
  private var recorded: URL { folder.url.appendingPathComponent("recorded") }

  /// Asks for answers until one is no silence; nil where none comes for some seconds.
  private func answer(_ source: FollowSource, seconds: Double = 20) throws -> SourceAnswer? {
    let end = ContinuousClock.now + .seconds(seconds)
    while .now < end {
      if case let answer = try source.next(), !answer.isNothing { return answer }
    }
    return nil
  }

  private func copy(_ name: String) throws {
    let target = growing.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(contentsOf: Self.original.appendingPathComponent(name)).write(to: target)
  }

  private func append(_ text: String, to name: String) throws {
    let url = growing.appendingPathComponent(name)
    if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// Images that are written in two halves behind lists that name them already; the last line ends late, too.
  @Test func framesCountWhenTheyAreComplete() throws {
    let source = FollowSource(growing, RecordingReading())
    let writer = RecordingWriter(recorded)
    try FileManager.default.createDirectory(at: recorded, withIntermediateDirectories: true)
    guard case .news(.noFrames)? = try answer(source) else {
      Issue.record("there is no recording yet")
      return
    }
    try copy("intrinsic.json")
    let frames = try Recording.open(Self.original).frames
    for frame in frames {
      let (color, depth) = (frame.colorImage.name, frame.depthImage.name)
      let whole = try Data(contentsOf: Self.original.appendingPathComponent(depth))
      try copy(color)
      try copy(depth)
      let half = growing.appendingPathComponent(depth)
      try whole.prefix(whole.count / 2).write(to: half)
      try append("\(frame.name) \(color)\n", to: "rgb.txt")
      try append("\(frame.name) \(depth)\n", to: "depth.txt")
      #expect(try answer(source, seconds: 1.6) == nil, "a frame that is not whole")
      try whole.write(to: half)
      guard case .frame(let raw)? = try answer(source) else {
        Issue.record("frame \(frame.name) did not come")
        return
      }
      _ = try writer.add(raw)
    }
    let copy = try Recording.open(recorded)
    #expect(copy.frames.map(\.name) == frames.map(\.name))
    let original = try Recording.open(Self.original)
    for (frame, again) in zip(frames, copy.frames) {
      #expect(try copy.color(again).pixels == original.color(frame).pixels)
    }
  }

  /// The folder is looked at now and then; of what is there the last frame comes when no other has come for a second.
  @Test func theLastFrameComesLater() throws {
    let source = FollowSource(growing, RecordingReading())
    let start = ContinuousClock.now
    guard case .news(.noFrames) = try source.next() else {
      Issue.record("there is no recording yet")
      return
    }
    try FileManager.default.copyItem(at: Self.original, to: growing)
    let isEarly = ContinuousClock.now < start + .seconds(0.15)
    if case .nothing = try source.next() {} else { #expect(!isEarly, "it was looked at again at once") }
    var (times, rests) = ([ContinuousClock.Instant](), 0)
    while times.count < 4, .now < start + .seconds(20) {
      switch try source.next() {
      case .frame: times.append(.now)
      case .nothing: if (1...2).contains(times.count) { rests += 1 }
      default: break
      }
    }
    try #require(times.count == 4)
    #expect(rests == 0, "those before it come one after the other")
    #expect(times[3] - start >= .seconds(1))
  }

  @Test func aFrameThatNeverBecomesWholeIsPassedOver() throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: Self.original.path) where name.contains(".") {
      try copy(name)
    }
    let frames = try Recording.open(growing).frames
    try Data("torn".utf8).write(to: growing.appendingPathComponent(frames[1].colorImage.name))
    let source = FollowSource(growing, RecordingReading())
    var (times, leftOut) = ([Double](), 0)
    while times.count + leftOut < frames.count, let answer = try answer(source) {
      if case .frame(let raw) = answer { times.append(raw.time) }
      if case .news(.leftOut) = answer { leftOut += 1 }
    }
    #expect(times == frames.map(\.time).filter { $0 != frames[1].time })
    #expect(leftOut == 1)
  }
}

extension SourceAnswer {
  fileprivate var isNothing: Bool { if case .nothing = self { true } else { false } }
}
