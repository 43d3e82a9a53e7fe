import Foundation
import Recordings
import TestSupport
import Testing

@testable import Capture

/// A recording in place of a phone.
@Suite struct ReplaySourceTests {
  private static let sample = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders/tum")

  /// Its second frame is 0.508 s later than the first. Until then it answers now and then, so that the user can end the scan.
  @Test func framesComeAtTheRecordingsPace() throws {
    let source = ReplaySource(try Recording.open(Self.sample), isRealtime: true)
    #expect(!source.isPatient)
    let start = ContinuousClock.now
    guard case .frame = try source.next() else {
      Issue.record("the first frame comes at once")
      return
    }
    var waits: [Duration] = []
    var isThere = false
    while !isThere, .now < start + .seconds(10) {
      let before = ContinuousClock.now
      if case .frame = try source.next() { isThere = true } else { waits.append(.now - before) }
    }
    #expect(isThere)
    #expect(ContinuousClock.now - start >= .seconds(0.508))
    #expect(try #require(waits.min()) < .seconds(0.4))
  }

  @Test func afterTheLastFrameItIsOver() throws {
    let recording = try Recording.open(Self.sample)
    let source = ReplaySource(recording, isRealtime: false)
    #expect(source.isPatient)
    for frame in recording.frames {
      guard case .frame(let raw) = try source.next() else {
        Issue.record("no frame \(frame.name)")
        return
      }
      #expect(raw.time == frame.time)
    }
    for _ in 0..<2 {
      guard case .over = try source.next() else {
        Issue.record("it goes on")
        return
      }
    }
  }
}
