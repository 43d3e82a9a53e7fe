import Feedback
import Foundation
import Recordings
import Synchronization
import TestSupport
import Testing

@testable import Capture

/// Recording and judging at once.
@Suite struct CaptureTests {
  private static let sample = SharedMaterial.packageRoot.appendingPathComponent("Datasets/half")
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func options() throws -> CaptureOptions {
    try CaptureOptions(
      cap: Self.sample.appendingPathComponent("cap.yaml"), feedback: nil, language: "en", layout: nil, quarterTurns: 0,
      announceEvery: nil)
  }

  /// Frames of a recording, as fast as they can be had.
  private final class Burst: FrameSource {
    let isPatient = false
    private let recording: ReplaySource

    init(_ recording: Recording) { self.recording = ReplaySource(recording, isRealtime: false) }

    func next() throws -> SourceAnswer { try recording.next() }
  }

  @Test func whatTheJudgingIsLateForIsRecordedAllTheSame() throws {
    let recording = try Recording.open(Self.sample)
    var judged: [Int] = []
    let kept = Mutex<[Int]>([])
    let judge = try ScanJudge(options(), folder.url)
    let capture = Capture(from: Burst(recording), into: folder.url) { frame in kept.withLock { $0.append(frame.index) }
    }
    let summary = try capture.run(until: { false }, report: { _ in }) { frame, counts in
      judged.append(try judge.judge(frame, counts).feedback.frame)
      usleep(300_000)
    }
    #expect(kept.withLock(\.self) == Array(recording.frames.indices), "who keeps frames gets all of them")
    #expect(summary.recorded == recording.frames.count)
    #expect(summary.judged == judged.count)
    #expect(summary.judged < summary.recorded / 2, "\(summary.judged) of \(summary.recorded)")
    let delay = try #require(summary.delay)
    #expect(delay.median >= 300 && delay.p99 >= delay.median, "what is told counts, milliseconds")
    #expect(judged == judged.sorted())
    #expect(judged.last == recording.frames.count - 1, "the newest is judged")
    #expect(try Recording.open(folder.url).frames.map(\.name) == recording.frames.map(\.name))
  }

  @Test func aPatientSourceIsJudgedFrameByFrame() throws {
    let recording = try Recording.open(Self.sample)
    var names: [String] = []
    let source = ReplaySource(recording, isRealtime: false)
    let summary = try Capture(from: source, into: folder.url).run(until: { false }, report: { _ in }) { frame, _ in
      names.append(frame.name)
    }
    #expect(names == recording.frames.map(\.name))
    #expect(summary.judged == summary.recorded)
    #expect(summary.delay == nil)
  }

  @Test func theUserEndsIt() throws {
    let source = ReplaySource(try Recording.open(Self.sample), isRealtime: true)
    var count = 0
    let summary = try Capture(from: source, into: folder.url).run(until: { count > 1 }, report: { _ in }) { _, _ in
      count += 1
    }
    #expect(summary.judged == 2)
    #expect(summary.recorded >= 2)
    #expect(try Recording.open(folder.url).frames.count == summary.recorded)
  }

  /// The source that can wait loses nothing by it.
  @Test func aPauseRecordsNothing() throws {
    let recording = try Recording.open(Self.sample)
    let source = ReplaySource(recording, isRealtime: false)
    var (names, asked): ([String], Int) = ([], 0)
    // Paused from the third frame on, for five questions.
    let isPaused = {
      guard names.count >= 3, asked < 5 else { return false }
      asked += 1
      return true
    }
    let summary = try Capture(from: source, into: folder.url).run(
      until: { false }, isPaused: isPaused, report: { _ in }
    ) { frame, _ in names.append(frame.name) }
    #expect(asked == 5)
    #expect(names == recording.frames.map(\.name) && summary.leftOut == 0)
  }

  /// A source that can wait is left alone in a pause, and a scan that ends meanwhile ends at once.
  @Test func aPauseDelaysNoEnd() throws {
    let source = ReplaySource(try Recording.open(Self.sample), isRealtime: false)
    let recorder = Recorder(source, into: folder.url) { _ in }
    recorder.pause(true)
    recorder.start()
    usleep(100_000)
    let start = ContinuousClock.now
    try recorder.stop()
    #expect(ContinuousClock.now - start < .milliseconds(500))
    #expect(recorder.count.recorded == 0)
  }

  /// What a phone sends in a pause is not in the recording.
  @Test func whatComesInAPauseIsPassedOver() throws {
    let phone = Phone(try Recording.open(Self.sample))
    var count = 0
    let isPaused = {
      guard count >= 3 else { return false }
      phone.asked.withLock { $0 += 1 }
      return true
    }
    let summary = try Capture(from: phone, into: folder.url).run(
      until: { false }, isPaused: isPaused, report: { _ in }
    ) { _, _ in count += 1 }
    #expect(summary.recorded == 3 && summary.leftOut == 0)
    #expect(try Recording.open(folder.url).frames.count == 3)
  }

  /// A phone that sends a frame once the one before was judged, three of them; the rest when the pause has begun.
  private final class Phone: FrameSource {
    let isPatient = false
    /// How often it was asked whether there is a pause, since there is one.
    let asked = Mutex(0)
    private let recording: ReplaySource
    private var sent = 0

    init(_ recording: Recording) { self.recording = ReplaySource(recording, isRealtime: false) }

    func next() throws -> SourceAnswer {
      usleep(1000)
      // Judged at most a tenth of a second later, and the second question comes after the first answer was heard.
      if sent < 3 { usleep(200_000) } else if asked.withLock({ $0 < 2 }) { return .nothing }
      sent += 1
      return try recording.next()
    }
  }

  /// Leaves out every second frame of a recording.
  private final class Lossy: FrameSource {
    let isPatient = true
    private let recording: ReplaySource
    private var isOdd = false

    init(_ recording: Recording) { self.recording = ReplaySource(recording, isRealtime: false) }

    func next() throws -> SourceAnswer {
      isOdd.toggle()
      let answer = try recording.next()
      guard !isOdd, case .frame = answer else { return answer }
      return .news(.leftOut(.badFrame(name: "a", file: "b", expected: .count(1), found: .count(2))))
    }
  }

  @Test func whatASourceLeavesOutIsCounted() throws {
    let recording = try Recording.open(Self.sample)
    let summary = try Capture(from: Lossy(recording), into: folder.url).run(until: { false }, report: { _ in }) {
      _, _ in
    }
    #expect(summary.leftOut == recording.frames.count / 2)
    #expect(summary.recorded + summary.leftOut == recording.frames.count)
  }

  @Test func aVoiceThatFailsEndsNoRecording() throws {
    struct Silence: Error {}
    let recording = try Recording.open(Self.sample)
    let source = ReplaySource(recording, isRealtime: false)
    #expect(throws: Silence.self) {
      try Capture(from: source, into: folder.url).run(until: { false }, report: { _ in }) { _, _ in
        throw Silence()
      }
    }
    #expect(try Recording.open(folder.url).frames.count == recording.frames.count)
  }

  @Test func aFullDiskEndsItAndIsSaid() throws {
    let source = ReplaySource(try Recording.open(Self.sample), isRealtime: false)
    let nowhere = folder.url.appendingPathComponent("file")
    try Data().write(to: nowhere)
    #expect(throws: (any Error).self) {
      try Capture(from: source, into: nowhere).run(until: { false }, report: { _ in }) { _, _ in
      }
    }
  }
}
