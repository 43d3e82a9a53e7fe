import Foundation
import Geometry
import Phantom
import TestSupport
import Testing
import Workers

/// `replay`: what an operator would have been told.
@Suite struct ReplayTests {
  private struct Line: Decodable {
    let time: Double
    let frame: Int
    let name, event, cause: String
    let text: String?
    let figures: [String: Double]

    enum CodingKeys: String, CodingKey {
      case time = "time_s"
      case frame, name, event, cause, text, figures
    }
  }

  private func lines(_ folder: URL) throws -> [Line] {
    let text = try String(contentsOf: folder.appendingPathComponent("feedback.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  /// The stretches of a hint by the rows of `timeline.csv`.
  private func stretches(_ folder: URL, of hint: String) throws -> [ClosedRange<Double>] {
    let rows = try String(contentsOf: folder.appendingPathComponent("timeline.csv"), encoding: .utf8)
      .split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    let (time, column) = (rows[0].firstIndex(of: "time_s")!, rows[0].firstIndex(of: "hint")!)
    var found: [ClosedRange<Double>] = []
    var start: Double?
    for row in rows.dropFirst() {
      let now = Double(row[time])!
      if row[column] == hint {
        start = start ?? now
      } else if let begun = start {
        found.append(begun...now)
        start = nil
      }
    }
    return found
  }

  @Test func everyCauseIsToldWithinThreeTenthsOfASecondInTheChosenLanguage() throws {
    let script = try SteeredRecording.script.get()
    let workspace = try Workspace()
    let (own, haptics) = (workspace.file("own.yaml"), workspace.file("out.ahap"))
    try Data("schema: calvaria/feedback-rules/1\nphrases: {de: {hint_covered: Finger weg}}\n".utf8).write(to: own)
    let outcome = try Command.run(
      "replay", script.url.path, "--output", workspace.output.path, "--language", "de", "--feedback", own.path,
      "--haptics", haptics.path)
    try #require(outcome.status == 0, Comment(rawValue: outcome.narration))

    let causes: [(String, String, ClosedRange<Double>?)] = [
      ("too_close", "Zu nah, weiter weg", script.interval(distances: 0..<0.185)),
      ("covered", "Finger weg", script.interval(.occlusion)),
      ("too_fast", "Zu schnell, langsamer bewegen", script.interval(.shake)),
      ("too_far", "Zu weit weg, näher heran", script.interval(distances: 0.45..<9)),
    ]
    let lines = try lines(workspace.output)
    for (cause, text, interval) in causes {
      let truth = try #require(interval)
      let told = try stretches(workspace.output, of: cause)
      #expect(told.count == 1, "\(cause): \(told), true \(truth)")
      let stretch = try #require(told.first)
      #expect(abs(stretch.lowerBound - truth.lowerBound) <= 0.3, "\(cause) \(stretch), true \(truth)")
      #expect(abs(stretch.upperBound - truth.upperBound) <= 0.3, "\(cause) \(stretch), true \(truth)")
      #expect(lines.contains { $0.event == "hint" && $0.cause == cause && $0.text == text && !$0.figures.isEmpty })
    }
    // Nothing else is said of the position.
    #expect(Set(lines.filter { $0.event == "hint" }.map(\.cause)).subtracting(causes.map(\.0)).isEmpty)

    let summary = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("summary.json")))
    let missing = Set(try #require(summary["missing_markers"] as? [Int]))
    #expect(missing.count > script.ids.count / 5)
    #expect(missing.count < 3 * script.ids.count / 4)
    let parts = try #require(summary["missing_parts"] as? [String])
    #expect(parts.contains("left"), "the left half is never seen: \(parts)")
    #expect(!parts.contains("right"), "the left half is never seen: \(parts)")
    #expect(outcome.text.contains("Nie gesehene Marker"))
    #expect(outcome.text.contains("Hinweis: Finger weg"))
    #expect(summary["ended"] as? String == "scanning")

    let page = try String(contentsOf: workspace.output.appendingPathComponent("feedback.html"), encoding: .utf8)
    #expect(page.contains("<html lang=\"de\">"))
    #expect(causes.allSatisfy { page.contains($0.1) })
    let table = try #require(page.range(of: "<tbody>"))
    #expect(page[table.upperBound...].components(separatedBy: "<tr>").count == lines.count + 1)
    #expect(page.components(separatedBy: "\"jpeg\":\"/9j/").count == 151, "a picture is a JPEG")
    #expect(page.utf8.count < 3_000_000)

    let ahap = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: haptics)) as? [String: Any])
    let pattern = try #require(ahap["Pattern"] as? [[String: [String: Any]]])
    let on = lines.filter { $0.event == "vibration_on" }.map(\.time)
    #expect(pattern.map { $0["Event"]!["Time"] as! Double }.elementsEqual(on) { abs($0 - $1) < 1e-3 })
  }

  @Test func theSameRecordingIsToldTheSame() throws {
    let recording = try SampleRecording.glimpse.get()
    let (first, second) = (try Workspace(), try Workspace())
    for workspace in [first, second] {
      let outcome = try Command.run("replay", recording.path, "--output", workspace.output.path, "--json")
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      #expect(outcome.stderr.isEmpty, Comment(rawValue: outcome.narration))
      #expect(try ResultFile(outcome.stdout)["schema"] as? String == "calvaria/feedback/1")
      #expect(try workspace.leftBehind == ["out"])
    }
    for name in ["feedback.jsonl", "timeline.csv", "summary.json", "feedback.html"] {
      let data = try [first, second].map { try Data(contentsOf: $0.output.appendingPathComponent(name)) }
      #expect(data[0] == data[1], "\(name)")
      #expect(!data[0].isEmpty, "\(name)")
    }
  }

  @Test func hostileNamesOfFramesStayInTheirField() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    for list in ["rgb.txt", "depth.txt"] { try workspace.remove(list) }
    let count = try workspace.images("rgb").count
    for folder in ["rgb", "depth"] {
      for (i, path) in try workspace.images(folder).enumerated() {
        let image = workspace.recording.appendingPathComponent(path)
        let name = "=cmd|'x', \n\"\(1000 + i)." + image.pathExtension
        try FileManager.default.moveItem(
          at: image, to: workspace.recording.appendingPathComponent(folder).appendingPathComponent(name))
      }
    }
    let outcome = try Command.run("replay", workspace.recording.path, "--output", workspace.output.path)
    try #require(outcome.status == 0, Comment(rawValue: outcome.narration))
    let text = try String(contentsOf: workspace.output.appendingPathComponent("timeline.csv"), encoding: .utf8)
    let rows = text.components(separatedBy: "\r\n").dropFirst().dropLast()
    #expect(rows.count == count)
    for (i, row) in rows.enumerated() {
      let field = "\(i),\"'=cmd|'x', \n\"\"\(1000 + i)\","
      #expect(row.hasPrefix(field))
      #expect(row.dropFirst(field.count).split(separator: ",", omittingEmptySubsequences: false).count == 11)
    }
  }

  @Test func aThermalLogBesideTheRecordingIsHeard() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.write("thermal.txt", "# of the phone\n0 critical\n")
    let outcome = try Command.run(
      "replay", workspace.recording.path, "--output", workspace.output.path, "--realtime")
    #expect(outcome.status == 0)
    #expect(outcome.narration.contains("Point the phone at the cap"))
    #expect(try lines(workspace.output).contains { $0.event == "alert" && $0.cause == "heat" })
    try workspace.write("thermal.txt", "0 boiling\n")
    try Command.run("replay", workspace.recording.path, "--output", workspace.output.path, "--force")
      .expectFailure(65, says: ["thermal.txt, line 1", "`0 boiling`"])
  }
}

/// A scan that goes wrong in known ways, with the times at which it does by its truth alone.
///
/// Half the head is never seen; the camera comes too close, a hand covers it, it is shaken, and it goes too far.
struct SteeredRecording {
  let url: URL
  private let truth: Truth
  /// Seconds since the first frame.
  let times: [Double]

  /// Made once for all tests: 7.7 s at thirty frames a second.
  static let script = Result {
    var options = PhantomOptions(preset: .half)
    (options.frames, options.duration, options.jitter, options.seed) = (232, 7.7, 0.5, 4)
    (options.sensor.raysPerPixel, options.truthSubdivisions) = (3, 3)
    options.faults = [
      PhantomFault(.close, at: 0.8, amount: 1.8), PhantomFault(.occlusion, at: 3.2, amount: 500),
      PhantomFault(.shake, at: 4.4, amount: 0.9), PhantomFault(.far, at: 5.8, amount: 1.6),
    ]
    atexit { try? FileManager.default.removeItem(at: SteeredRecording.place) }
    let workers = Workers(count: 2)
    try PhantomWriter(PhantomRecording(options, workers: workers)).write(to: place, workers: workers)
    return try SteeredRecording(place)
  }

  private static let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-steered-\(ProcessInfo.processInfo.processIdentifier)")

  private struct Truth: Decodable {
    struct Marker: Decodable {
      let centre: [Double]
      let rotation: [[Double]]

      enum CodingKeys: String, CodingKey {
        case centre
        case rotation = "R"
      }
    }
    struct Fault: Decodable {
      let name: String
      let startS, endS: Double?
    }
    let headFromCamera: [[[Double]]]
    let markers: [String: Marker]
    let faults: [Fault]
    let intrinsicMatrix: [Double]
  }

  private init(_ url: URL) throws {
    self.url = url
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    truth = try decoder.decode(Truth.self, from: Data(contentsOf: url.appendingPathComponent("truth.json")))
    let list = try String(contentsOf: url.appendingPathComponent("rgb.txt"), encoding: .utf8)
    let stamps = list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { Double($0.split(separator: " ")[0])! }
    times = stamps.map { $0 - stamps[0] }
  }

  /// When a fault begins and ends.
  func interval(_ fault: PhantomFault.Kind) -> ClosedRange<Double>? {
    truth.faults.first { $0.name == fault.rawValue }.map { $0.startS!...$0.endS! }
  }

  /// From the first to the last frame in which more than 30 % of the markers that face the camera within its image lie
  /// at such distances along its axis, in metres.
  func interval(distances: Range<Double>) -> ClosedRange<Double>? {
    let matching = times.indices.filter { frame in
      let known = self.distances(frame)
      return Double(known.count { distances.contains($0) }) > 0.3 * Double(known.count)
    }
    return matching.first.map { times[$0]...times[matching.last!] }
  }

  /// The distances of the markers that can be seen in a frame.
  private func distances(_ frame: Int) -> [Double] {
    let pose = truth.headFromCamera[frame]
    let column = { (k: Int) in Vector3(pose[0][k], pose[1][k], pose[2][k]) }
    let (x, y, z, eye) = (column(0), column(1), column(2), column(3))
    return truth.markers.values.compactMap { marker in
      let centre = Vector3(marker.centre[0], marker.centre[1], marker.centre[2])
      let normal = Vector3(marker.rotation[0][2], marker.rotation[1][2], marker.rotation[2][2])
      let toward = centre - eye
      let depth = toward.dot(z)
      let k = truth.intrinsicMatrix
      let pixel = Vector2(k[0] * toward.dot(x) / depth + k[6], k[4] * toward.dot(y) / depth + k[7])
      let isInView = depth > 0 && (20...620).contains(pixel.x) && (20...460).contains(pixel.y)
      return isInView && -toward.normalized.dot(normal) > 0.5 ? depth / 1000 : nil
    }
  }

  /// The ids that are on the cap.
  var ids: Set<Int> { Set(truth.markers.keys.compactMap { Int($0) }) }
}

/// `replay`: what it refuses, and that it then leaves nothing.
@Suite struct BadReplayTests {
  @Test func aReplayThatFailsLeavesNothing() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let image = try #require(try workspace.images("rgb").last)
    try workspace.write(image, try workspace.read(image).prefix(2000))
    try Command.run("replay", workspace.recording.path, "--output", workspace.output.path)
      .expectFailure(65, says: [image])
    #expect(try workspace.leftBehind.isEmpty)
  }

  @Test func speechThatFailsLeavesNothing() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let program = workspace.file("espeak-ng")
    try Data("#!/bin/sh\nexit 1\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: NSNumber(value: 0o755)], ofItemAtPath: program.path)
    let arguments = ["replay", workspace.recording.path, "--output", workspace.output.path]
    try Running(
      arguments + ["--haptics", workspace.file("o.ahap").path, "--speak", workspace.file("o.wav").path],
      path: program.deletingLastPathComponent().path
    ).outcome().expectFailure(69, says: ["espeak-ng", "in the language en"])
    #expect(try workspace.leftBehind == ["espeak-ng"])
  }

  @Test func badInputIsRefusedBeforeAnythingIsWritten() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let run = { (more: [String]) in
      try Command.run(["replay", workspace.recording.path, "--output", workspace.output.path] + more)
    }
    let own = workspace.file("own.yaml")
    try Data("schema: calvaria/feedback-rules/1\nposition: {lost: 1}\n".utf8).write(to: own)
    try run(["--feedback", own.path]).expectFailure(78, says: ["own.yaml, line 2", "`position.lost`"])
    try run(["--feedback", "/no/such"]).expectFailure(66, says: ["/no/such"])
    try run(["--language", "fr"]).expectFailure(78, says: ["--language", "de, en", "fr"])
    try run(["--layout", own.path]).expectFailure(78, says: ["markers.json"])
    try run(["--haptics", "/proc/no/x.ahap"]).expectFailure(73, says: ["/proc/no/x.ahap"])
    #expect(try run(["--turn", "45"]).status == 64)
    #expect(try run(["--announce", "30"]).status == 64)
    let twice = workspace.file("both").path
    #expect(try run(["--haptics", twice, "--speak", twice]).status == 64)
    try Command.run("replay", "/no/such", "--output", workspace.output.path)
      .expectFailure(66, says: ["/no/such: expected the folder of a recording"])
    let mute = try Running(
      ["replay", workspace.recording.path, "--output", workspace.output.path, "--speak", workspace.file("o.wav").path],
      path: "/nowhere"
    ).outcome()
    mute.expectFailure(69, says: ["espeak-ng", "apt-get install"])
    try workspace.remove("cap.yaml")
    try run([]).expectFailure(66, says: ["cap.yaml", "--cap"])
    #expect(try workspace.leftBehind == ["own.yaml"])
  }
}

/// `replay --task neck`: movements of the neck, guided and counted.
@Suite struct NeckReplayTests {
  private func lines(_ folder: URL) throws -> [[String: Any]] {
    let text = try String(contentsOf: folder.appendingPathComponent("feedback.jsonl"), encoding: .utf8)
    return try text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func repeatsAreCountedAndSaid() throws {
    let recording = try SampleRecording.neck.get()
    let workspace = try Workspace()
    let outcome = try Command.run(
      "replay", recording.path, "--task", "neck", "--movement", "rotation", "--repeats", "1", "--language", "de",
      "--output", workspace.output.path)
    try #require(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("Vollständig"))
    #expect(outcome.text.contains("Rotation, links"))
    let summary = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("summary.json")))
    #expect(summary["schema"] as? String == "calvaria/feedback/neck/1")
    #expect(summary["is_finished"] as? Bool == true)
    let sides = try #require(summary["sides"] as? [[String: Any]])
    #expect(sides.map { $0["side"] as? String } == ["left", "right"])
    for side in sides {
      let ends = try #require(side["ends_degrees"] as? [Double])
      // The truth is 50°. Guidance is no measurement: the axes are those of an assumed view, and the map of the cap is that of a
      // few frames (48.0° and 45.3° here).
      #expect(ends.count == 1 && abs(ends[0] - 50) < 6, "\(side)")
      #expect(side["unsettled"] as? Int == 0)
    }
    #expect((summary["reference"] as? [String: Int])?["torso"] ?? 0 > 25)
    #expect(summary["axes_by"] as? String == "first_view")

    let lines = try lines(workspace.output)
    let said = lines.compactMap { $0["text"] as? String }
    let order = [
      "Geradeaus sehen und stillhalten", "Den Kopf nach links drehen", "Gut, 1", "Jetzt nach rechts", "Gut, 1",
      "Zurück zur Mitte", "Das Drehen ist fertig", "Das war alles, danke",
    ]
    #expect(said.filter { $0 != "Halten" } == order)
    let ends = lines.filter { $0["event"] as? String == "end" }
    #expect(ends.map { $0["cause"] as? String } == ["rotation_left", "rotation_right"])
    // 50° are less than half of the aim of 110°.
    #expect(ends.allSatisfy { $0["light"] as? String == "red" })

    let table = try String(contentsOf: workspace.output.appendingPathComponent("timeline.csv"), encoding: .utf8)
    #expect(table.components(separatedBy: "\r\n").count == 38)
    let page = try String(contentsOf: workspace.output.appendingPathComponent("feedback.html"), encoding: .utf8)
    #expect(page.contains("<html lang=\"de\">"))
    #expect(page.contains("Den Kopf nach links drehen"))
    #expect(page.components(separatedBy: "<figure>").count == 3, "each end has its picture")
  }

  @Test func aMovementThatIsNotMadeIsNotCounted() throws {
    let recording = try SampleRecording.neck.get()
    let workspace = try Workspace()
    let outcome = try Command.run(
      "replay", recording.path, "--task", "neck", "--direction", "lateral", "--json", "--output",
      workspace.output.path)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let summary = try ResultFile(outcome.stdout)
    let sides = try #require(summary["sides"] as? [[String: Any]])
    #expect(sides.allSatisfy { ($0["ends_degrees"] as? [Double])?.isEmpty == true })
    #expect(summary["is_finished"] as? Bool == false)
  }

  @Test func wrongCallsAreRefused() throws {
    let recording = try SampleRecording.neck.get()
    let workspace = try Workspace()
    let call = ["replay", recording.path, "--output", workspace.output.path]
    #expect(try Command.run(call + ["--direction", "rotation"]).status == 64, "without the task")
    #expect(try Command.run(call + ["--task", "neck", "--announce", "50"]).status == 64)
    #expect(try Command.run(call + ["--task", "neck", "--haptics", workspace.file("a.ahap").path]).status == 64)
    #expect(try Command.run(call + ["--task", "neck", "--repeats", "0"]).status == 64)
    #expect(try Command.run(call + ["--task", "foot"]).status == 64)
    #expect(try Command.run(call + ["--task", "neck", "--language", "fr"]).status == 78)
    let rules = workspace.file("own.yaml")
    try Data("schema: calvaria/feedback-rules/1\n".utf8).write(to: rules)
    #expect(try Command.run(call + ["--task", "neck", "--feedback", rules.path]).status == 78)
    #expect(try workspace.leftBehind.contains("out") == false)
  }
}

/// `replay --task` of a limb: a movement of a joint by landmarks, guided and counted.
@Suite struct LimbReplayTests {
  /// A simulated right knee that bends from −4° to 118°, three times, and rests at each end for a second.
  private let knee = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc").path
  private let task = ["--task", "knee", "--side", "right"]

  /// Rules by which a rest of half a second counts.
  private func quick(_ workspace: Workspace) throws -> String {
    let file = SharedMaterial.packageRoot.appendingPathComponent("Datasets/feedback/joint.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let own = workspace.file("quick.yaml")
    try Data(text.replacing("duration_s: 2", with: "duration_s: 0.5").utf8).write(to: own)
    return own.path
  }

  private func rows(_ file: URL) throws -> [[String: String]] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  @Test func heldAnglesAreCountedAndSaid() throws {
    let workspace = try Workspace()
    let outcome = try Command.run(
      ["replay", knee, "--feedback", try quick(workspace), "--repeats", "2", "--language", "de"]
        + ["--output", workspace.output.path] + task)
    try #require(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("Knie, rechts: Flexion  3×"))
    let summary = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("summary.json")))
    #expect(summary["schema"] as? String == "calvaria/feedback/joint/1")
    #expect(summary["joint"] as? String == "knee" && summary["side"] as? String == "right")
    #expect(summary["is_finished"] as? Bool == true && summary["neutral_s"] == nil)
    let sides = try #require(summary["sides"] as? [[String: Any]])
    let ends = try #require(sides.first?["ends_degrees"] as? [Double])
    // The truth is 118°; the mean begins a fifth below it.
    #expect(ends.count == 3 && ends.allSatisfy { $0 > 108 && $0 < 119 }, "\(ends)")
    #expect(sides.first?["lights"] as? [String] == ["green", "green", "green"])

    let log = try String(contentsOf: workspace.output.appendingPathComponent("feedback.jsonl"), encoding: .utf8)
    #expect(log.contains("Das Knie so weit wie möglich beugen und halten") && log.contains(" Grad"))
    #expect(log.components(separatedBy: "\"event\":\"end\"").count == 4)
    let page = try String(contentsOf: workspace.output.appendingPathComponent("feedback.html"), encoding: .utf8)
    #expect(page.contains("<html lang=\"de\">") && page.contains("Knie, rechts: Flexion"))
    #expect(page.contains("calvaria/feedback/joint/1"))
  }

  /// Frame by frame, what is told is what `motion` has before its filters.
  @Test func theTimelineHasTheAnglesOfMotion() throws {
    let workspace = try Workspace()
    let replayed = try Command.run(["replay", knee, "--json", "--output", workspace.output.path] + task)
    #expect(replayed.status == 0, Comment(rawValue: replayed.narration))
    let measured = workspace.file("measured")
    #expect(
      try Command.run(["motion", knee, "--joint", "knee", "--side", "right", "--output", measured.path]).status == 0)
    let told = try rows(workspace.output.appendingPathComponent("timeline.csv"))
    let angles = try rows(measured.appendingPathComponent("angles.csv"))
    #expect(told.count == angles.count && told.count > 100)
    for (a, b) in zip(told, angles) {
      let (degrees, angle) = (try #require(Double(a["angle_deg"] ?? "")), try #require(Double(b["angle_deg"] ?? "")))
      // In space a knee that is nearly straight is read about the axis that bent frames have shown so far.
      #expect(abs(degrees - angle) < 0.5, "\(a["frame"] ?? "")")
    }
  }

  @Test func wrongCallsAreRefused() throws {
    let workspace = try Workspace()
    let call = ["replay", knee, "--output", workspace.output.path]
    for (options, status) in [
      (["--task", "knee"], 64), (["--task", "knee", "--side", "both"], 64), (task + ["--movement", "abduction"], 64),
      (task + ["--movement", "projection"], 64), (task + ["--direction", "rotation"], 64),
      (task + ["--direction", "clockwise"], 64), (task + ["--haptics", workspace.file("a.ahap").path], 64),
      (task + ["--announce", "50"], 64), (task + ["--cap", knee], 64), (task + ["--layout", knee], 64),
      (task + ["--turn", "90"], 64), (task + ["--rate", "30"], 64), (task + ["--language", "fr"], 78),
      (task + ["--flexion", "negative"], 64), (["--side", "right"], 64), (["--rate", "30"], 64),
      (["--pose-model", knee], 64), (["--task", "neck", "--side", "right"], 64),
      (["--task", "neck", "--direction", "clockwise"], 64), (["--task", "neck", "--pose-model", knee], 64),
      (task + ["--feedback", workspace.file("none.yaml").path], 66), (task + ["--pose-model", knee], 65),
    ] {
      let outcome = try Command.run(call + options)
      #expect(outcome.status == status, "\(options): \(outcome.narration)")
    }
    #expect(
      try Command.run(["replay", workspace.file("none").path, "--output", workspace.output.path] + task).status == 66)
    #expect(try workspace.leftBehind.contains("out") == false)
  }
}
