import Foundation
import Images
import Recordings
import TestSupport
import Testing

/// `motion --pose-model`: from pictures to a range of motion, by the tiny models that find coloured dots.
@Suite struct PoseModelVerbTests {
  let workspace: Workspace
  private let call = ["--joint", "knee", "--side", "right", "--view", "lateral"]
  static let canReadVideos = ["ffmpeg", "ffprobe"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  init() throws { workspace = try Workspace() }

  private func model(_ name: String) -> String {
    SharedMaterial.packageRoot.appendingPathComponent("Tests/Movement/MovementTests/BodyLandmarks/Fixtures/\(name)")
      .path
  }

  /// Two bends from 5° to 65° with rests of more than two seconds, at 3 pictures a second.
  private static let angles: [Double] = {
    let rest = { (angle: Double) in [Double](repeating: angle, count: 7) }
    return rest(5) + (0..<2).flatMap { _ in [25.0, 50] + rest(65) + [40, 20] + rest(5) }
  }()

  /// A dot of the colour of each of COCO's points; the right leg of somebody who faces the picture's right.
  private static func picture(_ degrees: Double) -> ColorImage {
    let angle = degrees * .pi / 180
    let (knee, size) = (SIMD2<Double>(150, 180), 62.0)
    let dots: [(colour: SIMD3<Double>, place: SIMD2<Double>)] = [
      ([255, 0, 0], knee + [0.4 * size, -2.5 * size]), ([255, 0, 255], knee + [0, -2.55 * size]),
      ([128, 0, 0], knee + [0, -2.0 * size]), ([255, 128, 0], knee + [0, -size]), ([128, 0, 255], knee),
      ([128, 255, 0], knee + SIMD2(-sin(angle), cos(angle)) * size),
    ]
    let (width, height, radius) = (240, 300, 9.0)
    var pixels = [UInt8](repeating: 60, count: 3 * width * height)
    for (colour, place) in dots {
      for y in Int(place.y - radius - 1)...Int(place.y + radius + 1) {
        for x in Int(place.x - radius - 1)...Int(place.x + radius + 1) {
          let way = SIMD2(Double(x), Double(y)) - place
          let cover = min(1, max(0, radius + 0.5 - (way * way).sum().squareRoot()))
          for c in 0..<3 {
            let at = 3 * (y * width + x) + c
            pixels[at] = UInt8((Double(pixels[at]) * (1 - cover) + colour[c] * cover).rounded())
          }
        }
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  /// The video at 9 frames a second: every third frame is looked at.
  private func video() throws -> URL {
    let file = workspace.file("knee.mp4")
    try Self.film.get().write(to: file)
    return file
  }

  private static let film = Result {
    let folder = try TemporaryFolder()
    let (raw, file) = (folder.url.appendingPathComponent("raw"), folder.url.appendingPathComponent("knee.mp4"))
    let frames = angles.flatMap { angle in [UInt8](picture(angle).pixels) }
    var bytes = Data(capacity: 3 * frames.count)
    let size = 3 * 240 * 300
    for k in angles.indices { for _ in 0..<3 { bytes.append(contentsOf: frames[(k * size)..<((k + 1) * size)]) } }
    try bytes.write(to: raw)
    let process = try Process.run(
      URL(fileURLWithPath: "/usr/bin/ffmpeg"),
      arguments: [
        "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "240x300", "-framerate", "9",
        "-i",
        raw.path, "-c:v", "libx264", "-preset", "ultrafast", "-crf", "14", "-pix_fmt", "yuv420p", file.path,
      ])
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try Data(contentsOf: file)
  }

  /// The columns of a table without quotes, by their names.
  private func column(_ name: String, of file: URL) throws -> [String] {
    let rows = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let place = try #require(rows[0].firstIndex(of: name))
    return rows.dropFirst().map { $0[place] }
  }

  /// What is told of each picture is what `motion` has of it, once the direction is told; the video has pictures and words.
  @Test(.enabled(if: canReadVideos, "needs ffmpeg")) func aVideoIsGuided() throws {
    let (file, film) = (try video(), workspace.file("told.mp4"))
    let pose = ["--pose-model", model("dots-heatmap.onnx")]
    _ = try Command.run(["motion", file.path, "--output", workspace.output.path] + pose + call)
    let told = workspace.file("told")
    let guided = try Command.run(
      ["replay", file.path, "--task", "knee", "--side", "right", "--view", "lateral", "--output", told.path]
        + ["--video", film.path] + pose)
    try #require(guided.status == 0, Comment(rawValue: guided.narration))
    #expect(guided.text.contains("65.0° ■"))
    let angles = try column("angle_deg", of: workspace.output.appendingPathComponent("angles.csv")).map { Double($0) }
    let table = told.appendingPathComponent("timeline.csv")
    let (values, reasons) = (try column("angle_deg", of: table), try column("reason", of: table))
    #expect(values.count == angles.count)
    for (index, value) in values.enumerated() {
      if let degrees = Double(value) {
        #expect(abs(degrees - (angles[index] ?? .nan)) < 0.001)
      } else {
        #expect(reasons[index] == "no_direction" && index < 5)
      }
    }
    let probe = try FFmpeg.probe(film, in: told)
    let first = { (key: String) in probe.first { $0.key == key }?.value }
    #expect(first("width") == "1280" && first("height") == "720" && first("nb_frames") == "\(angles.count)")
    #expect(
      try Command.run(
        ["replay", file.path, "--task", "knee", "--side", "right", "--pictures", file.path, "--output", "x"] + pose
      ).status == 64, "pictures are for a video")
  }

  /// What is told live is, byte for byte, what `replay` tells of the landmarks that were written, from a file in place of a camera, too.
  @Test(
    .enabled(if: canReadVideos, "needs ffmpeg"), arguments: [["--replay"], ["--camera"], ["--replay", "--realtime"]])
  func whatIsToldLiveIsWhatIsReplayed(_ source: [String]) throws {
    let (file, live, again) = (try video(), workspace.file("live"), workspace.file("again"))
    let task = ["--task", "knee", "--side", "right", "--view", "lateral", "--language", "de"]
    let told = try Command.run(
      ["live", source[0], file.path] + source.dropFirst() + task
        + ["--pose-model", model("dots-heatmap.onnx"), "--output", live.path])
    try #require(told.status == 0, Comment(rawValue: told.narration))
    #expect(told.narration.contains("65 Grad gehalten") && told.narration.contains("calvaria motion "))
    let landmarks = live.appendingPathComponent("body-landmarks.json")
    let replayed = try Command.run(["replay", landmarks.path, "--output", again.path] + task)
    try #require(replayed.status == 0, Comment(rawValue: replayed.narration))
    #expect(replayed.text == told.text)
    for name in ["feedback.jsonl", "timeline.csv", "summary.json", "feedback.html"] {
      #expect(
        try Data(contentsOf: live.appendingPathComponent(name)) == Data(contentsOf: again.appendingPathComponent(name)),
        "\(name)")
    }
    #expect(try Command.run(["motion", landmarks.path] + call).text.contains("knee, right: flexion"))
  }

  /// A camera that is lost in mid run: what came before is kept, and the exit code says that it ended so.
  @Test func whatCameBeforeACameraWasLostIsKept() throws {
    let programs = workspace.file("programs")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    let angles = [5.0, 25, 50, 65]
    for (place, angle) in angles.enumerated() {
      let picture = Self.picture(angle)
      let ppm = Data("P6\n\(picture.width) \(picture.height)\n255\n".utf8) + Data(picture.pixels)
      try ppm.write(to: programs.appendingPathComponent("\(place).ppm"))
    }
    // Sends the pictures one after the other, and is unplugged.
    let script = """
      #!/bin/sh
      for place in 0 1 2 3; do cat "\(programs.path)/$place.ppm"; sleep 0.5; done
      echo "No such device" >&2
      exit 1
      """
    for name in ["ffmpeg", "ffprobe"] {
      let file = programs.appendingPathComponent(name)
      try Data(script.utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let live = workspace.file("live")
    let told = try Running(
      ["live", "--camera", "stand-in", "--task", "knee", "--side", "right", "--view", "lateral"]
        + ["--pose-model", model("dots-heatmap.onnx"), "--output", live.path],
      environment: ["PATH": programs.path + ":/usr/bin:/bin"]
    ).outcome()
    #expect(told.status == 65, Comment(rawValue: told.narration))
    #expect(told.narration.contains("No such device"))
    #expect(try column("frame", of: live.appendingPathComponent("timeline.csv")).count == angles.count)
    let landmarks = live.appendingPathComponent("body-landmarks.json")
    let read = try Command.run(
      ["replay", landmarks.path, "--task", "knee", "--side", "right", "--view", "lateral"]
        + ["--output", workspace.file("again").path])
    #expect(read.status == 0, Comment(rawValue: read.narration))
  }

  @Test func wrongCallsOfLiveAreRefused() throws {
    let heat = ["--pose-model", model("dots-heatmap.onnx"), "--output", workspace.output.path]
    let task = ["--task", "knee", "--side", "right", "--view", "lateral"]
    for (options, status) in [
      (task + heat, 64), (task + ["--camera", "a", "--output", "x"], 64),
      (task + ["--camera", "a", "--replay", "b"] + heat, 64),
      (task + ["--usb"] + heat, 64), (task + ["--follow", "a"] + heat, 64),
      (task + ["--camera", "a", "--page"] + heat, 64),
      (task + ["--camera", "a", "--realtime"] + heat, 64), (task + ["--camera", "a", "--rate", "3"] + heat, 64),
      (task + ["--camera", "a", "--mirrored"] + heat, 64), (task + ["--camera", "a", "--cap", "b"] + heat, 64),
      (["--camera", "a", "--output", "x"], 64), (["--task", "neck", "--camera", "a", "--output", "x"], 64),
      (["--replay", "a", "--output", "x", "--rate", "3"], 64),
      (["--task", "knee", "--side", "right", "--camera", "a"] + heat, 64),
      (task + ["--camera", "/dev/none"] + heat, 66), (task + ["--replay", workspace.file("none").path] + heat, 66),
    ] {
      let outcome = try Command.run(["live"] + options)
      #expect(outcome.status == status, "\(options): \(outcome.narration)")
    }
    #expect(!FileManager.default.fileExists(atPath: workspace.output.path))
    guard Self.canReadVideos else { return }
    // What ffmpeg can't read leaves nothing behind.
    let other = workspace.file("other.mp4")
    try Data("no video".utf8).write(to: other)
    #expect(try Command.run(["live", "--camera", other.path] + task + heat).status == 65)
    #expect(!FileManager.default.fileExists(atPath: workspace.output.path))
  }

  /// The angles of a video come out within 0.5° in each frame by heat maps, and within 1.5° by SimCC, whose half cells are
  /// 0.4 of 62 pixels along each axis.
  @Test(.enabled(if: canReadVideos, "needs ffmpeg"), arguments: [("dots-heatmap.onnx", 0.5), ("dots-simcc.onnx", 1.5)])
  func aVideoIsMeasured(_ name: String, _ largest: Double) throws {
    let file = try video()
    let outcome = try Command.run(
      ["motion", file.path, "--pose-model", model(name), "--output", workspace.output.path] + call)
    #expect([0, 2].contains(outcome.status), Comment(rawValue: outcome.narration))
    let result = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("motion.json")))
    let rows = try String(contentsOf: workspace.output.appendingPathComponent("angles.csv"), encoding: .utf8)
      .split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows.count == Self.angles.count)
    let misses = zip(rows, Self.angles).map { abs((Double($0[2]) ?? .nan) - $1) }
    print("\(name): at most \(misses.max()!)° in a frame")
    #expect(misses.allSatisfy { $0 < largest })
    let most = try #require(result["values.maximum.degrees"] as? Double)
    let least = try #require(result["values.minimum.degrees"] as? Double)
    print("\(name): \(least)° to \(most)°, truth 5° to 65°")
    #expect(abs(most - 65) < largest)
    #expect(abs(least - 5) < largest)
    #expect(result["source.format"] as? String == "coco")
    let inputs = try #require(result["provenance.inputs"] as? [String: String])
    #expect(inputs.keys.sorted() == ["pictures", "pose_model"])
    #expect(inputs.values.allSatisfy { $0.count == 64 })
    // The landmarks that are written give the same result.
    let landmarks = workspace.output.appendingPathComponent("body-landmarks.json").path
    let again = try ResultFile(Command.run(["motion", landmarks, "--json"] + call).stdout)
    #expect(again["values.maximum.degrees"] as? Double == most)
    #expect(again["values.minimum.degrees"] as? Double == least)
    #expect(again["source.confidence"] as? String == "score")
  }

  @Test func aFolderOfImagesIsMeasured() throws {
    let folder = workspace.file("frames")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (k, angle) in Self.angles.prefix(25).enumerated() {
      try ImageFile.png(Self.picture(angle)).write(to: folder.appendingPathComponent("f_\(k).png"))
    }
    let words = ["motion", folder.path, "--pose-model", model("dots-heatmap.onnx"), "--json"] + call
    try Command.run(words).expectFailure(64, says: ["--rate"])
    let outcome = try Command.run(words + ["--rate", "3"])
    #expect([0, 2].contains(outcome.status), Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(abs(try #require(result["values.maximum.degrees"] as? Double) - 65) < 0.5)
    #expect(result["source.rate"] as? Double == 3)
    // In a box around the person the same.
    let box = try ResultFile(Command.run(words + ["--rate", "3", "--person-box", "40,10,180,280"]).stdout)
    #expect(abs(try #require(box["values.maximum.degrees"] as? Double) - 65) < 0.5)
    try Command.run(words + ["--rate", "3", "--person-box", "40,10,380,280"]).expectFailure(64, says: ["240 × 300"])
  }

  /// No output takes the place of what is read, `--force` or not.
  @Test(.enabled(if: canReadVideos, "needs ffmpeg")) func aVideoReplacesNoModel() throws {
    let (folder, own) = (workspace.file("frames"), workspace.file("own.onnx"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try ImageFile.png(Self.picture(5)).write(to: folder.appendingPathComponent("f_0.png"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: model("dots-heatmap.onnx")))
    try bytes.write(to: own)
    let words = ["motion", folder.path, "--rate", "3", "--pose-model", own.path, "--output", workspace.output.path]
    try Command.run(words + ["--video", own.path, "--force"] + call).expectFailure(73, says: ["own.onnx"])
    #expect(try Data(contentsOf: own) == bytes)
  }

  @Test func whatCanNotBeUsedIsRefused() throws {
    let folder = workspace.file("frames")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try ImageFile.png(Self.picture(5)).write(to: folder.appendingPathComponent("f_0.png"))
    let heat = model("dots-heatmap.onnx")
    let motion = ["motion", folder.path, "--rate", "3", "--output", workspace.output.path] + call
    try Command.run(motion + ["--pose-model", workspace.file("no.onnx").path]).expectFailure(66, says: ["no.onnx"])
    try Command.run(motion + ["--pose-model", folder.appendingPathComponent("f_0.png").path])
      .expectFailure(65, says: ["ONNX"])
    try Command.run(motion + ["--pose-model", model("crashes-opencv-4.6.onnx")]).expectFailure(65, says: ["OpenCV"])
    try Command.run(motion + ["--pose-model", heat, "--confidence", "score"]).expectFailure(64, says: ["--confidence"])
    try Command.run(["motion", heat, "--pose-model", heat] + call).expectFailure(66, says: ["video"])
    #expect(try Command.run(motion + ["--person-box", "0,0,9,9"]).status == 64)
    #expect(try Command.run(motion + ["--pose-model", heat, "--person-box", "0,0,9"]).status == 64)
    // A damaged image leaves nothing behind.
    try Data("no image".utf8).write(to: folder.appendingPathComponent("f_1.png"))
    try Command.run(motion + ["--pose-model", heat]).expectFailure(65, says: ["f_1.png"])
    #expect(!FileManager.default.fileExists(atPath: workspace.output.path))
  }
}
