import Foundation
import Recordings
import TestSupport
import Testing

/// A whole scan in another layout gives the same measures. Docs/evaluation/recorders.md has all layouts, written by other
/// people's libraries.
@Suite struct RewrittenScanTests {
  @Test func scanNetsLayoutGivesTheSameMeasures() throws {
    let workspace = try Workspace()
    let scan = try Recording.open(try SampleRecording.whole.get())
    try FileManager.default.createDirectory(at: workspace.recording, withIntermediateDirectories: true)
    try workspace.write("scan.sens", Self.sens(scan))
    try FileManager.default.copyItem(
      at: scan.folder.appendingPathComponent("cap.yaml"), to: workspace.recording.appendingPathComponent("cap.yaml"))
    try workspace.write("landmarks.json", Self.renamed(scan))

    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--voxel-mm", "2", "--json")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    let original = try ResultFile(
      Data(contentsOf: try SampleRecording.measured.get().appendingPathComponent("result.json")))
    #expect(result["recording.format"] as? String == "sens")
    for (measure, limit) in [("cvai", 0.05), ("circumference", 0.3), ("cranial_index", 0.1)] {
      let value = try #require(result["measures.\(measure).value"] as? Double)
      let before = try #require(original["measures.\(measure).value"] as? Double)
      #expect(abs(value - before) <= limit, "\(measure): \(value), not \(before)")
    }
    #expect(result["tracking.frames_used"] as? Int == original["tracking.frames_used"] as? Int)
  }

  /// The recording as ScanNet's `SensorData` writes it (Dai et al. 2017), depth not deflated.
  private static func sens(_ recording: Recording) throws -> Data {
    let camera = recording.frames[0].camera
    let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    var matrix = identity
    (matrix[0], matrix[2], matrix[5], matrix[6]) = (
      Float(camera.fx), Float(camera.cx), Float(camera.fy), Float(camera.cy)
    )
    var file = little(UInt32(4)) + little(UInt64(7)) + Array("phantom".utf8)
    for each in [matrix, identity, matrix, identity] { file += each.flatMap { little($0.bitPattern) } }
    file += little(UInt32(2)) + little(UInt32(0))
    for _ in 0..<2 { file += little(UInt32(camera.width)) + little(UInt32(camera.height)) }
    file += little(Float(5000).bitPattern) + little(UInt64(recording.frames.count))
    for frame in recording.frames {
      let color = try Data(contentsOf: recording.folder.appendingPathComponent(frame.colorImage.name))
      let png = try Data(contentsOf: recording.folder.appendingPathComponent(frame.depthImage.name))
      let codes = try ImageFile.depthCodes(png).pixels.withUnsafeBytes { Array($0) }
      let stamp = UInt64((1e6 * (frame.time - recording.frames[0].time)).rounded())
      file += identity.flatMap { little($0.bitPattern) } + little(stamp) + little(stamp)
      file += little(UInt64(color.count)) + little(UInt64(codes.count)) + color + codes
    }
    return Data(file + little(UInt64(0)))
  }

  /// The operator's clicks, whose frames are called by their numbers now.
  private static func renamed(_ recording: Recording) throws -> String {
    var text = try String(contentsOf: recording.folder.appendingPathComponent("landmarks.json"), encoding: .utf8)
    for frame in recording.frames {
      text = text.replacing("\"\(frame.name)\"", with: "\"\(frame.index)\"")
      text = text.replacing("\"\(frame.colorImage.name)\"", with: "\"\(frame.index)\"")
    }
    return text
  }

  private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] { SmallZip.little(value) }
}
