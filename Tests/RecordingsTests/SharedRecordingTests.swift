import Foundation
import TestSupport
import Testing

@testable import Recordings

@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct SharedRecordingTests {
  @Test func theRealTrueDepthRecording() throws {
    let folder = SharedMaterial.folder.appendingPathComponent("real/truedepth-iphone11pro")
    let recording = try Recording.open(folder)
    #expect(recording.format == .zeiss)
    #expect(recording.frames.map(\.name) == ["1233681", "1233714", "1233747", "1233781", "1233814"])
    let camera = recording.frames[0].camera
    #expect([camera.fx, camera.fy, camera.cx, camera.cy] == [436.77585, 436.77585, 321.60822, 239.47842])
    #expect(recording.findings.map(\.code) == [.intrinsicsReference])
    let summary = recording.summary()
    #expect(summary.sampledFrames == 5)
    #expect(summary.findings.map(\.code) == [.intrinsicsReference])
    let range = try #require(summary.depthRange)
    #expect((0.2...0.4).contains(range.p50))
  }

  @Test func thePracticeScan() throws {
    let folder = SharedMaterial.folder.appendingPathComponent("scans/practice_a")
    let recording = try Recording.open(folder)
    #expect(recording.format == .tum)
    #expect(recording.frames.count == 300)
    #expect(recording.findings.isEmpty)
    let camera = recording.frames[0].camera
    #expect([camera.fx, camera.fy, camera.cx, camera.cy] == [592.3, 591.1, 321.7, 238.4])
    #expect(recording.frame(named: "1700000004.800000")?.index == 144)
    let summary = recording.summary(sample: 10)
    #expect(summary.sampledFrames == 10)
    let (rate, valid) = (try #require(summary.rate), try #require(summary.validDepthFraction))
    #expect(abs(rate - 30) < 0.01)
    #expect(valid > 0.5)
    #expect(summary.findings.isEmpty)
  }
}
