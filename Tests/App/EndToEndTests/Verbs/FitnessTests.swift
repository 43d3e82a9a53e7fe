import Foundation
import Images
import Recordings
import TestSupport
import Testing

/// Scans whose numbers would be wrong are reconstructed but not measured.
@Suite struct FitnessTests {
  /// What the same scan measures when all is stated right.
  private static let soundCVAI = Result {
    let workspace = try Workspace(SampleRecording.whole)
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    return try #require(try ResultFile(outcome.stdout)["measures.cvai.value"] as? Double)
  }

  /// Intrinsics of another camera, and a cap file with another marker size.
  @Test(arguments: [("--intrinsics", 0.85), ("--cap", 0.87)])
  func aWrongScaleIsSuspectAndWithholdsEveryMeasure(option: String, factor: Double) throws {
    let workspace = try Workspace(SampleRecording.whole)
    let file = workspace.file("wrong")
    if option == "--cap" {
      let text = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
      let changed = text.replacing(/marker_size_mm: .*/, with: "marker_size_mm: \(16 * factor)")
      #expect(changed != text)
      try Data(changed.utf8).write(to: file)
    } else {
      let camera =
        "{\"width\": 480, \"height\": 360, \"intrinsic_matrix\": "
        + "[\(444 * factor), 0, 0, 0, \(444 * factor), 0, 241, 179, 1]}"
      try Data(camera.utf8).write(to: file)
    }
    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, option, file.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["calibration.verdict"] as? String == "suspect")
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["measures.length.value"] == nil)
    let codes = Set(try result.findings.map(\.code))
    #expect(!codes.isDisjoint(with: ["markers.size", "calibration.intrinsics"]), "\(codes)")
    // `info` says so before, and both name the same number.
    let info = try ResultFile(
      try Command.run("info", workspace.recording.path, option, file.path, "--sample", "60", "--json").stdout)
    let findings = try #require(info["findings"] as? [[String: Any]])
    let text = try #require(findings.first { $0["code"] as? String == "markers.size" }?["text"] as? String)
    #expect(text.prefix { $0 != "(" }.hasPrefix("markers measure "))
    #expect(text.contains("0.96 to 1.03"))
    let ratio = try #require(result["calibration.marker_size_ratio.value"] as? Double)
    let named = try #require(text.firstMatch(of: /measure ([0-9.]+) of/)).1
    #expect(abs(Double(named)! - ratio) < 0.0006)
    // A focal length that is far off is named first, and explains the ratio.
    if option == "--cap" { #expect(codes.contains("markers.size"), "\(codes)") }
    #expect(try #require(result["surface.vertices"] as? Int) > 10_000)
  }

  /// A cap file off by 2.5 %, and a print 3.9 % larger or smaller than stated: print and depth contradict each other,
  /// which lengths feel and ratios don't.
  @Test(arguments: [16.4, 16 / 1.039, 16 / 0.961]) func aTornScaleWithholdsLengthsOnly(side: Double) throws {
    let workspace = try Workspace(SampleRecording.whole)
    let text = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
      .replacing(/marker_size_mm: .*/, with: "marker_size_mm: \(side)")
    try workspace.write("cap.yaml", text)
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    let result = try ResultFile(outcome.stdout)
    #expect(result["calibration.verdict"] as? String == "suspect")
    #expect(result["measures.length.value"] == nil)
    let cvai = try #require(result["measures.cvai.value"] as? Double)
    #expect(abs(cvai - (try Self.soundCVAI.get())) < 0.1)
    #expect(result["measures.length.code"] as? String == "calibration.scale")
  }

  /// All else that withholds measures follows from a cap file that leaves out most of the ids; it comes first.
  @Test func aCapFileWithFewOfItsIdsIsNamedFirst() throws {
    let workspace = try Workspace(SampleRecording.whole)
    let text = String(decoding: try workspace.read("cap.yaml"), as: UTF8.self)
    let ids = try #require(text.firstMatch(of: /ids: \[([^\]]*)\]/)).1.split(separator: ",").prefix(5)
    try workspace.write("cap.yaml", text.replacing(/ids: .*/, with: "ids: [\(ids.joined(separator: ","))]"))
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let findings = try ResultFile(outcome.stdout).findings
    #expect(findings.first?.code == "markers.unlisted")
    #expect(findings.first?.severity == "withheld")
    #expect(findings.count { $0.code == "markers.unlisted" } == 1, "told once")
  }

  /// Exchanged landmarks turn their plane over: what is named must be that, not what such a plane would cut away.
  @Test func exchangedLandmarksAreNamed() throws {
    let workspace = try Workspace(SampleRecording.whole)
    let text = String(decoding: try workspace.read("landmarks.json"), as: UTF8.self)
      .replacingOccurrences(of: "tragion_left", with: "tragion_other")
      .replacingOccurrences(of: "tragion_right", with: "tragion_left")
      .replacingOccurrences(of: "tragion_other", with: "tragion_right")
    try workspace.write("landmarks.json", text)
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["measures.cvai.code"] as? String == "frame.upside_down")
  }

  @Test func aSingleFrameIsWrittenButNotMeasured() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    for list in ["rgb.txt", "depth.txt"] {
      let first = String(decoding: try workspace.read(list), as: UTF8.self).split(separator: "\n")[0]
      try workspace.write(list, first + "\n")
    }
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["tracking.frames_used"] as? Int == 1)
  }
}

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

/// The sample recording as filters would have left it.
@Suite struct FilteredDepthTests {
  private static let sample = Result<URL, any Error> {
    SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample")
  }

  /// The sample with every depth image changed, row by row, as codes; 0 is a hole.
  private static func workspace(_ filter: (inout [UInt16], _ width: Int) -> Void) throws -> Workspace {
    let workspace = try Workspace(sample)
    for name in try workspace.images("depth") {
      let image = try ImageFile.depthCodes(workspace.read(name))
      var codes = image.pixels
      filter(&codes, image.width)
      try workspace.write(name, ImageFile.png(depthCodes: codes, width: image.width, height: image.height))
    }
    return workspace
  }

  private static func reconstructed(_ workspace: Workspace) throws -> (status: Int32, result: ResultFile) {
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    return (outcome.status, try ResultFile(outcome.stdout))
  }

  @Test func filledHolesAreNamedAndWiden() throws {
    let filled = try Self.workspace { codes, width in
      for row in stride(from: 0, to: codes.count, by: width) {
        let valid = (row..<(row + width)).filter { codes[$0] > 0 }
        for (a, b) in zip(valid, valid.dropFirst()) where b > a + 1 {
          for i in (a + 1)..<b {
            codes[i] = UInt16(Int(codes[a]) + (Int(codes[b]) - Int(codes[a])) * (i - a) / (b - a))
          }
        }
      }
    }
    let plain = try Self.reconstructed(try Workspace(Self.sample))
    #expect(plain.status == 0)
    #expect(try !plain.result.findings.contains { $0.stage == "depth" })
    #expect(!plain.result.has("calibration.surface_errors.depth_filter"))
    let (status, result) = try Self.reconstructed(filled)
    #expect(status == 0)
    let finding = try #require(try result.findings.first { $0.code == "depth.holes_filled" })
    #expect(finding.severity == "note" && finding.figure("bridged")! > 0.05 * finding.figure("outlines")!)
    // Ramps were left out: the head is the same within what the intervals are widened by.
    for (measure, change) in [("cvai", 0.1), ("cranial_index", 0.06), ("length", 0.1), ("circumference", 0.25)] {
      let value = { (file: ResultFile) in try #require(file["measures.\(measure).value"] as? Double) }
      #expect(try abs(value(result) - value(plain.result)) < change, "\(measure)")
    }
    let added = try #require(result["calibration.surface_errors.depth_filter.length"] as? Double)
    #expect(abs(added - 0.1 / 1.959964) < 1e-9)
    // `info` says so before.
    let info = try ResultFile(try Command.run("info", filled.recording.path, "--json").stdout)
    #expect(try info.findings.contains { $0.code == "depth.holes_filled" })
  }

  @Test func anAverageInTimeWithholdsEverything() throws {
    var last: [UInt16] = []
    let averaged = try Self.workspace { codes, _ in
      if !last.isEmpty {
        for i in codes.indices where codes[i] > 0 && last[i] > 0 && abs(Int(codes[i]) - Int(last[i])) < 100 {
          codes[i] = UInt16((Int(codes[i]) + Int(last[i]) + 1) / 2)
        }
      }
      last = codes
    }
    let (status, result) = try Self.reconstructed(averaged)
    #expect(status == 2)
    #expect(result["measures.cvai.value"] == nil)
    #expect(result["measures.length.value"] == nil)
    // Poses and landmarks suffer too; it is the root of all that.
    let finding = try #require(try result.findings.first)
    #expect(finding.code == "depth.temporal_filter")
    #expect(finding.severity == "withheld")
    #expect(finding.figure("correlation")! > 0.075)
    #expect(finding.measures?.contains("cvai") == true)
    #expect(try result.findings.count { $0.code == finding.code } == 1, "told once")
  }
}
