import Foundation
import Geometry
import Images
import Phantom
import Recordings
import TestSupport
import Testing
import Workers

/// `reconstruct` on a sound recording: the files, the contract, the same bytes every time.
@Suite struct ResultTests {
  static let names = [
    "clicks.jpg", "cloud.ply", "frames.csv", "frames.jpg", "markers.json", "mesh.ply", "options.json", "report.html",
    "result.json", "section.json", "trajectory.txt",
  ]

  let workspace: Workspace
  init() throws { workspace = try Workspace() }

  private func reconstruct(_ recording: URL, _ name: String, _ more: String...) throws -> Command.Outcome {
    let output = workspace.file(name).path
    return try Command.run(["reconstruct", recording.path, "-o", output, "--voxel-mm", "2"] + more)
  }

  private func file(_ path: String) throws -> Data { try Data(contentsOf: workspace.file(path)) }

  private func text(_ path: String) throws -> String { String(decoding: try file(path), as: UTF8.self) }

  @Test func aWholeScanIsComplete() throws {
    let outcome = try reconstruct(try SampleRecording.whole.get(), "a")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.narration == "written to \(workspace.file("a").path)\n")
    #expect(outcome.text.contains("CVAI"))
    #expect(!outcome.text.contains("\u{1B}"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.file("a").path).sorted() == Self.names)

    let result = try ResultFile(try file("a/result.json"))
    for key in ResultFile.contract { #expect(result.has(key), Comment(rawValue: key)) }
    #expect(result["schema"] as? String == "calvaria/result/1")
    #expect(result["status"] as? String == "complete")
    // The sample's scan ends above the base plane in places: volumes may be withheld, and nothing else.
    let measures = try #require(result["measures"] as? [String: [String: Any]])
    let withheld = measures.filter { $0.value["reason"] != nil }.keys
    #expect(
      withheld.allSatisfy { $0.hasPrefix("volume") || ["asr", "psr", "acai", "pcai"].contains($0) }, "\(withheld)")
    #expect((result["reasons"] as? [Any])?.isEmpty == withheld.isEmpty)
    #expect(result["recording.frames"] as? Int == 60)
    #expect(result["landmarks.source"] as? String == "picked")
    #expect(result["measures.cvai.unit"] as? String == "%")
    let interval = try #require(result["measures.cvai.ci95"] as? [Double])
    let value = try #require(result["measures.cvai.value"] as? Double)
    #expect(interval.count == 2 && interval[0] < value && value < interval[1])
    #expect(!(try text("a/result.json").contains(workspace.output.deletingLastPathComponent().path)))

    let posed = try #require(result["tracking.frames_used"] as? Int)
    #expect(posed > 50)
    let markers = try #require(result["markers.seen"] as? Int)
    #expect(markers >= 42)
    try checkTables(posed: posed, markers: markers)
  }

  /// The frame that meshes name, and a line a frame in the tables.
  private func checkTables(posed: Int, markers: Int) throws {
    for name in ["mesh.ply", "cloud.ply"] {
      let header = String(decoding: try file("a/\(name)").prefix(2000), as: UTF8.self)
      #expect(header.contains("comment frame head, RAS"))
      #expect(header.contains("comment unit mm"))
    }
    let trajectory = try text("a/trajectory.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(trajectory.count == posed)
    #expect(trajectory.allSatisfy { $0.split(separator: " ").compactMap { Double($0) }.count == 8 })
    let rows = try text("a/frames.csv").split(separator: "\r\n")
    #expect(rows.count == 61 && rows[0].hasPrefix("frame,time_s,used,reason"))
    #expect(rows.count { $0.split(separator: ",", omittingEmptySubsequences: false)[2] == "1" } == posed)
    let map = try ResultFile(try file("a/markers.json"))
    #expect(map["frame"] as? String == "head")
    #expect((map["markers"] as? [String: Any])?.count == markers)
    #expect(try text("a/report.html").hasPrefix("<!DOCTYPE html>"))
  }

  @Test func equalInputsGiveEqualBytes() throws {
    let recording = try SampleRecording.whole.get()
    let first = try reconstruct(recording, "b1", "--json", "--threads", "1")
    let second = try reconstruct(recording, "b2", "--json", "--threads", "2")
    let third = try reconstruct(recording, "b3", "--json", "--threads", "3")
    #expect(first.stdout == (try file("b1/result.json")))
    #expect(first.stderr.isEmpty)
    #expect(first.stdout == second.stdout)
    #expect(second.stdout == third.stdout)
    for name in Self.names {
      let bytes = try file("b1/\(name)")
      #expect(try bytes == file("b2/\(name)") && bytes == file("b3/\(name)"), Comment(rawValue: name))
    }
  }

  @Test func withoutLandmarksTheRestIsWritten() throws {
    let scan = try Workspace(SampleRecording.whole)
    try scan.remove("landmarks.json")
    let outcome = try reconstruct(scan.recording, "c", "--no-automatic-landmarks")
    #expect(outcome.status == 2)
    #expect(outcome.lines.count == 1)
    #expect(outcome.text.contains("were not picked"), Comment(rawValue: outcome.text))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workspace.file("c").path).sorted()
        == Self.names.filter { !["clicks.jpg", "section.json"].contains($0) })
    let result = try ResultFile(try file("c/result.json"))
    #expect(result["status"] as? String == "incomplete")
    #expect(result.has("measures.cvai.value"))
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["measures.cvai.code"] as? String == "landmarks.not_picked")
    #expect(result.has("severity"))
    #expect(result["severity"] == nil)
    #expect((result["reasons"] as? [String])?.isEmpty == false)
    #expect(try #require(result["markers.seen"] as? Int) >= 42)
    let header = String(decoding: try file("c/mesh.ply").prefix(2000), as: UTF8.self)
    #expect(header.contains("comment frame scan"))
    #expect(try text("c/trajectory.txt").hasPrefix("# camera in the frame of mesh.ply: scan"))
  }

  @Test func whatIsNotKnownIsNull() throws {
    let scan = try Workspace(SampleRecording.glimpse)
    try scan.write("cap.yaml", "dictionary: DICT_4X4_100\nmarker_size_mm: 16\n")
    let outcome = try reconstruct(scan.recording, "d", "--json")
    #expect(outcome.status == 2)
    #expect(outcome.stderr.isEmpty)
    let result = try ResultFile(outcome.stdout)
    let missing = ResultFile.contract.filter { !result.has($0) }
    #expect(missing.allSatisfy { $0.hasPrefix("landmarks.") || $0.hasPrefix("severity.") }, "\(missing)")
    #expect(result.has("markers.expected"))
    #expect(result["markers.expected"] == nil)
    #expect(result.has("severity"))
    #expect(result["severity"] == nil)
  }
}

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

/// Frames whose markers can't be read are carried by their depth; those that show no head are not.
@Suite struct DenseTests {
  @Test func unreadableFramesAreCarriedAndHiddenOnesAreNot() throws {
    let workspace = try Workspace(SampleRecording.whole)
    let (colors, depths) = (try workspace.images("rgb"), try workspace.images("depth"))
    let gray = try ImageFile.jpeg(
      ColorImage(width: 480, height: 360, pixels: Array(repeating: 128, count: 480 * 360 * 3)), quality: 90)
    let hand = try ImageFile.png(
      depthCodes: (0..<(480 * 360)).map { UInt16(850 + $0 % 480 / 8) }, width: 480, height: 360)
    for frame in [6, 8, 19, 20, 30, 31, 40] { try workspace.write(colors[frame], gray) }
    try workspace.write(depths[40], hand)
    var outputs: [Data] = []
    for threads in ["1", "2"] {
      let output = workspace.file("out\(threads)")
      let outcome = try Command.run(
        "reconstruct", workspace.recording.path, "-o", output.path, "--threads", threads, "--voxel-mm", "2")
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      outputs += try ["result.json", "frames.csv", "mesh.ply", "trajectory.txt"].map {
        try Data(contentsOf: output.appendingPathComponent($0))
      }
    }
    #expect(Array(outputs[..<4]) == Array(outputs[4...]))
    let result = try ResultFile(outputs[0])
    #expect(result["tracking.frames_dense"] as? Int == 4)
    #expect(result["tracking.frames_used"] as? Int == 57)
    let rows = String(decoding: outputs[1], as: UTF8.self).split(separator: "\r\n").dropFirst()
    let poses = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[10] }
    for frame in [6, 8, 19, 20] { #expect(poses[frame] == "dense", Comment(rawValue: String(Array(rows)[frame]))) }
    #expect(poses[30] == "")
    #expect(poses[40] == "")
    #expect(poses[39] == "markers")
    // The back of a head lets a view slide.
    #expect(Array(rows)[30].contains("the shape leaves the pose uncertain by"))
    #expect(Array(rows)[40].contains("usable markers, 2 needed;"))
  }
}

/// `--tracking dense`: the surface alone, no cap.
@Suite struct DenseTrackingTests {
  @Test func aScanWithoutCapIsReconstructedAndWithholdsLengths() throws {
    let workspace = try Workspace()
    let made = try Command.run(
      "phantom", workspace.output.path, "--seed", "5", "--frames", "100", "--preset", "half", "--fault", "no-cap",
      "--truth-subdivisions", "3")
    #expect(made.status == 0, Comment(rawValue: made.narration))
    var results: [Data] = []
    for threads in ["1", "2"] {
      let output = workspace.file("dense\(threads)")
      let outcome = try Command.run(
        "reconstruct", workspace.output.path, "-o", output.path, "--tracking", "dense", "--threads", threads,
        "--voxel-mm", "2")
      #expect(outcome.status == 0 || outcome.status == 2, Comment(rawValue: outcome.narration))
      results.append(try Data(contentsOf: output.appendingPathComponent("result.json")))
      results.append(try Data(contentsOf: output.appendingPathComponent("mesh.ply")))
      // Nothing was measured, so no section was cut.
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: output.path).sorted()
          == ResultTests.names.filter { $0 != "section.json" })
    }
    #expect(results[0] == results[2])
    #expect(results[1] == results[3])
    let result = try ResultFile(results[0])
    #expect(result["tracking.method"] as? String == "dense")
    let used = try #require(result["tracking.frames_used"] as? Int)
    #expect(used > 60)
    #expect(result["tracking.frames_dense"] as? Int == used)
    #expect(result["measures.length.value"] == nil)
    #expect(result["measures.length.reason"] != nil)
    #expect(result["calibration.verdict"] as? String == "unknown")
    #expect(result["markers.expected"] == nil)
    #expect(try result.findings.contains { $0.code == "dense.method" })
    #expect(try #require(result["surface.vertices"] as? Int) > 2000)
  }

  @Test func withoutTheOptionACapIsAskedFor() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.remove("cap.yaml")
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path)
    outcome.expectFailure(66, says: ["cap.yaml"])
  }

  @Test(arguments: ["none", "Dense"]) func anUnknownMethodIsExplained(method: String) throws {
    let outcome = try Command.run("reconstruct", "rec", "-o", "out", "--tracking", method)
    #expect(outcome.status == 64, Comment(rawValue: outcome.narration))
    #expect(outcome.narration.contains("dense"), Comment(rawValue: outcome.narration))
  }

  @Test func anEmptyRoomHasNoHead() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let wall = try ImageFile.png(
      depthCodes: Array(repeating: 7000, count: 480 * 360), width: 480, height: 360)  // 1.4 m away
    for image in try workspace.images("depth") { try workspace.write(image, wall) }
    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--tracking", "dense")
    outcome.expectFailure(65, says: ["expected a head between 15 cm and 60 cm from the camera"])
  }
}

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

/// What `reconstruct` leaves out of its inputs, it says.
@Suite struct LeftOutTests {
  private struct Click: Codable {
    var frame: String
    var pixel: [Double]
  }
  private struct Clicks: Codable { var landmarks: [String: [Click]] }

  @Test func idsAndClicksThatAreLeftOutAreNoted() throws {
    let workspace = try Workspace(SampleRecording.whole)
    // Ids of the cap that the cap file leaves out.
    let cap = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
    let ids = try #require(cap.firstMatch(of: /ids: \[(.*)\]/)).1.split(separator: ",").map {
      Int($0.filter(\.isNumber))!
    }.sorted()
    let kept = ids.dropLast(6)
    try workspace.write("cap.yaml", cap.replacing(/ids: .*/, with: "ids: \(Array(kept))"))
    // A frame by its image's name, and a click on another place.
    var clicks = try JSONDecoder().decode(Clicks.self, from: try workspace.read("landmarks.json"))
    let first = try #require(clicks.landmarks["sellion"]?.first)
    let image = try #require(try workspace.images("rgb").first { $0.contains(first.frame) })
    clicks.landmarks["sellion"]![0].frame = image
    clicks.landmarks["sellion"]!.append(Click(frame: first.frame, pixel: [first.pixel[0], first.pixel[1] - 45]))
    try workspace.write("landmarks.json", try JSONEncoder().encode(clicks))

    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--voxel-mm", "2", "--json")
    let result = try ResultFile(outcome.stdout)
    let findings = try result.findings
    let unlisted = try #require(findings.first { $0.code == "markers.unlisted" }, Comment(rawValue: outcome.narration))
    #expect(unlisted.ids?.count == 6 && unlisted.ids?.contains(ids.last!) == true)
    let apart = try #require(findings.first { $0.code == "landmarks.click_apart" })
    #expect(apart.frames == ["\(first.frame)"])
    #expect(apart.text.hasPrefix("sellion: the click in frame \(first.frame) "))
    let whole = try ResultFile(
      try Data(contentsOf: try SampleRecording.result.get().appendingPathComponent("result.json")))
    #expect(whole.has("surface.coverage"))
    #expect(whole["surface.coverage"] == nil)  // nobody clicked anything there
    #expect(try !whole.findings.contains { ["markers.unlisted", "landmarks.click_apart"].contains($0.code) })
  }
}

/// `--bare`: a second recording, without the cap.
@Suite struct BareRecordingTests {
  @Test func aRecordingThatIsMissingIsRefused() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--bare", workspace.file("nowhere").path)
    outcome.expectFailure(66, says: ["nowhere"])
    #expect(!FileManager.default.fileExists(atPath: workspace.output.path))
  }

  /// A short recording of a capped head from one side shows neither both ears nor what lies under the cap.
  @Test func aRecordingThatDoesNotTellIsNamedAndChangesNothing() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    var results: [ResultFile] = []
    for (name, bare) in [("without", []), ("with", ["--bare", workspace.recording.path])] {
      let output = workspace.file(name)
      let outcome = try Command.run(["reconstruct", workspace.recording.path, "-o", output.path] + bare)
      #expect(outcome.status == 0 || outcome.status == 2, Comment(rawValue: outcome.narration))
      results.append(try ResultFile(try Data(contentsOf: output.appendingPathComponent("result.json"))))
    }
    #expect(try results[1].findings.contains { $0.code == "cap.bare_unusable" })
    #expect(try !results[0].findings.contains { $0.code == "cap.bare_unusable" })
    #expect(results[1]["cap_gap"] == nil)
    #expect(results[0]["measures.cvai.value"] as? Double == results[1]["measures.cvai.value"] as? Double)
    let inputs = try #require(results[1]["provenance.inputs"] as? [String: Any])
    #expect(inputs["bare_rgb.txt"] as? String == inputs["rgb.txt"] as? String)
  }
}
