import Foundation
import Geometry
import Phantom
import TestSupport
import Testing
import Workers

/// A cap that slips in mid-scan is told with its time and angle, and the frames around it take no part.
@Suite struct SlipTests {
  /// 96 frames, 480 × 360 pixels; the cap turns by 4° from 8.0 to 8.5 of 16 s.
  private func record(into folder: URL) throws {
    var options = PhantomOptions()
    (options.seed, options.frames, options.duration) = (618, 96, 16)
    options.faults = [PhantomFault(.slip, at: 8, amount: 4)]
    options.sensor.camera = Camera(width: 480, height: 360, fx: 444, fy: 444, cx: 241, cy: 179)
    let workers = Workers(count: 2)
    try PhantomWriter(PhantomRecording(options, workers: workers)).write(to: folder, workers: workers)
  }

  @Test func isToldAndItsFramesAreLeftOut() throws {
    let folder = try TemporaryFolder()
    try record(into: folder.url.appendingPathComponent("rec"))
    let output = folder.url.appendingPathComponent("out")
    let outcome = try Command.run(
      "reconstruct", folder.url.appendingPathComponent("rec").path, "-o", output.path, "--json")
    #expect(outcome.status == 0 || outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    let slip = try #require(try result.findings.first { $0.code.hasPrefix("slip.") })
    #expect(abs(try #require(slip.figure("angle_degrees")) - 4) < 0.6, "\(slip.text)")
    #expect((7.5...9).contains(try #require(slip.figure("time_s"))), "\(slip.text)")
    let frames = try String(contentsOf: output.appendingPathComponent("frames.csv"), encoding: .utf8)
    let rejected = frames.split(whereSeparator: \.isNewline).filter {
      $0.contains("tracking.during_slip") || $0.contains("tracking.before_slip") || $0.contains("tracking.after_slip")
    }
    #expect(rejected.count >= 8)
    let usable = try #require(result["tracking.frames_used"] as? Int)
    #expect(usable >= 30)
    #expect(usable <= 96 - rejected.count)
  }
}
