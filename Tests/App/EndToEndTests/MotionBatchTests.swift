import Foundation
import TestSupport
import Testing

/// `motion --study`: a folder of landmarks into a study.
@Suite struct MotionBatchTests {
  let workspace: Workspace
  private let movements = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements")
  private var data: URL { workspace.file("data") }
  private var study: URL { workspace.file("study") }

  init() throws { workspace = try Workspace() }

  private func put(_ content: Data, _ name: String) throws {
    let file = data.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)
  }

  private func sample(_ name: String) throws -> Data { try Data(contentsOf: movements.appendingPathComponent(name)) }

  private func measure(_ more: [String] = [], side: String = "right") throws -> Command.Outcome {
    try Command.run(
      ["motion", data.path, "--joint", "knee", "--side", side, "--view", "lateral", "--study", study.path] + more)
  }

  /// The words of the line on a file.
  private func line(_ file: String, _ outcome: Command.Outcome) throws -> String {
    try String(#require(outcome.text.split(separator: "\n").first { $0.hasPrefix(file + " ") }, "\(outcome.text)"))
  }

  private var results: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: study.appendingPathComponent("motions").path)) ?? [])
      .sorted()
  }

  private func written(_ start: String) throws -> (date: Date, result: ResultFile) {
    let name = try #require(results.first { $0.hasPrefix(start) })
    let file = study.appendingPathComponent("motions/\(name)/motion.json")
    let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
    return (try #require(date), try ResultFile(Data(contentsOf: file)))
  }

  @Test func aFolderIsMeasuredAndOnlyWhatIsNewAgain() throws {
    try put(try sample("knee.trc"), "sub-01/ses-1/knee.trc")
    try put(Data(#"{"age_months": 30, "date": "2026-03-14"}"#.utf8), "sub-01/ses-1/scan.json")
    try put(try sample("knee.c3d"), "sub-02/knee.c3d")
    try put(try sample("knee.trc").prefix(20_000), "sub-03/cut.trc")
    try put(Data("read me".utf8), "README.md")
    let first = try measure()
    #expect(first.status == 2, Comment(rawValue: first.narration))
    #expect(first.text.hasPrefix("2 complete, 0 withheld, 1 failed of 3 files; 0 done before\n"), "\(first.text)")
    #expect(first.narration.contains("1 entry holds no landmarks") && first.narration.contains("README.md"))
    #expect(!first.narration.contains("scan.json"))
    #expect(try line("sub-03/cut.trc", first).contains("failed    motion_file.malformed"))
    #expect(try line("sub-01/ses-1/knee.trc", first).contains("4-0-118"))
    #expect(results.count == 2)
    // The values are those of the file alone.
    let alone = try ResultFile(
      Command.run([
        "motion", movements.appendingPathComponent("knee.trc").path, "--joint", "knee", "--side", "right", "--view",
        "lateral", "--json",
      ]).stdout)
    let knee = try written("sub-01_ses-1_")
    for key in ["values.maximum.degrees", "provenance.inputs.landmarks", "provenance.options.view"] {
      #expect("\(alone[key] ?? "")" == "\(knee.result[key] ?? "–")", "\(key)")
    }
    let table = try Command.run("study", "export", study.path)
    let rows = table.text.split(whereSeparator: \.isNewline)
    #expect(rows.count == 11, Comment(rawValue: table.text))
    let maximum = try #require(rows.first { $0.hasPrefix("01,1,") && $0.contains(",knee_right_flexion_max,") })
    #expect(maximum.contains(",2026-03-14,,,30.00,,") && maximum.contains(",measured,"))

    // Once more: the sound ones stand, the broken one is tried again.
    let again = try measure()
    #expect(again.status == 2)
    #expect(again.text.hasPrefix("2 complete, 0 withheld, 1 failed of 3 files; 2 done before\n"), "\(again.text)")
    #expect(try written("sub-01_ses-1_").date == knee.date)

    // Mended, the broken one is measured; a scan.json that is corrected is taken over.
    try put(try sample("knee.trc"), "sub-03/cut.trc")
    try put(Data(#"{"age_months": 31, "date": "2026-03-14"}"#.utf8), "sub-01/ses-1/scan.json")
    let mended = try measure()
    #expect(mended.status == 0, Comment(rawValue: mended.text))
    #expect(mended.text.hasPrefix("3 complete, 0 withheld, 0 failed of 3 files; 1 done before\n"), "\(mended.text)")
    #expect(try Command.run("study", "export", study.path).text.contains(",31.00,"))
    #expect(try measure().text.hasPrefix("3 complete, 0 withheld, 0 failed of 3 files; 3 done before\n"))
    #expect(try measure(["--force"]).text.hasPrefix("3 complete, 0 withheld, 0 failed of 3 files; 0 done before\n"))
    #expect(
      try measure(["--pose-sd", "2"]).text.hasPrefix("3 complete, 0 withheld, 0 failed of 3 files; 0 done before\n"))

    // What can't be read any more keeps its result, and that is said.
    try put(Data("PathFileType".utf8), "sub-02/knee.c3d")
    let broken = try measure(["--pose-sd", "2"])
    #expect(broken.status == 2)
    #expect(try line("sub-02/knee.c3d", broken).contains("(the result of an earlier run stays in the study)"))
    #expect(results.count == 3)
  }

  /// Another side is another range; what is withheld has its reason, and counts as done.
  @Test func whatIsWithheldHasAReason() throws {
    try put(try sample("knee.trc"), "knee.trc")
    #expect(try measure().status == 0)
    for kept in [0, 1] {
      let left = try measure(["--subject", "P017"], side: "left")
      #expect(left.status == 2)
      #expect(left.text.hasPrefix("0 complete, 1 withheld, 0 failed of 1 file; \(kept) done before\n"), "\(left.text)")
      #expect(try line("knee.trc", left).contains("withheld  motion.other_side"))
    }
    #expect(results.count == 2)
    let german = try measure(["--language", "de"])
    #expect(german.status == 0)
    #expect(
      german.text.hasPrefix("1 vollständig, 0 zurückgehalten, 0 gescheitert von 1 Datei; 1 schon vorher gemessen\n"))
  }

  /// Rules are told from others by what they say, not by the name of their file.
  @Test func changedRulesMeasureAgain() throws {
    try put(try sample("knee.trc"), "knee.trc")
    let rules = workspace.file("rules.yaml")
    let standard = try String(
      contentsOf: SharedMaterial.packageRoot.appendingPathComponent("Datasets/motion/standard.yaml"),
      encoding: .utf8)
    try Data(standard.utf8).write(to: rules)
    #expect(try measure(["--rules", rules.path]).text.contains("0 done before"))
    #expect(try measure(["--rules", rules.path]).text.contains("1 done before"))
    let other = standard.replacing("confidence: 0.3", with: "confidence: 0.4")
    try #require(other != standard)
    try Data(other.utf8).write(to: rules)
    #expect(try measure(["--rules", rules.path]).text.contains("0 done before"))
  }

  /// A folder with a file for each frame is one movement; files of many kinds take the options that they use.
  @Test func framesAreOneMovement() throws {
    for i in 0..<12 {
      let numbers = (0..<25).flatMap { ["\(100 + 10 * $0)", "\(200 + $0 * $0)", "0.9"] }.joined(separator: ",")
      try put(Data("{\"people\":[{\"pose_keypoints_2d\":[\(numbers)]}]}".utf8), "poses/f_\(i)_keypoints.json")
    }
    try put(try sample("knee.trc"), "knee.trc")
    let outcome = try measure(["--rate", "30", "--direction", "clockwise"])
    #expect(outcome.status == 2)
    #expect(try line("poses", outcome).contains("withheld  motion."))
    // A direction is no property of a file: points in space have none.
    #expect(try line("knee.trc", outcome).contains("motion.direction_in_space"))
    #expect(try line("knee.trc", measure(["--rate", "30"])).contains("complete"))
    // The study within the folder, and results of motion, are no input.
    let inner = data.appendingPathComponent("inner").path
    let call = ["motion", data.path, "--joint", "knee", "--side", "right", "--view", "lateral", "--study", inner]
    for _ in 0..<2 { #expect(try Command.run(call).text.contains("of 2 files")) }
  }

  /// A link to the folder is followed; one within it may lead in a circle.
  @Test func linksLeadInNoCircle() throws {
    try put(try sample("knee.trc"), "sub-01/sub-01_ses-2.trc")
    try FileManager.default.createSymbolicLink(at: data.appendingPathComponent("sub-01/loop"), withDestinationURL: data)
    let link = workspace.file("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: data)
    let outcome = try Command.run("motion", link.path, "--joint", "knee", "--side", "right", "--study", study.path)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains(" of 1 file;"))
    #expect(outcome.narration.contains("sub-01/loop"))
    #expect(try #require(results.first).hasPrefix("sub-01_ses-2_scan-knee"), "\(results)")
  }

  /// A neck by landmarks.
  @Test func aNeckIsDoneOnce() throws {
    try put(try sample("knee.trc"), "knee.trc")
    let call = ["motion", data.path, "--joint", "neck", "--study", study.path]
    #expect(try Command.run(call).text.contains("0 failed of 1 file; 0 done before"))
    #expect(try Command.run(call).text.contains("0 failed of 1 file; 1 done before"))
  }

  @Test func wrongCallsAreRefused() throws {
    try measure().expectFailure(66, says: ["data", "found none"])
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try measure().expectFailure(66, says: ["data", "found none"])
    try put(try sample("knee.trc"), "knee.trc")
    for more in [
      ["--output", "x"], ["--json"], ["--pose-model", "m.onnx"], ["--video", "a.mp4"], ["--history", "h"],
      ["--pictures", "p"], ["--recording", "r"],
    ] {
      let refused = try measure(more)
      #expect(refused.status == 64 && refused.lines.count == 3)
      #expect(refused.narration.hasPrefix("error: \(more[0]): is for a single range of motion, not for --study"))
    }
    try measure(["--movement", "abduction"]).expectFailure(64, says: ["abduction"])
    try measure(["--rules", workspace.file("none.yaml").path]).expectFailure(66, says: ["none.yaml"])
    #expect(!FileManager.default.fileExists(atPath: study.path), "nothing is begun")
    // A folder that is no study is left alone.
    try FileManager.default.createDirectory(at: study, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: study.appendingPathComponent("mine.txt"))
    #expect(try measure().status == 73)
    // A scan.json that can't be read fails its file: nobody would know whose it is.
    try put(Data(#"{"subjct": "P017"}"#.utf8), "scan.json")
    try FileManager.default.removeItem(at: study)
    #expect(try line("knee.trc", measure()).contains("subjct"))
  }
}
