import Diagnostics
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// The numbers are OpenCV's and NumPy's of the same files.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct SharedRecordingTests {
  let trueDepth = SharedMaterial.folder.appendingPathComponent("real/truedepth-iphone11pro")
  let practice = SharedMaterial.folder.appendingPathComponent("scans/practice_a")

  @Test func theRealTrueDepthRecordingIsIndexed() throws {
    let recording = try Recording.open(trueDepth)
    #expect(recording.format == .zeiss)
    #expect(recording.frames.map(\.name) == ["1233681", "1233714", "1233747", "1233781", "1233814"])
    let camera = recording.frames[0].camera
    #expect([camera.fx, camera.fy] == [436.77585, 436.77585])
    // The matrix is that of the distortion's centre, (2026.1318, 1508.7141) of 4032 × 3024, counted from the corner.
    let centre = Vector2(2026.1318359375, 1508.714111328125) * 640 / 4032 - 0.5
    #expect((Vector2(camera.cx, camera.cy) - centre).length < 1e-4)
    #expect(recording.findings.map(\.code) == [.recordingIntrinsicsReference])
  }

  @Test func theRealTrueDepthRecordingIsDecoded() throws {
    let recording = try Recording.open(trueDepth)
    let frame = try #require(recording.frame(named: "1233747"))
    let depth = try recording.depth(frame)
    #expect(depth[320, 240] == 0.1956)
    #expect(depth[200, 100] == 0.1929)
    let codes = depth.pixels.reduce(0) { $0 + ($1 > 0 ? Int(($1 * 10000).rounded()) : 0) }
    #expect(codes == 511_937_996)
    let color = try recording.color(frame)
    let middle = 3 * (240 * 640 + 320)
    #expect(color.pixels[middle..<(middle + 3)] == [201, 197, 184])
  }

  @Test func theRealTrueDepthRecordingIsSummarised() throws {
    let summary = try Recording.open(trueDepth).summary()
    #expect(summary.sampledFrames == 5)
    #expect(summary.findings.map(\.code) == [.recordingIntrinsicsReference])
    #expect(summary.validDepthFraction == 0.8518645833333334)
    let range = try #require(summary.depthRange)
    for (ours, theirs) in zip(
      [range.p01, range.p05, range.p50, range.p95, range.p99], [0.1903, 0.1913, 0.1955, 0.1999, 0.2016])
    { #expect(abs(ours - theirs) <= 0.0003) }
  }

  @Test func thePracticeScanIsIndexed() throws {
    let recording = try Recording.open(practice)
    #expect(recording.format == .tum)
    #expect(recording.frames.count == 300)
    #expect(recording.findings.isEmpty)
    let camera = recording.frames[0].camera
    #expect([camera.fx, camera.fy, camera.cx, camera.cy] == [592.3, 591.1, 321.7, 238.4])
    #expect(recording.frame(named: "1700000004.800000")?.index == 144)
  }

  @Test func thePracticeScanIsDecoded() throws {
    let recording = try Recording.open(practice)
    let frame = recording.frames[144]
    let gray = try recording.gray(frame)
    #expect(gray.pixels[240 * 640 + 320] == 197)
    #expect(gray.pixels.reduce(0) { $0 + Int($1) } == 45_332_133)
    let color = try recording.color(frame)
    let sums = (0..<3).map { c in
      stride(from: c, to: color.pixels.count, by: 3).reduce(0) { $0 + Int(color.pixels[$1]) }
    }
    #expect(sums == [47_098_757, 44_979_838, 42_272_456])
  }

  @Test func thePracticeScanIsSummarised() throws {
    let summary = try Recording.open(practice).summary(sample: 10)
    #expect(summary.sampledFrames == 10)
    let (rate, valid) = (try #require(summary.rate), try #require(summary.validDepthFraction))
    #expect(abs(rate - 30) < 0.01)
    #expect(valid > 0.5)
    #expect(summary.findings.isEmpty)
  }
}
