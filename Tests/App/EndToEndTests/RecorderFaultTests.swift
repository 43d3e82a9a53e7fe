import Foundation
import Images
import Recordings
import TestSupport
import Testing

/// Recordings that recorders and scripts write otherwise than their layout has it, or that are no scan of one capped head.
@Suite struct RecorderFaultTests {
  private func info(_ recording: String, _ arguments: String...) throws -> ResultFile {
    let outcome = try Command.run(["info", recording, "--json"] + arguments)
    try #require(outcome.status == 0, Comment(rawValue: outcome.narration))
    return try ResultFile(outcome.stdout)
  }

  private func codes(_ info: ResultFile) throws -> Set<String> {
    Set(try #require(info["findings"] as? [[String: Any]]).compactMap { $0["code"] as? String })
  }

  private func against(_ info: ResultFile) throws -> [String] {
    try #require(info["verdict.against"] as? [[String: Any]]).compactMap { $0["code"] as? String }
  }

  @Test func aSoundRecordingIsFit() throws {
    let recording = try SampleRecording.whole.get().path
    let info = try info(recording)
    #expect(info["verdict.fit"] as? Bool == true)
    #expect(info["verdict.frames"] as? Int == 30)
    #expect(try against(info).isEmpty)
    let text = try Command.run("info", recording).text
    #expect(text.split(separator: "\n").last?.hasPrefix("verdict") == true, Comment(rawValue: text))
  }

  @Test func withoutACapNothingIsJudged() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.remove("cap.yaml")
    #expect(try info(workspace.recording.path)["verdict"] == nil)
    #expect(try Command.run("info", workspace.recording.path).text.hasSuffix("not judged without a cap file\n"))
  }

  /// Colour and depth as a front camera's preview shows them.
  @Test func mirroredImagesAreNamed() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    for image in try workspace.images("rgb") {
      try workspace.write(image, ImageFile.jpeg(mirrored(ImageFile.color(workspace.read(image))), quality: 95))
    }
    #expect(try against(info(workspace.recording.path)).contains("detection.mirrored"))
    try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path)
      .expectFailure(65, says: ["mirrored"])
  }

  @Test func markersInTheNegativeAreNamed() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    for image in try workspace.images("rgb") {
      var color = try ImageFile.color(workspace.read(image))
      for i in color.pixels.indices { color.pixels[i] = ~color.pixels[i] }
      try workspace.write(image, ImageFile.jpeg(color, quality: 95))
    }
    #expect(try against(info(workspace.recording.path)).contains("detection.inverted"))
    try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path)
      .expectFailure(65, says: ["inverted", "black on white"])
  }

  @Test func exchangedBytesOfDepthAreNamed() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    for image in try workspace.images("depth") {
      let codes = try ImageFile.depthCodes(workspace.read(image))
      try workspace.write(
        image, ImageFile.png(depthCodes: codes.pixels.map(\.byteSwapped), width: codes.width, height: codes.height))
    }
    let info = try info(workspace.recording.path)
    #expect(try codes(info).contains("recording.swapped_depth"))
    #expect(try against(info).contains("detection.swapped_depth"))
    try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path)
      .expectFailure(65, says: ["exchanged"])
  }

  /// The depth camera was mounted the other way round, or a program turned one of the streams.
  @Test(arguments: [
    (ImageTurn.leftRight, "mirrored left to right"), (.upsideDown, "mirrored top to bottom"), (.half, "turned by 180°"),
  ])
  func turnedDepthIsNamed(turn: ImageTurn, says: String) throws {
    let workspace = try Workspace(SampleRecording.whole)
    for image in try workspace.images("depth") {
      let codes = try ImageFile.depthCodes(workspace.read(image))
      let turned = DepthImage(width: codes.width, height: codes.height, pixels: codes.pixels.map(Float.init)).turned(
        turn)
      try workspace.write(
        image, ImageFile.png(depthCodes: turned.pixels.map { UInt16($0) }, width: codes.width, height: codes.height))
    }
    #expect(try against(info(workspace.recording.path)).first == "detection.turned_depth")
    // Clicks without depth under them would be told first.
    try workspace.remove("landmarks.json")
    try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path).expectFailure(
      65, says: [says])
  }

  @Test func anotherDictionaryIsNamed() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let cap = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
    try workspace.write("cap.yaml", cap.replacing("DICT_4X4_100", with: "DICT_5X5_100"))
    let info = try info(workspace.recording.path)
    let reason = try #require((info["verdict.against"] as? [[String: Any]])?.first)
    #expect(reason["code"] as? String == "detection.other_dictionary")
    #expect((reason["text"] as? String)?.contains("DICT_4X4") == true)
  }

  /// Depth of every second frame is that of the frame before; the rest carries the head.
  @Test func depthThatStandsStillIsNotUsed() throws {
    let workspace = try Workspace(SampleRecording.whole)
    let images = try workspace.images("depth")
    for k in stride(from: 1, to: images.count, by: 2) {
      try workspace.write(images[k], workspace.read(images[k - 1]))
    }
    #expect(try codes(info(workspace.recording.path)).contains("recording.repeated_depth"))
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    let result = try ResultFile(outcome.stdout)
    let finding = try #require(try result.findings.first { $0.code == "recording.repeated_depth" })
    #expect(finding.text.contains("30 of 60 frames"))
    let trajectory = try String(contentsOf: workspace.output.appendingPathComponent("trajectory.txt"), encoding: .utf8)
    #expect(trajectory.split(separator: "\n").count { !$0.hasPrefix("#") } <= 30)
  }

  /// Depth 12 pixels beside the image, 9 mm on the head.
  @Test func depthBesideTheImageWithholdsAll() throws {
    let workspace = try Workspace(SampleRecording.whole)
    for image in try workspace.images("depth") {
      let codes = try ImageFile.depthCodes(workspace.read(image))
      var moved = codes.pixels
      for y in 0..<codes.height {
        for x in 0..<codes.width {
          moved[y * codes.width + x] = x < 12 ? 0 : codes.pixels[y * codes.width + x - 12]
        }
      }
      try workspace.write(image, ImageFile.png(depthCodes: moved, width: codes.width, height: codes.height))
    }
    let info = try info(workspace.recording.path)
    #expect(try codes(info).contains("calibration.registration"))
    #expect(try against(info).contains("calibration.registration"))
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["measures.cvai.value"] == nil)
    let found = try result.findings
    #expect(found.contains { $0.code == "calibration.registration" && $0.severity == "withheld" })
    #expect(!found.contains { ["calibration.lens", "calibration.corrected"].contains($0.code) })
  }

  private func mirrored(_ image: ColorImage) -> ColorImage {
    var mirrored = image
    for y in 0..<image.height {
      for x in 0..<image.width {
        for c in 0..<3 {
          mirrored.pixels[3 * (y * image.width + x) + c] =
            image.pixels[3 * (y * image.width + image.width - 1 - x) + c]
        }
      }
    }
    return mirrored
  }

  /// What others' recordings of these kinds show.
  @Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence))) struct Shared {
    private let faults = RecorderFaultTests()

    private func info(_ name: String) throws -> ResultFile {
      try faults.info(SharedMaterial.folder.appendingPathComponent("faults/recordings/" + name).path)
    }

    @Test(
      arguments: [
        ("ros-times-in-names", 10, 4.6, nil), ("size-in-names", 3, 0.1, nil), ("redwood-two-clocks", 22, 1.15, nil),
        ("list-milliseconds", 10, 4.6, "recording.time_unit"),
      ] as [(String, Int, Double, String?)])
    func isRead(name: String, frames: Int, seconds: Double, code: String?) throws {
      let info = try info(name)
      #expect(info["frames"] as? Int == frames)
      #expect(abs(try #require(info["duration_s"] as? Double) - seconds) < 0.1)
      #expect(try #require(info["time_difference_max_s"] as? Double) < 0.010)
      if let code { #expect(try faults.codes(info).contains(code)) }
    }

    @Test(
      arguments: [
        ("mirrored-selfie", "detection.mirrored"), ("markers-inverted", "detection.inverted"),
        ("cap-wrong-dictionary", "detection.other_dictionary"),
        ("depth-bytes-swapped", "detection.swapped_depth"), ("depth-not-registered", "calibration.registration"),
      ])
    func isNamed(name: String, code: String) throws {
      let info = try info(name)
      #expect(info["verdict.fit"] as? Bool == false)
      #expect(try faults.against(info).contains(code))
    }

    @Test(arguments: ["practice_a", "practice_b", "hard_a", "hard_b"]) func aSoundScanIsFit(name: String) throws {
      let info = try faults.info(SharedMaterial.folder.appendingPathComponent("scans/" + name).path)
      #expect(info["verdict.fit"] as? Bool == true)
      #expect(try faults.codes(info).isDisjoint(with: ["calibration.registration", "recording.repeated_depth"]))
    }
  }
}
