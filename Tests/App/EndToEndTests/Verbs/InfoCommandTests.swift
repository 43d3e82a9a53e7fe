import Foundation
import Recordings
import Testing

/// `info`: what is in a recording, and what is wrong with it.
@Suite struct InfoTests {
  @Test func timesTooCloseForARateGiveNone() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    for (list, folder) in [("rgb.txt", "rgb"), ("depth.txt", "depth")] {
      let lines = try workspace.images(folder).enumerated().map { "\($0.offset + 1)e-322 \($0.element)" }
      try workspace.write(list, lines.joined(separator: "\n"))
    }
    let outcome = try Command.run("info", workspace.recording.path, "--json")
    try #require(outcome.status == 0, Comment(rawValue: outcome.narration))
    let json = try #require(try JSONSerialization.jsonObject(with: outcome.stdout) as? [String: Any])
    #expect(json["rate_hz"] == nil || json["rate_hz"] is NSNull)
    let images = try workspace.images("rgb")
    #expect(json["frames"] as? Int == images.count)
  }

  @Test func aListOfEightMegabytesOnOneLineIsCutInTheMessage() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.write("rgb.txt", "1 rgb/" + String(repeating: "x", count: 8 << 20) + "\u{1B}[2J\u{202E}.jpg\n")
    let outcome = try Command.run("info", workspace.recording.path)
    #expect(outcome.status != 0)
    #expect(outcome.lines.count == 1)
    #expect(outcome.stderr.count < 1500)
    #expect(outcome.narration.contains("…"))
    #expect(outcome.narration.contains("\\u{1B}[2J\\u{202E}.jpg"))
  }

  @Test func aSoundRecording() throws {
    let outcome = try Command.run("info", try SampleRecording.whole.get().path, "--sample", "8")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.stderr.isEmpty, Comment(rawValue: outcome.narration))
    let names = outcome.text.split(separator: "\n").map { $0.prefix { $0 != " " } }
    for name in ["format", "frames", "rate", "colour", "depth", "intrinsics", "markers", "planarity"] {
      #expect(names.contains { $0 == name }, Comment(rawValue: outcome.text))
    }
    #expect(outcome.text.contains("480 × 360"))
    #expect(!outcome.text.contains("\u{1B}"))
  }

  @Test func theSameAsJSON() throws {
    let outcome = try Command.run("info", try SampleRecording.whole.get().path, "--sample", "8", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.stderr.isEmpty)
    let info = try ResultFile(outcome.stdout)
    #expect(info["schema"] as? String == "calvaria/info/1")
    #expect(info["format"] as? String == "tum")
    #expect(info["frames"] as? Int == 60)
    #expect(info["camera.fx"] as? Double == 444)
    #expect(info["markers.dictionary"] as? String == "DICT_4X4_100")
    let ratio = try #require(info["markers.size_ratio"] as? Double)
    #expect((0.95...1.01).contains(ratio))
  }

  @Test func withoutACapTheDictionaryIsRecognised() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.remove("cap.yaml")
    let outcome = try Command.run("info", workspace.recording.path)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("DICT_4X4_100 (recognised by trying all"))
  }

  @Test func whatIsWrongIsTold() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.write(
      "depth.txt", "1700000000.010000 \(workspace.images("depth")[0])\n1700000000.348983 depth/gone.png\n")
    let outcome = try Command.run("info", workspace.recording.path)
    #expect(outcome.status == 0)
    let notes = outcome.text.split(separator: "\n").filter { $0.hasPrefix("note") }
    #expect(notes.count >= 3, Comment(rawValue: outcome.text))
    #expect(outcome.text.contains("10.0 ms"))
  }

  /// Half of the cap's ids left out of the cap file, focal lengths that no sensor has, depth that is all invalid.
  @Test func whatSpoilsAScanIsAFinding() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let sound = try codes(workspace)
    #expect(
      sound.isDisjoint(with: [
        "markers.size", "markers.unlisted", "recording.non_square_pixels", "recording.invalid_depth",
      ]))

    try workspace.write(
      "intrinsic.json", #"{"width":480,"height":360,"intrinsic_matrix":[444,0,0,0,415,0,241,179,1]}"#)
    #expect(try codes(workspace).contains("recording.non_square_pixels"))
    try workspace.write(
      "intrinsic.json", #"{"width":480,"height":360,"intrinsic_matrix":[128,0,0,0,3399,0,241,179,1]}"#)
    try Command.run("info", workspace.recording.path).expectFailure(65, says: ["fx 128 and fy 3399", "square"])
    try workspace.write(
      "intrinsic.json", #"{"width":480,"height":360,"intrinsic_matrix":[444,0,0,0,444,0,241,179,1]}"#)

    let cap = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
    try workspace.write("cap.yaml", cap.replacing(/ids: .*/, with: "ids: [0-40]"))
    #expect(try codes(workspace).contains("markers.unlisted"))
    try workspace.write("cap.yaml", cap.replacing(/marker_size_mm: .*/, with: "marker_size_mm: 3.2"))
    #expect(try codes(workspace).contains("markers.size"))

    try workspace.write("cap.yaml", cap)
    let blank = try ImageFile.png(depthCodes: [UInt16](repeating: 0, count: 480 * 360), width: 480, height: 360)
    for image in try workspace.images("depth") { try workspace.write(image, blank) }
    #expect(try codes(workspace).contains("recording.invalid_depth"))
    #expect(try Command.run("info", workspace.recording.path).text.contains("valid depth   0.0 %"))
  }

  private func codes(_ workspace: Workspace) throws -> Set<String> {
    let outcome = try Command.run("info", workspace.recording.path, "--json")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let findings = try #require(try ResultFile(outcome.stdout)["findings"] as? [[String: Any]])
    return Set(findings.compactMap { $0["code"] as? String })
  }

  @Test(arguments: ["rgb", "depth"]) func aDamagedImageIsANote(_ folder: String) throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let image = try workspace.images(folder)[1]
    try workspace.write(image, try workspace.read(image).prefix(4000))
    for cap in ["with a cap file", "without"] {
      let outcome = try Command.run("info", workspace.recording.path)
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      let note = outcome.text.split(separator: "\n").first { $0.contains("can't be read") }
      #expect(note?.hasPrefix("note") == true, Comment(rawValue: cap + ": " + outcome.text))
      #expect(outcome.text.contains("DICT_4X4_100 ") || outcome.text.contains("DICT_4X4_100\n"))
      try? workspace.remove("cap.yaml")
    }
  }

  @Test(arguments: badRecordings.prefix(6)) func aBadRecording(_ bad: BadInput) throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try bad.spoil(workspace)
    try Command.run(["info", workspace.recording.path] + bad.arguments).expectFailure(bad.code, says: bad.says)
  }

  @Test(arguments: badCapFiles) func aBadCap(_ bad: BadInput) throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try bad.spoil(workspace)
    try Command.run(["info", workspace.recording.path] + bad.arguments).expectFailure(bad.code, says: bad.says)
  }
}

/// `info --detections`: every sighting of a marker.
@Suite struct DetectionsTests {
  @Test func everySightingIsListed() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let (file, times) = (workspace.recording.path + "/../found.json", workspace.recording.path + "/../times.json")
    let outcome = try Command.run(
      "info", workspace.recording.path, "--sample", "3", "--detections", file, "--timings", times)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.stderr.isEmpty, Comment(rawValue: outcome.narration))
    let found = try ResultFile(Data(contentsOf: URL(fileURLWithPath: file)))
    #expect(found["schema"] as? String == "calvaria/detections/1")
    let frames = try #require(found["frames"] as? [[String: Any]])
    #expect(frames.count == 3)
    let markers = frames.flatMap { $0["markers"] as? [[String: Any]] ?? [] }
    #expect(markers.count >= 9)
    for marker in markers where marker["rejected"] == nil {
      let pixels = try #require(marker["corners_px"] as? [[Double]])
      let points = try #require(marker["corners_mm"] as? [[Double]])
      #expect(pixels.count == 4 && points.count == 4 && points.allSatisfy { (150...600).contains($0[2]) })
      let normal = try #require(marker["normal"] as? [Double])
      #expect(abs(normal.reduce(0) { $0 + $1 * $1 } - 1) < 1e-3 && normal[2] < 0)
    }
    let seconds = try ResultFile(Data(contentsOf: URL(fileURLWithPath: times)))["detection"] as? [Double]
    #expect(seconds?.count == 3)
    #expect(seconds?.allSatisfy { $0 > 0 } == true)
    let again = file + "2"
    _ = try Command.run("info", workspace.recording.path, "--sample", "3", "--detections", again)
    #expect(FileManager.default.contents(atPath: file) == FileManager.default.contents(atPath: again))
  }

  @Test func withoutACapThereIsNothingToList() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.remove("cap.yaml")
    try Command.run("info", workspace.recording.path, "--detections", workspace.recording.path + "/../x.json")
      .expectFailure(66, says: ["cap.yaml", "--cap"])
  }

  @Test func aFolderThatIsMissingIsTold() throws {
    let path = try SampleRecording.glimpse.get().path
    try Command.run("info", path, "--detections", "/proc/nowhere/x.json").expectFailure(
      73, says: ["/proc/nowhere/x.json"])
    let alone = try Command.run("info", path, "--timings", "/proc/nowhere/x.json")
    #expect(alone.status == 64)
    #expect(alone.narration.contains("--detections"))
  }
}
