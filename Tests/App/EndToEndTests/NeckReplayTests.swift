import Foundation
import Testing

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
