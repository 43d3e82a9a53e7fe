import Foundation
import GRDB
import TestSupport
import Testing

/// Ranges of motion in a study: `study add`, the store and the table.
@Suite struct MotionStudyTests {
  let workspace: Workspace
  private let knee = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc").path
  private var study: URL { workspace.file("study") }

  init() throws { workspace = try Workspace() }

  private func measured(_ name: String, _ side: String = "right") throws -> String {
    let folder = workspace.file(name)
    let outcome = try Command.run([
      "motion", knee, "--joint", "knee", "--side", side, "--output", folder.path, "--subject", "P017", "--session",
      name,
      "--date", "2026-03-14",
    ])
    #expect(outcome.status == (side == "right" ? 0 : 2), Comment(rawValue: outcome.narration))
    return folder.path
  }

  /// The rows of the table that name a quantity, by their columns.
  private func rows(_ more: [String] = []) throws -> [[String: Substring]] {
    let table = try Command.run(["study", "export", study.path] + more)
    #expect(table.status == 0, Comment(rawValue: table.narration))
    let lines = table.text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let head = try #require(lines.first).map(String.init)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(head, $0)) }
  }

  @Test func rangesOfMotionHaveRows() throws {
    let added = try Command.run("study", "add", study.path, try measured("a"), try measured("b", "left"))
    #expect(added.status == 0, Comment(rawValue: added.narration))
    #expect(added.text.split(separator: "\n").count == 2, Comment(rawValue: added.narration))
    let all = try rows()
    #expect(all.count == 10)
    let list = try Command.run("study", "list", study.path)
    #expect(list.status == 0, Comment(rawValue: list.text))
    #expect(list.text.contains("2 ranges of motion"), Comment(rawValue: list.text))
    let result = try ResultFile(Data(contentsOf: workspace.file("a/motion.json")))
    let maximum = try #require(all.first { $0["quantity"] == "knee_right_flexion_max" })
    #expect(Double(maximum["value"]!) == result["values.maximum.degrees"] as? Double)
    #expect(Double(maximum["ci_low"]!) == (result["values.maximum.ci95"] as? [Double])?[0])
    #expect(maximum["unit"] == "°")
    #expect(maximum["status"] == "measured")
    #expect(maximum["code"] == "")
    #expect(maximum["subject"] == "P017")
    #expect(maximum["session"] == "a")
    let rules = try #require(result["rules.version"] as? String)
    #expect(maximum["protocol"]! == "standard " + rules)
    let withheld = all.filter { $0["session"] == "b" }
    #expect(withheld.count == 5)
    #expect(withheld.allSatisfy { $0["status"] == "withheld" && $0["value"] == "" })
    #expect(
      withheld.allSatisfy { $0["code"] == "motion.other_side" && $0["quantity"]!.hasPrefix("knee_left_flexion_") })
    #expect(try rows(["--where", "session = 'a'"]).count == 5)
    #expect(try rows(["--where", "kind = 'mesh'"]).isEmpty && rows(["--where", "cvai > 3"]).isEmpty)
    // Made anew from the files alone, the store says the same.
    let before = try rows().map { $0.mapValues(String.init) }
    try FileManager.default.removeItem(at: study.appendingPathComponent("study.sqlite"))
    #expect(try Command.run("study", "rebuild", study.path).status == 0)
    #expect(try rows().map { $0.mapValues(String.init) } == before)
  }

  /// With a `scan.json` that can't be read nobody would know whose it is.
  @Test func aRangeOfMotionOfNobodyIsRefused() throws {
    let folder = try measured("a")
    try Data(#"{"subjct": "P017"}"#.utf8).write(to: workspace.file("a/scan.json"))
    try Command.run("study", "add", study.path, folder).expectFailure(78, says: ["scan.json", "subjct"])
    #expect(!FileManager.default.fileExists(atPath: study.appendingPathComponent("motions").path))
  }

  /// The summary counts ranges by what became of them, and sums up each value over those that were measured alike.
  @Test func reportsCountRangesOfMotion() throws {
    let added = try Command.run(
      "study", "add", study.path, try measured("a"), try measured("b"), try measured("c", "left"))
    #expect(added.status == 0, Comment(rawValue: added.narration))
    let page = workspace.file("study.html")
    let report = try Command.run("study", "report", study.path, "--json", "--output", page.path)
    #expect(report.status == 0, Comment(rawValue: report.narration))
    let summary = try ResultFile(Data(report.text.utf8))
    #expect(summary["motions.ranges"] as? Int == 3)
    #expect(summary["motions.subjects"] as? Int == 1)
    let outcomes = try #require(summary["motions.outcomes"] as? [[String: Any]])
    #expect(outcomes.map { $0["ranges"] as? Int } == [2, 1] && outcomes[1]["code"] as? String == "motion.other_side")
    let quantities = try #require(summary["motions.quantities"] as? [[String: Any]])
    let maximum = try #require(quantities.first { $0["quantity"] as? String == "knee_right_flexion_max" })
    #expect(maximum["ranges"] as? Int == 2)
    #expect(maximum["dimensions"] as? Int == 3)
    #expect(quantities.count == 10)
    let text = try String(contentsOf: page, encoding: .utf8)
    let result = try ResultFile(Data(contentsOf: workspace.file("a/motion.json")))
    let rules = try #require(result["rules.version"] as? String)
    for words in ["Ranges of motion", "knee right, flexion", "in space, rules standard \(rules)"] {
      #expect(text.contains(words), "\(words)")
    }
    // Ranges that a filter leaves out are not counted.
    let none = try Command.run("study", "report", study.path, "--json", "--where", "session = 'z'")
    #expect(none.status == 0, Comment(rawValue: none.narration))
    #expect(!none.text.contains("knee_right"), Comment(rawValue: none.narration))
  }

  /// A neck's rows, and those of a store of the version before: it is brought up to date, and holds what a new one would.
  @Test func aNeckHasRowsAndAnEarlierStoreIsBroughtOn() throws {
    let neck = workspace.file("neck")
    let measured = try Command.run(
      "motion", SampleRecording.neck.get().path, "--joint", "neck", "--effort", "passive", "--output", neck.path,
      "--subject", "P018")
    #expect([0, 2].contains(measured.status), Comment(rawValue: measured.narration))
    #expect(try Command.run("study", "add", study.path, neck.path, try self.measured("a")).status == 0)
    let before = try rows()
    let result = try ResultFile(Data(contentsOf: neck.appendingPathComponent("motion.json")))
    for (quantity, unit, key) in [
      ("neck_rotation_time_left", "s", "time_to_side_s.left"), ("neck_rotation_mean_speed", "°/s", "speed.mean_deg_s"),
    ] {
      let row = before.first { $0["quantity"]! == quantity }
      #expect(row.map { String($0["unit"]!) } == (result[key] == nil ? nil : unit), "\(quantity)")
      if let row { #expect(Double(row["value"]!) == result[key] as? Double) }
    }
    #expect(before.contains { $0["quantity"]!.hasPrefix("neck_rotation_time_") }, "the times at least were told")
    let file = study.appendingPathComponent("study.sqlite").path
    let content = { () -> [String] in
      try DatabaseQueue(path: file).read { db in
        try ["motions", "motion_measurements"].flatMap { table in
          try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\($0)" }
        }
      }
    }
    let today = try content()
    #expect(today.contains { $0.contains("effort:\"passive\"") && $0.contains("neutral:\"rest\"") }, "\(today)")
    // As the version before wrote it.
    let old = try DatabaseQueue(path: file)
    try old.write { db in
      try db.execute(
        sql: """
          ALTER TABLE motions DROP COLUMN effort;
          ALTER TABLE motions DROP COLUMN neutral;
          DELETE FROM motion_measurements WHERE unit <> '°';
          DELETE FROM grdb_migrations WHERE identifier = 'motions: active or passive';
          """)
    }
    try old.close()
    #expect(try content() != today)
    #expect(try rows().map { $0["quantity"]! } == before.map { $0["quantity"]! })
    #expect(try content() == today)
    #expect(try Command.run("study", "rebuild", study.path).status == 0)
    #expect(try content() == today)
  }

  /// A child that leaves the study leaves no range of motion behind.
  @Test func aRangeOfMotionIsRemovedByItsName() throws {
    let added = try Command.run("study", "add", study.path, try measured("a"), try measured("b", "left"))
    let names = added.text.split(separator: "\n").map(String.init)
    try #require(names.count == 2, Comment(rawValue: added.narration))
    try Command.run("study", "remove", study.path, names[0], "sub-09_scan-1").expectFailure(64, says: ["sub-09_scan-1"])
    #expect(try rows().count == 10, "nothing is removed where a name is wrong")
    let removed = try Command.run("study", "remove", study.path, names[0])
    #expect(removed.status == 0)
    #expect(removed.text == "0 scans and 1 range of motion removed: \(names[0])\n")
    let motions = study.appendingPathComponent("motions").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: motions).filter { !$0.hasPrefix(".") } == [names[1]])
    let queue = try DatabaseQueue(path: study.appendingPathComponent("study.sqlite").path)
    let stored = try queue.read { db in
      try ["motions", "motion_measurements"].flatMap {
        try String.fetchAll(db, sql: "SELECT DISTINCT motion FROM \($0)")
      }
    }
    #expect(stored == [names[1], names[1]])
  }

  /// Ctrl-C between two of many: those that were added are told and are in the store.
  @Test func ctrlCKeepsWhatWasAdded() throws {
    let many = [String](repeating: try measured("a"), count: 300)
    let running = try Running(["study", "add", study.path, "--force"] + many)
    let motions = study.appendingPathComponent("motions").path
    let isBegun = {
      (try? FileManager.default.contentsOfDirectory(atPath: motions))?.contains { !$0.hasPrefix(".") } == true
    }
    while running.isRunning, !isBegun() { usleep(500) }
    running.send(SIGINT)
    let outcome = try running.outcome()
    #expect(!outcome.wasKilled)
    #expect(outcome.status == 130, Comment(rawValue: outcome.narration))
    #expect(outcome.narration.hasSuffix("interrupted\n"), Comment(rawValue: outcome.narration))
    #expect((1..<300).contains(outcome.text.split(separator: "\n").count))
    #expect(try rows().count == 5)
  }

  @Test func whatIsChangedOrGoneIsSaid() throws {
    let folder = try measured("a")
    #expect(try Command.run("study", "add", study.path, folder).status == 0)
    let again = try Command.run("study", "add", study.path, folder)
    #expect(again.status == 73)
    #expect(again.narration.contains("--force"))
    #expect(try Command.run("study", "add", study.path, folder, "--force").status == 0)
    try Command.run("study", "add", study.path, workspace.file("none").path).expectFailure(66, says: ["motion.json"])
    let motions = study.appendingPathComponent("motions")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: motions.path).first { !$0.hasPrefix(".") })
    let file = motions.appendingPathComponent(name + "/motion.json")
    try Data("{\"schema\": \"calvaria/motion/1\"}".utf8).write(to: file)
    let table = try Command.run("study", "export", study.path)
    #expect(table.status == 0)
    #expect(table.narration.contains("motions/\(name)"))
    #expect(!table.text.contains("knee_right"))
    try FileManager.default.removeItem(at: motions)
    #expect(try rows().isEmpty)
  }
}
