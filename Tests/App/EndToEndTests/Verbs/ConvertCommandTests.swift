import Foundation
import TestSupport
import Testing

/// `calvaria convert`, and what becomes of poses that a recorder wrote down.
@Suite struct ConvertTests {
  private let workspace: Workspace
  private var output: URL { workspace.output }
  init() throws { workspace = try Workspace(SampleRecording.whole) }

  private func names(_ folder: URL, _ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path).sorted()
  }

  private func contents(_ folder: URL, _ path: String) throws -> [Data] {
    try names(folder, path).map { try Data(contentsOf: folder.appendingPathComponent(path + "/" + $0)) }
  }

  @Test func inItsOwnLayoutEveryByteOfTheImagesStays() throws {
    let run = try Command.run("convert", workspace.recording.path, "--to", "tum", output.path)
    #expect(run.status == 0)
    #expect(run.text.contains("60 frames; depth as it was"))
    let german = try Command.run(
      "convert", workspace.recording.path, "--to", "open3d", workspace.file("german").path, "--language", "de")
    #expect(german.status == 0)
    #expect(german.text.contains("60 Bilder"))
    for folder in ["rgb", "depth"] {
      #expect(try names(output, folder) == names(workspace.recording, folder))
      #expect(try contents(output, folder) == contents(workspace.recording, folder))
    }
    for file in ["cap.yaml", "landmarks.json"] {
      #expect(try Data(contentsOf: output.appendingPathComponent(file)) == workspace.read(file))
    }
    let info = try [workspace.recording, output].map { try Command.run("info", $0.path, "--json").text }
    #expect(info[0] == info[1])
  }

  @Test func whatExistsIsRefused() throws {
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    let outcome = try Command.run("convert", workspace.recording.path, "--to", "tum", output.path)
    outcome.expectFailure(73, says: ["does not exist", "name another one"])
    #expect(!outcome.narration.contains("--force"))
    #expect(try names(output, "") == [])
  }

  @Test func millimetresAreRoundedOnceAndSaidSo() throws {
    let run = try Command.run("convert", workspace.recording.path, "--to", "open3d", output.path)
    #expect(run.status == 0)
    #expect(run.text.contains("depth rounded, by 0.400 mm at most"))
    #expect(try contents(output, "color") == contents(workspace.recording, "rgb"))
    // There and back again: whole millimetres are whole codes of TUM's.
    let (tum, again) = (workspace.file("tum"), workspace.file("again"))
    let back = try Command.run("convert", output.path, "--to", "tum", tum.path)
    #expect(back.text.contains("depth as it was"))
    #expect(try Command.run("convert", tum.path, "--to", "open3d", again.path).text.contains("depth as it was"))
    for folder in ["color", "depth"] {
      #expect(try names(again, folder) == names(output, folder))
      #expect(try contents(again, folder) == contents(output, folder))
    }
    // Clicks name frames that are there.
    let clicks = try String(contentsOf: output.appendingPathComponent("landmarks.json"), encoding: .utf8)
    let stems = Set(try names(output, "color").map { String($0.dropLast(4)) })
    let named = clicks.split(separator: "\"").filter { $0.count == 19 && $0.contains("-") }
    #expect(!named.isEmpty)
    #expect(named.allSatisfy { stems.contains(String($0)) })
  }

  /// The recording in the layout of 7-Scenes, which has poses.
  private func scenes(_ name: String, poses: [String: String] = [:]) throws -> URL {
    let folder = workspace.file(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var clicks = String(decoding: try workspace.read("landmarks.json"), as: UTF8.self)
    let lists = try ["rgb.txt", "depth.txt"].map { list in
      String(decoding: try workspace.read(list), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
        .map { $0.split(separator: " ").map(String.init) }
    }
    for (k, (color, depth)) in zip(lists[0], lists[1]).enumerated() {
      let stem = "frame-" + String(format: "%06d", k)
      try workspace.read(color[1]).write(to: folder.appendingPathComponent(stem + ".color.jpg"))
      try workspace.read(depth[1]).write(to: folder.appendingPathComponent(stem + ".depth.png"))
      try poses[stem]?.write(
        to: folder.appendingPathComponent(stem + ".pose.txt"), atomically: true, encoding: .utf8)
      clicks = clicks.replacingOccurrences(of: "\"\(color[0])\"", with: "\"\(stem)\"")
    }
    try clicks.write(to: folder.appendingPathComponent("landmarks.json"), atomically: true, encoding: .utf8)
    for file in ["cap.yaml", "intrinsic.json"] {
      try workspace.read(file).write(to: folder.appendingPathComponent(file))
    }
    return folder
  }

  /// A pose of a trajectory's line as 16 numbers by row.
  private func matrix(_ line: Substring) -> String {
    let v = [0] + line.split(separator: " ").dropFirst().map { Double($0)! }
    let (x, y, z, w) = (v[4], v[5], v[6], v[7])
    let first = "\(1 - 2 * (y * y + z * z)) \(2 * (x * y - z * w)) \(2 * (x * z + y * w)) \(v[1])"
    let second = "\(2 * (x * y + z * w)) \(1 - 2 * (x * x + z * z)) \(2 * (y * z - x * w)) \(v[2])"
    let third = "\(2 * (x * z - y * w)) \(2 * (y * z + x * w)) \(1 - 2 * (x * x + y * y)) \(v[3])"
    return [first, second, third, "0 0 0 1"].joined(separator: "\n") + "\n"
  }

  private func reconstructed(_ folder: URL, _ name: String) throws -> (mesh: Data, result: [String: Any]) {
    let out = workspace.file(name)
    let run = try Command.run("reconstruct", folder.path, "-o", out.path, "--depth-scale", "5000")
    #expect(run.status == 0, Comment(rawValue: run.narration))
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: out.appendingPathComponent("result.json")))
    return (try Data(contentsOf: out.appendingPathComponent("mesh.ply")), json as? [String: Any] ?? [:])
  }

  @Test func posesOfTheRecorderAreComparedAndChangeNothing() throws {
    let plain = try reconstructed(scenes("without"), "plain")
    #expect(plain.result["recorded_poses"] == nil)
    let trajectory = try String(contentsOf: workspace.file("plain/trajectory.txt"), encoding: .utf8)
    let lines = trajectory.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == 60)
    var own: [String: String] = [:], wrong: [String: String] = [:]
    for line in lines {
      let stem = String(line.prefix { $0 != " " })
      let number = try #require(Int(stem.dropFirst("frame-".count)))
      own[stem] = matrix(line)
      wrong["frame-" + String(format: "%06d", 59 - number)] = matrix(line)
    }
    let same = try reconstructed(scenes("own", poses: own), "same")
    let other = try reconstructed(scenes("wrong", poses: wrong), "other")
    let agreement = try #require(same.result["recorded_poses"] as? [String: Double])
    #expect(agreement["frames"] == 60 && agreement["position_rms_mm"]! < 0.01)
    #expect(agreement["angle_rms_degrees"]! < 0.01)
    #expect(abs(agreement["scale"]! - 1) < 1e-3)
    let disagreement = try #require(other.result["recorded_poses"] as? [String: Double])
    #expect(disagreement["position_rms_mm"]! > 5)
    // They go along into another layout, and say the same there.
    let run = try Command.run(
      "convert", workspace.file("wrong").path, "--to", "tum", output.path, "--depth-scale", "5000")
    #expect(run.status == 0)
    #expect(run.text.contains("recorded poses of 60 frames"))
    let moved = try #require(try reconstructed(output, "moved").result["recorded_poses"] as? [String: Double])
    for (key, value) in disagreement { #expect(abs(moved[key]! - value) < 0.01, "\(key)") }
    for run in [same, other] {
      #expect(run.mesh == plain.mesh)
      for key in ["measures", "landmarks", "tracking", "calibration", "surface", "findings"] {
        let (one, two) = (plain.result[key] as? NSObject, run.result[key] as? NSObject)
        #expect(one != nil, "\(key)")
        #expect(one == two, "\(key)")
      }
    }
  }
}
