import Files
import Foundation
import GRDB
import TestSupport
import Testing

/// Many scans, good, bad and hostile, by the program as it is called.
@Suite struct BatchTests {
  private static let hostile = ["'; DROP TABLE scans; --", "=cmd()", "../../x", "-1+2", "שלום\u{202E}"]

  @Test func everyScanGetsAnOutcomeOfItsOwn() throws {
    let dataset = try StudyDataset()
    try dataset.addMesh("heads/a.ply")
    try dataset.addMesh("heads/b.ply", scale: 1.02)
    try dataset.addMesh("heads/twin.ply")
    try dataset.addGlimpse("recordings/glimpse")
    try dataset.addGlimpse("recordings/truncated")
    try dataset.addGlimpse("recordings/other-cap")
    let image = try FileManager.default.contentsOfDirectory(
      atPath: dataset.url.appendingPathComponent("recordings/truncated/depth").path
    ).sorted()[0]
    let depth = try dataset.place("recordings/truncated/depth/\(image)")
    try Data(contentsOf: depth).prefix(400).write(to: depth)
    try dataset.write(
      "recordings/other-cap/cap.yaml", "dictionary: DICT_7X7_50\nmarker_size_mm: 16\nthickness_mm: 1\n")
    let paths = ["heads/a.ply", "heads/b.ply", "recordings/glimpse", "recordings/truncated", "recordings/other-cap"]
    let rows = zip(paths, Self.hostile).map {
      "\($0),\"\($1.replacing("\"", with: "\"\""))\",\($0.hasPrefix("heads") ? $0.dropLast(3) + "landmarks.json" : "")"
    }
    try dataset.write(
      "scans.csv",
      (["path,subject,landmarks"] + rows + ["heads/twin.ply,twin,", "../outside,out,"]).joined(separator: "\n"))

    // A mesh that a copy cut short is found before anything is measured.
    let cut = try dataset.place("cut.ply")
    let whole = try Data(contentsOf: dataset.url.appendingPathComponent("heads/a.ply"))
    try whole.prefix(whole.count - 5000).write(to: cut)
    let meshes = dataset.url.appendingPathComponent("meshes.csv")
    try Data("path,subject\ncut.ply,1\nheads/a.ply,2\n".utf8).write(to: meshes)
    let found = try Command.run("study", "check", meshes.path, "--json")
    #expect(found.status == 2, Comment(rawValue: found.text))
    #expect(found.text.contains("mesh_file.truncated"), Comment(rawValue: found.text))
    let check = try Command.run("study", "check", dataset.url.path, "--json")
    #expect(check.status == 2, Comment(rawValue: check.narration))
    #expect(check.text.contains("dataset.twin"))
    #expect(check.text.contains("dataset.outside"))
    let run = try Command.run(dataset.batch("--voxel-mm", "2"))
    #expect(run.status == 2, Comment(rawValue: run.narration))
    #expect(try run.narration.contains(Regex("[1-9][0-9]* scans an hour")), Comment(rawValue: run.narration))
    #expect(run.text.hasPrefix("2 complete, 2 withheld, 3 failed of 7 scans\n"), Comment(rawValue: run.text))
    let list = try Command.run("study", "list", dataset.study.path, "--json")
    let scans = try #require(JSONSerialization.jsonObject(with: list.stdout) as? [[String: Any]])
    let codes = Dictionary(uniqueKeysWithValues: scans.map { ($0["subject"] as? String, $0["code"] as? String) })
    #expect(codes[Self.hostile[0]] == .some(nil) && codes[Self.hostile[1]] == .some(nil), "\(codes)")
    #expect(codes["twin"] == "dataset.twin")
    #expect(codes["out"] == "dataset.outside")
    #expect(codes[Self.hostile[3]] == "recording.bad_frame" || codes[Self.hostile[3]] == "image.unreadable", "\(codes)")
    #expect(codes[Self.hostile[4]]??.hasPrefix("detection.") == true, "\(codes)")
    let table = try dataset.table()
    #expect(table.contains("'=cmd(),"))
    #expect(table.contains("'-1+2,"))
    #expect(table.contains("'; DROP TABLE scans; --,"))
    for line in table.split(separator: "\r\n") { #expect(!"=+-@\t".contains(line.first ?? "x"), "\(line)") }
    let names = try FileManager.default.contentsOfDirectory(atPath: dataset.study.appendingPathComponent("scans").path)
    #expect(names.count == 7)
    #expect(names.allSatisfy { !$0.contains("..") && !$0.contains("/") })
    let filtered = try Command.run(
      "study", "list", dataset.study.path, "--json", "--where", "subject = '''; DROP TABLE scans; --'")
    #expect(filtered.text.contains("DROP TABLE"))
    #expect(filtered.status == 0)

    // Once more: nothing is done again, and another table is no other.
    let before = try scans.map { try dataset.time($0["scan"] as? String ?? "") }
    let again = try Command.run(dataset.batch("--jobs", "2", "--voxel-mm", "2"))
    #expect(again.text == run.text, Comment(rawValue: again.narration))
    #expect(again.lines.isEmpty, Comment(rawValue: again.narration))
    #expect(try scans.map { try dataset.time($0["scan"] as? String ?? "") } == before)
    #expect(try dataset.table() == table)

    // What differs is done again, and only that.
    try dataset.addMesh("heads/b.ply", scale: 1.03)
    let changed = try Command.run(dataset.batch("--voxel-mm", "2"))
    #expect(changed.lines.count == 1, Comment(rawValue: changed.narration))
    #expect(changed.narration.contains("complete"), Comment(rawValue: changed.narration))
    let plan = try Command.run(dataset.batch("--voxel-mm", "2", "--retry-failed", "--dry-run", "--json"))
    #expect(plan.status == 0, Comment(rawValue: plan.text))
    #expect(plan.text.matches(of: /"plan" : "retry"/).count == 3, Comment(rawValue: plan.text))
  }

  /// Norms and groups stand beside the measures of children whose age and sex are stated; the others are measured without.
  @Test func normsAndGroupsOfABatch() throws {
    let dataset = try StudyDataset()
    try dataset.addMesh("a.ply")
    try dataset.addMesh("b.ply", scale: 1.02)
    try dataset.write("scans.csv", "path,subject,age_months,sex\na.ply,1,3.5,male\nb.ply,2,,\n")
    let norms = dataset.beside("own.yaml")
    let table = """
      {schema: calvaria/norms/1, name: own, version: "1", title: t, source: s, licence: l, measure: circumference, unit: mm,
      level: three_tenths, male: [[0, 1, 350, 0.03], [6, 1, 430, 0.03]]}
      """
    try Data(table.utf8).write(to: norms)
    let words = dataset.batch("--norms", norms.path, "--reference", "miyabayashi-2022")
    #expect(try Command.run(words).status == 0)
    let results = try ["1", "2"].map { subject in
      let folders = try FileManager.default.contentsOfDirectory(
        at: dataset.study.appendingPathComponent("scans"), includingPropertiesForKeys: nil)
      let files = folders.map { $0.appendingPathComponent("result/result.json") }
      return try #require(
        try files.map { try ResultFile(Data(contentsOf: $0)) }.first { $0["scan.subject"] as? String == subject })
    }
    #expect(results[0]["norm.table"] as? String == "own")
    #expect(results[0]["norm.z"] as? Double != nil)
    let inputs = try #require(results[0]["provenance.inputs"] as? [String: Any])
    #expect(inputs["norms"] as? String == Checksum.sha256(Data(table.utf8)))
    #expect((results[0]["references"] as? [[String: Any]])?.isEmpty == false)
    #expect(results[1]["norm"] == nil && results[1]["references"] == nil)
    // Other groups are another result, the same ones are none.
    #expect(try Command.run(words).lines.isEmpty)
    #expect(try Command.run(dataset.batch("--norms", norms.path)).narration.contains("2 of 2: "))
    #expect(try Command.run(dataset.batch("--reference", "nobody")).status == 66)
  }

  /// Codes that would be commands, paths, formulas or floods elsewhere are texts in the store, the tables, the page and the
  /// names of files.
  @Test func hostileCodesStayTexts() throws {
    let dataset = try StudyDataset()
    let codes =
      Self.hostile + [#"=HYPERLINK("x","y")"#, "<script>alert(1)</script>", String(repeating: "x", count: 10_000)]
    for index in codes.indices { try dataset.addMesh("heads/\(index).ply", scale: 1 + 0.01 * Double(index)) }
    let list = codes.enumerated().map { index, code in
      "heads/\(index).ply,\"\(code.replacing("\"", with: "\"\""))\",heads/\(index).landmarks.json"
    }
    try dataset.write("scans.csv", (["path,subject,landmarks"] + list).joined(separator: "\n"))
    let run = try Command.run(dataset.batch("--jobs", "2"))
    #expect(run.status == 0, Comment(rawValue: run.text + run.narration))
    let queue = try DatabaseQueue(path: dataset.study.appendingPathComponent("study.sqlite").path)
    #expect(Set(try queue.read { try String.fetchAll($0, sql: "SELECT subject FROM scans") }) == Set(codes))
    let rows = Self.rows(try dataset.table())
    let width = try #require(rows.first).count
    for row in rows {
      #expect(row.count == width, "\(row.map { $0.prefix(30) })")
      for cell in row { #expect(!Self.isFormula(cell), "\(cell.prefix(60))") }
    }
    #expect(Set(rows.dropFirst().map { $0[0].replacing(/^'(?='*[=+\-@\t\r\n])/, with: "") }) == Set(codes))
    #expect(try Command.run("study", "report", dataset.study.path).status == 0)
    let page = try String(contentsOf: dataset.study.appendingPathComponent("report.html"), encoding: .utf8)
    #expect(!page.contains("<script") && !page.contains("\u{202E}") && !page.contains(codes.last!))
    let names = try FileManager.default.contentsOfDirectory(atPath: dataset.study.appendingPathComponent("scans").path)
    #expect(names.count == codes.count)
    for name in names { #expect(name.wholeMatch(of: /[A-Za-z0-9_-]{1,200}/) != nil, "\(name)") }
    let outside = try FileManager.default.contentsOfDirectory(atPath: dataset.url.deletingLastPathComponent().path)
    #expect(outside.sorted() == ["dataset", "study"])
  }

  /// The cells of a table as RFC 4180 has them.
  private static func rows(_ table: String) -> [[String]] {
    var (rows, row, cell, isQuoted) = ([[String]](), [String](), String.UnicodeScalarView(), false)
    var rest = Substring(table).unicodeScalars
    while let next = rest.popFirst() {
      switch next {
      case "\"" where isQuoted && rest.first == "\"": cell.append(rest.removeFirst())
      case "\"": isQuoted.toggle()
      case "\r" where !isQuoted: continue
      case ",", "\n":
        guard !isQuoted else {
          cell.append(next)
          continue
        }
        row.append(String(cell))
        cell.removeAll()
        guard next == "\n" else { continue }
        rows.append(row)
        row = []
      default: cell.append(next)
      }
    }
    return rows
  }

  /// Whether a spreadsheet would compute a cell: it begins as a formula does and is no plain number.
  private static func isFormula(_ cell: String) -> Bool {
    guard let first = cell.unicodeScalars.first, "=+-@\t\r\n".unicodeScalars.contains(first) else { return false }
    return Double(cell) == nil
  }

  @Test func limitsHoldForOneScanAlone() throws {
    let dataset = try StudyDataset()
    try dataset.addGlimpse("sub-01/scan-1")
    try dataset.addMesh("sub-02/scan-1.ply")
    #expect(try Command.run(dataset.batch("--dry-run")).text.matches(of: /will be measured/).count == 2)
    #expect(!FileManager.default.fileExists(atPath: dataset.study.path), "a plan leaves nothing")
    let slow = try Command.run(dataset.batch("--scan", "sub-01_scan-1", "--time-limit", "0.05"))
    #expect(slow.status == 2, Comment(rawValue: slow.narration))
    #expect(slow.text.contains("batch.time_limit"), Comment(rawValue: slow.narration))
    let small = try Command.run(dataset.batch("--scan", "sub-01_scan-1", "--retry-failed", "--memory-limit", "30"))
    #expect(small.status == 2, Comment(rawValue: small.narration))
    #expect(small.text.contains("batch.memory_limit"), Comment(rawValue: small.narration))
    #expect(try dataset.outcome("sub-01_scan-1")["status"] as? String == "failed")
    // What failed stays so until it is asked for again.
    #expect(try Command.run(dataset.batch()).text.contains("1 complete, 0 withheld, 1 failed of 2"))
    let healed = try Command.run(dataset.batch("--retry-failed", "--time-limit", "200", "--memory-limit", "4000"))
    #expect(healed.text.contains("1 complete, 1 withheld, 0 failed of 2"), Comment(rawValue: healed.text))
    #expect((try dataset.outcome("sub-01_scan-1")["peak_memory_mb"] as? Double ?? 0) > 30)
  }

  @Test func aKilledBatchIsContinuedWithoutLoss() throws {
    let dataset = try StudyDataset()
    for index in 1...5 { try dataset.addMesh("sub-0\(index)/scan-1.ply", scale: 1 + 0.01 * Double(index)) }
    let undisturbed = dataset.beside("undisturbed")
    #expect(try Command.run(dataset.batch(to: undisturbed)).status == 0)
    var kills = 0
    var told: Set<String> = []
    for round in 0..<6 {
      let running = try Running(dataset.batch("--jobs", "2"))
      usleep(UInt32.random(in: 100_000...1_200_000))
      running.send(SIGKILL)
      let outcome = try running.outcome()
      if outcome.wasKilled { kills += 1 }
      // What was told to be done is in the store, and stays there.
      told.formUnion(outcome.narration.matches(of: /sub-0[0-9]_scan-1/).map { String($0.output) })
      guard FileManager.default.fileExists(atPath: dataset.study.appendingPathComponent("study.sqlite").path) else {
        continue
      }
      let (integrity, stored) = try dataset.stored()
      #expect(integrity == "ok", "round \(round): \(integrity) \(told) \(stored)")
      #expect(told.isSubset(of: stored), "round \(round): \(integrity) \(told) \(stored)")
    }
    #expect(kills > 0)
    let last = try Command.run(dataset.batch("--jobs", "2"))
    #expect(last.status == 0, Comment(rawValue: last.narration))
    #expect(try dataset.table() == dataset.table(of: undisturbed))
    #expect(try Command.run("study", "rebuild", dataset.study.path).text == "5 scans stored\n")
    #expect(try dataset.table() == dataset.table(of: undisturbed))
    let left = FileManager.default.enumerator(atPath: dataset.study.path)?.allObjects as? [String] ?? []
    #expect(!left.contains { $0.contains(".partial-") }, "\(left)")
  }

  /// A scan whose batch was killed does not go on unseen.
  @Test func scansEndWithTheirBatch() throws {
    let dataset = try StudyDataset()
    try FileManager.default.copyItem(at: SampleRecording.whole.get(), to: dataset.place("sub-01/scan-1"))
    let running = try Running(dataset.batch())
    let child = try awaited { Self.children(of: running.processIdentifier).first }
    running.send(SIGKILL)
    #expect(try running.outcome().wasKilled)
    try awaited {
      let status = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
      return status.map { $0.contains("State:\tZ") || $0.contains("State:\tX") } ?? true ? () : nil
    }
  }

  @Test func ctrlCEndsABatchCleanly() throws {
    let dataset = try StudyDataset()
    try FileManager.default.copyItem(at: SampleRecording.whole.get(), to: dataset.place("sub-01/scan-1"))
    let running = try Running(dataset.batch())
    while Self.children(of: running.processIdentifier).isEmpty, running.isRunning { usleep(10_000) }
    running.send(SIGINT)
    let outcome = try running.outcome()
    #expect(!outcome.wasKilled)
    #expect(outcome.status == 130)
    #expect(outcome.stdout.isEmpty)
    #expect(outcome.narration == "interrupted\n", Comment(rawValue: outcome.narration))
    let left = FileManager.default.enumerator(atPath: dataset.study.path)?.allObjects as? [String] ?? []
    #expect(!left.contains { $0.contains(".partial-") || $0.hasSuffix("outcome.json") }, "\(left)")
  }

  @Test func twoBatchesShareOneStudy() throws {
    let dataset = try StudyDataset()
    for index in 1...4 { try dataset.addMesh("sub-0\(index)/scan-1.ply", scale: 1 + 0.01 * Double(index)) }
    let both = [try Running(dataset.batch()), try Running(dataset.batch())]
    let outcomes = try both.map { try $0.outcome() }
    for outcome in outcomes {
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      #expect(outcome.text.hasPrefix("4 complete"), Comment(rawValue: outcome.narration))
    }
    // Each scan was done by one of the two.
    let told = outcomes.map { $0.narration.matches(of: /[0-9]+ of 4:/).count }
    #expect(told.reduce(0, +) == 4, "\(outcomes.map(\.narration))")
  }

  @Test func surfacesAreMeasuredByAnotherProtocolBesideTheFirst() throws {
    let dataset = try StudyDataset()
    try dataset.addMesh("sub-01/scan-1.ply")
    try dataset.addMesh("sub-02/scan-1.ply", scale: 1.05, hasLandmarks: false)
    let run = try Command.run(dataset.batch("--no-automatic-landmarks"))
    #expect(run.status == 2, Comment(rawValue: run.narration))
    #expect(run.text.contains("batch.to_pick"), Comment(rawValue: run.narration))
    #expect(try Command.run("study", "list", dataset.study.path, "--to-pick").text.contains("sub-02_scan-1"))
    let again = try Command.run("study", "remeasure", dataset.study.path, "--protocol", "longest-section")
    #expect(again.status == 0, Comment(rawValue: again.text + again.narration))
    #expect(again.text.contains("1 measured"), Comment(rawValue: again.text + again.narration))
    let shown = try Command.run("study", "show", dataset.study.path, "sub-01_scan-1").text
    #expect(shown.contains("calvaria-default"))
    #expect(shown.contains("longest-section"))
    let other = try Command.run("study", "export", dataset.study.path, "--protocol", "longest-section", "--wide")
    #expect(other.text.contains("longest-section"))
    #expect(!other.text.contains("calvaria-default"))
    // Repeating the call passes over the scans that are measured already; both protocols stand in one table.
    let resumed = try Command.run("study", "remeasure", dataset.study.path, "--protocol", "longest-section")
    #expect(resumed.status == 0)
    #expect(resumed.text.contains("1 measured"))
    #expect(resumed.text.contains("1 already done"))
    #expect(again.narration.contains("sub-01_scan-1 complete"))
    #expect(!resumed.narration.contains("sub-01_scan-1"))
    let both = try Command.run("study", "export", dataset.study.path, "--all-protocols").text
    let lines = both.split(separator: "\r\n").filter { $0.contains(",sub-01_scan-1,") && $0.contains(",cvai,") }
    #expect(lines.count == 2 && lines[0].contains("calvaria-default") && lines[1].contains("longest-section"))
    let confused = ["study", "export", dataset.study.path, "--all-protocols", "--protocol", "longest-section"]
    #expect(try Command.run(confused).status == 64)
    // Landmarks that are picked for the study have their scan done again, and only that.
    let picked = dataset.study.appendingPathComponent("scans/sub-02_scan-1/landmarks.json")
    try Data(
      """
      {"landmarks": {"sellion": {"point_mm": [0, 78.75, 0]}, "tragion_left": {"point_mm": [-63, 0, 0]},
        "tragion_right": {"point_mm": [63, 0, 0]}}}
      """.utf8
    ).write(to: picked)
    let more = try Command.run(dataset.batch("--no-automatic-landmarks"))
    #expect(more.status == 0, Comment(rawValue: more.text + more.narration))
    #expect(more.lines.count == 1, Comment(rawValue: more.text + more.narration))
    #expect(!(try Command.run("study", "list", dataset.study.path, "--to-pick").text.contains("sub-02_scan-1")))
    // By the protocol of the batch the same surface gives the same measures.
    let same = try Command.run("study", "remeasure", dataset.study.path, "--protocol", "calvaria-default")
    #expect(same.status == 0)
    let rows = try Command.run("study", "show", dataset.study.path, "sub-01_scan-1", "--json")
    let measurements = try #require(try ResultFile(rows.stdout)["measurements"] as? [[String: Any]])
    var compared = 0
    for first in measurements where first["origin"] as? String == "batch" {
      let second = measurements.first {
        $0["origin"] as? String == "remeasured" && $0["quantity"] as? String == first["quantity"] as? String
          && $0["protocol"] as? String == first["protocol"] as? String
      }
      guard let a = first["value"] as? Double, let b = second?["value"] as? Double else { continue }
      #expect(abs(a - b) < 0.02, "\(first) \(second ?? [:])")
      compared += 1
    }
    #expect(compared > 10)
  }

  /// What was measured by another protocol stands as long as the options, the surface and the program are the same.
  @Test func whatHasChangedIsMeasuredAgainByAnotherProtocol() throws {
    let dataset = try StudyDataset()
    try dataset.addMesh("sub-01/scan-1.ply")
    #expect(try Command.run(dataset.batch()).status == 0)
    let remeasure = { (more: [String]) throws -> Bool in
      let outcome = try Command.run(
        ["study", "remeasure", dataset.study.path, "--protocol", "longest-section"] + more)
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      #expect(outcome.text.contains("1 measured"), Comment(rawValue: outcome.narration))
      return !outcome.text.contains("already done")
    }
    #expect(try remeasure([]) && !remeasure([]))
    // Other options, and then the first ones again.
    let options = dataset.beside("options.json")
    try Data(#"{"analysis": {"intervals": {"surface_deviation_m": 0.003}}}"#.utf8).write(to: options)
    let other = ["--options", options.path]
    #expect(try remeasure(other) && !remeasure(other) && remeasure([]))
    // A file that another version of the program left.
    let folder = dataset.study.appendingPathComponent("scans/sub-01_scan-1/remeasured")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    let file = folder.appendingPathComponent(name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let version = try #require(try ResultFile(Data(text.utf8))["provenance.version"] as? String)
    let earlier = text.replacing("\"\(version)\"", with: "\"\(version)-earlier\"")
    #expect(earlier != text)
    try Data(earlier.utf8).write(to: file)
    #expect(try remeasure([]) && !remeasure([]))
    // A result that a later batch put in the place of the one whose surface was measured.
    try dataset.addMesh("sub-01/scan-1.ply", scale: 1.03)
    #expect(try Command.run(dataset.batch()).status == 0)
    #expect(try remeasure([]) && !remeasure([]))
  }

  /// The file of a job says nothing to a program that no batch has started for it.
  @Test func aJobByHandIsToldWhatToCall() throws {
    let dataset = try StudyDataset()
    try dataset.write("job.json", "{}")
    let file = dataset.url.appendingPathComponent("job.json").path
    try Command.run("job", file).expectFailure(64, says: ["found a call by hand", "calvaria reconstruct"])
    // With a pipe, as a batch starts it, it looks at the file.
    let lifeline = Pipe()
    try Running(["job", file], standardInput: lifeline.fileHandleForReading).outcome()
      .expectFailure(64, says: ["found something else"])
    try lifeline.fileHandleForWriting.close()
  }

  @Test func wrongCallsAreToldApart() throws {
    let dataset = try StudyDataset()
    #expect(try Command.run(dataset.batch()).status == 65, "no scans")
    #expect(try Command.run("batch", "/nowhere", "--output", dataset.study.path).status == 66)
    #expect(try Command.run("study", "list", dataset.url.path).status == 66)
    try dataset.addMesh("sub-01/scan-1.ply")
    #expect(try Command.run(dataset.batch("--scan", "sub-99_scan-1")).status == 64)
    #expect(try Command.run(dataset.batch("--protocol", "nonsense")).status == 66)
    #expect(try Command.run("batch", dataset.url.path, "--output", dataset.url.path).status == 73)
    #expect(try Command.run(dataset.batch("--no-store")).status == 0)
    #expect(try Command.run("study", "list", dataset.study.path).status == 66)
    #expect(try Command.run("study", "rebuild", dataset.study.path).status == 0)
    #expect(try Command.run("study", "list", dataset.study.path, "--where", "cvai >").status == 64)
    #expect(try Command.run("study", "show", dataset.study.path, "../x").status == 64)
  }

  /// The programs that a program has started.
  private static func children(of process: Int32) -> [Int32] {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return tasks.flatMap { task in
      ((try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)) ?? "")
        .split(separator: " ").compactMap { Int32($0) }
    }
  }
}
