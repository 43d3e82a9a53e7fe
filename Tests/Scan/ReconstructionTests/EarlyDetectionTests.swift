import Foundation
import Markers
import Recordings
import TestSupport
import Testing
import Workers

@testable import Reconstruction

/// Markers that are detected while a recording is made, against those of the pass over the whole of it.
@Suite struct EarlyDetectionTests {
  private static let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets/half")
  private let head: HeadRecording
  private let whole: Views

  init() throws {
    let cap = try CapFile.read(Self.folder.appendingPathComponent("cap.yaml"))
    head = HeadRecording(try Recording.open(Self.folder), cap: cap)
    whole = try Views.detected(in: head, workers: Workers(count: 2)) { _ in }
  }

  /// The first frames, looked at as they come, after so many of them were.
  private func early(frames: Int, until count: Int) throws -> EarlyDetection {
    let early = EarlyDetection(Self.folder, cap: head.cap)
    for frame in head.recording.frames.prefix(frames) { early.add(frame) }
    let end = ContinuousClock.now + .seconds(120)
    while early.count < count, ContinuousClock.now < end { usleep(10_000) }
    #expect(early.count >= count)
    early.stop()
    return early
  }

  private func expectSame(_ views: Views) {
    #expect("\(views.observations)" == "\(whole.observations)", "every digit")
    #expect("\(views.usable)" == "\(whole.usable)")
    #expect(views.digest == whole.digest)
    #expect(views.depthValidity.map(\.frame) == whole.depthValidity.map(\.frame))
    #expect(views.depthValidity.map(\.markers) == whole.depthValidity.map(\.markers))
  }

  /// Only the last frame is left: that it is the last one is not known before the end.
  @Test func whatWasSeenEarlyIsWhatTheWholeRecordingShows() throws {
    let frames = head.recording.frames
    let early = try early(frames: frames.count, until: frames.count - 1)
    let seen = try #require(early.seen(of: head))
    let first = try #require(seen.frame(frames[0], beside: []))
    #expect("\(first.observations.markers)" == "\(whole.observations[0].markers)")
    #expect(seen.frame(frames[frames.count - 1], beside: []) == nil)
    #expect(seen.frame(frames[0], beside: [whole.observations[1]]) == nil, "another search")
    var moved = frames[0]
    moved.confidenceImage = frames[0].depthImage
    #expect(seen.frame(moved, beside: []) == nil, "another image")
    moved = frames[0]
    moved.down = [0, 1, 0]
    #expect(seen.frame(moved, beside: []) != nil, "the same images")
    expectSame(try Views.detected(in: head, after: early, workers: Workers(count: 2)) { _ in })
  }

  @Test func whatWasNotReachedIsLookedAtInTheEnd() throws {
    for count in [0, 1, 9] {
      let early = try early(frames: 20, until: count)
      expectSame(try Views.detected(in: head, after: early, workers: Workers(count: 1)) { _ in })
    }
  }

  @Test func anotherRecordingOrCapIsLookedAtAnew() throws {
    let early = try early(frames: 20, until: 9)
    let cap = Cap(dictionary: head.cap.dictionary, markerSize: 0.02, ids: head.cap.ids)
    #expect(early.seen(of: HeadRecording(head.recording, cap: cap)) == nil)
    let unit = try Recording.open(Self.folder, RecordingReading(codesPerMetre: 2000))
    #expect(early.seen(of: HeadRecording(unit, cap: head.cap)) == nil)
    let other = try Recording.open(SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample"))
    #expect(early.seen(of: HeadRecording(other, cap: head.cap)) == nil)
    let ramps = head.recording.dropping(DepthRamps(slope: 0.1, slopePixels: 9))
    #expect(early.seen(of: HeadRecording(ramps, cap: head.cap)) == nil)
  }

  @Test func aFrameThatCannotBeReadEndsItQuietly() throws {
    let folder = try TemporaryFolder()
    let early = EarlyDetection(folder.url, cap: head.cap)
    for frame in head.recording.frames { early.add(frame) }
    early.stop()
    #expect(early.count == 0)
    #expect(early.seen(of: head) == nil)
  }
}
