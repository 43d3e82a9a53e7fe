import Foundation
import Testing

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
