import Foundation
import Geometry
import TestSupport
import Testing

/// Where up is in a result, by the motion sensors of the recorder.
@Suite struct UpTests {
  private let workspace: Workspace
  init() throws { workspace = try Workspace(SampleRecording.whole) }

  private func lines(_ file: String) throws -> [[String]] {
    String(decoding: try workspace.read(file), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").map(String.init) }
  }

  private func milliseconds(_ stamp: String) -> Int { Int((Double(stamp)! * 1000).rounded()) }

  /// The sample in the layout of the ZEISS recorder.
  private func zeiss(_ name: String, accelerations: String?) throws -> URL {
    let folder = workspace.file(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let camera = try JSONSerialization.jsonObject(with: workspace.read("intrinsic.json")) as? [String: Any]
    let m = try #require(camera?["intrinsic_matrix"] as? [Double])
    var clicks = String(decoding: try workspace.read("landmarks.json"), as: UTF8.self)
    var entries: [String] = []
    for (color, depth) in zip(try lines("rgb.txt"), try lines("depth.txt")) {
      let time = milliseconds(color[0])
      try workspace.read(color[1]).write(to: folder.appendingPathComponent("rgb_\(time).png"))
      try workspace.read(depth[1]).write(to: folder.appendingPathComponent("depth_\(time).png"))
      clicks = clicks.replacingOccurrences(of: "\"\(color[0])\"", with: "\"\(time)\"")
      entries.append(
        #"{"Timestamp": \#(time), "IntrinsicMatrix.0": "(\#(m[0]), 0.0, \#(m[6] + 0.5))", "#
          + #""IntrinsicMatrix.1": "(0.0, \#(m[4]), \#(m[7] + 0.5))"}"#)
    }
    let texts = [
      "DepthMetadata.json": "[\(entries.joined(separator: ","))]", "landmarks.json": clicks,
      "cap.yaml": String(decoding: try workspace.read("cap.yaml"), as: UTF8.self), "Accelerometer.txt": accelerations,
    ]
    for (file, text) in texts {
      try text?.write(to: folder.appendingPathComponent(file), atomically: true, encoding: .utf8)
    }
    return folder
  }

  private func reconstructed(_ folder: URL, _ name: String) throws -> (output: URL, result: [String: Any]) {
    let output = workspace.file(name)
    let run = try Command.run("reconstruct", folder.path, "-o", output.path, "--depth-scale", "5000")
    #expect(run.status == 0, Comment(rawValue: run.narration))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: output.appendingPathComponent("result.json")))
    return (output, json as? [String: Any] ?? [:])
  }

  @Test func anAccelerometerTellsWhereUpIsAndNothingElse() throws {
    let plain = try reconstructed(zeiss("without", accelerations: nil), "plain")
    #expect(plain.result["up"] == nil)
    #expect(plain.result["up_source"] == nil)
    // The head leans to its left; each sample is what a phone at the pose that was found would feel.
    let down = Vector3(0.6, 0, -0.8)
    let trajectory = try String(contentsOf: plain.output.appendingPathComponent("trajectory.txt"), encoding: .utf8)
    var rows = ""
    for line in trajectory.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      let v = words.dropFirst().map { Double($0)! }
      let rotation = Matrix3(quaternion: SIMD4(v[3], v[4], v[5], v[6]))
      // In the image of the front camera x is down the upright phone, and y to its right.
      let seen = rotation.transpose * down * 9.81
      rows += "\(words[0]) \(seen.y) \(-seen.x) \(seen.z)\n"
    }
    let told = try reconstructed(zeiss("with", accelerations: rows), "told")
    let up = try #require(told.result["up"] as? [Double])
    #expect((Vector3(up[0], up[1], up[2]) + down).length < 1e-3, "\(up)")
    #expect(told.result["up_source"] as? String == "accelerometer")
    for file in ["mesh.ply", "cloud.ply", "trajectory.txt"] {
      let files = try [plain, told].map { try Data(contentsOf: $0.output.appendingPathComponent(file)) }
      #expect(files[0] == files[1], "\(file)")
    }
    let inputs = try [plain, told].map {
      Set(try #require(($0.result["provenance"] as? [String: Any])?["inputs"] as? [String: String]).keys)
    }
    #expect(inputs[0] == ["cap", "landmarks", "frames", "DepthMetadata.json"])
    #expect(inputs[1] == inputs[0].union(["Accelerometer.txt"]))
  }
}
