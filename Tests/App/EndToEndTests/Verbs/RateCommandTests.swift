import Foundation
import Testing

/// `rate`: the operator's form beside a result.
@Suite struct RateTests {
  let workspace: Workspace
  private let file: URL
  private static let answers = [
    "--set", "overall=4", "--set", "cap_fit=good", "--set", "infant=crying", "--set", "markers_fallen_off=2",
  ]

  init() throws {
    workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.output, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: try SampleRecording.result.get().appendingPathComponent("result.json"),
      to: workspace.output.appendingPathComponent("result.json"))
    file = workspace.output.appendingPathComponent("rating.json")
  }

  private var files: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: workspace.output.path).sorted() }
  }

  private func rate(_ arguments: [String]) throws -> Command.Outcome {
    try Command.run(["rate", workspace.output.path] + arguments)
  }

  /// By another program.
  private func digest(_ input: URL) throws -> String {
    let sum = workspace.file("sum")
    let process = try Process.run(
      URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "sha256sum < \"$0\" > \"$1\"", input.path, sum.path])
    process.waitUntilExit()
    return String(decoding: try Data(contentsOf: sum).prefix(64), as: UTF8.self)
  }

  @Test func optionsGiveAFileThatNamesItsResult() throws {
    let outcome = try rate(Self.answers + ["--set", "remarks=Held by the father = fine"])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.narration.hasPrefix("written to "), Comment(rawValue: outcome.narration))
    #expect(outcome.text.hasPrefix("overall             4\ncap_fit             good\n"))
    let rating = try ResultFile(Data(contentsOf: file))
    #expect(rating["schema"] as? String == "calvaria/rating/1")
    #expect(rating["form.name"] as? String == "standard")
    #expect(rating["answers.overall"] as? Int == 4)
    #expect(rating["answers.infant"] as? String == "crying")
    #expect(rating["answers.remarks"] as? String == "Held by the father = fine")
    #expect(rating["result.sha256"] as? String == (try digest(workspace.output.appendingPathComponent("result.json"))))

    try rate(Self.answers).expectFailure(73, says: ["rating.json: expected a result that is not rated yet", "--force"])
    let again = try Command.run(
      ["rate", workspace.output.appendingPathComponent("result.json").path, "--force", "--json"] + Self.answers)
    #expect(again.status == 0)
    #expect(again.stderr.isEmpty)
    #expect(try Data(contentsOf: file) == again.stdout)
    #expect(try ResultFile(again.stdout)["answers.remarks"] == nil)
    #expect(try files == ["rating.json", "result.json"])
    // Work by hand is not thrown away with a result; it is said that it rates another one.
    let rated = try Data(contentsOf: file)
    let renewal = ["reconstruct", try SampleRecording.glimpse.get().path, "-o", workspace.output.path, "--force"]
    let same = try Command.run(renewal)
    #expect(same.status == 2)
    #expect(!same.narration.contains("rates the earlier result"))
    let renewed = try Command.run(renewal + ["--voxel-mm", "2"])
    #expect(renewed.status == 2)
    #expect(renewed.narration.contains("rating.json rates the earlier result"))
    #expect(try Data(contentsOf: file) == rated && files.count == 10)
  }

  @Test func whatIsWrongIsSaidAndNothingIsWritten() throws {
    try rate(["--set", "overall=6"] + Self.answers.dropFirst(2)).expectFailure(
      64, says: ["overall: expected a whole number from 1 to 5, found \"6\""])
    try rate(["--set", "overall=6"]).expectFailure(64, says: ["cap_fit, infant, markers_fallen_off", "--set"])
    try rate(Self.answers + ["--set", "mood=good"]).expectFailure(64, says: ["\"mood\"", "cap_fit"])
    try rate(Self.answers + ["--set", "overall=4"]).expectFailure(64, says: ["`overall` twice"])
    try rate(["--set", "overall"]).expectFailure(64, says: ["field=value"])
    // Nobody to ask: standard input is no terminal.
    try rate([]).expectFailure(64, says: ["standard input", "--set field=value"])
    try rate(["--form", "/no/such.yaml"]).expectFailure(66, says: ["/no/such.yaml", "standard"])
    let form = workspace.file("form.yaml")
    try Data("schema: calvaria/rating-form/1\nquestions: []\n".utf8).write(to: form)
    try rate(["--form", form.path]).expectFailure(78, says: ["form.yaml, line 2", "`questions`"])
    try Command.run(["rate", workspace.file("none").path] + Self.answers).expectFailure(
      66, says: ["none", "result.json"])
    try Command.run(["rate", form.path] + Self.answers).expectFailure(65, says: ["form.yaml", "calvaria/result/1"])
    let result = workspace.output.appendingPathComponent("result.json")
    try String(contentsOf: result, encoding: .utf8).replacingOccurrences(of: "\"recording\"", with: "\"mesh\"")
      .write(to: result, atomically: false, encoding: .utf8)
    try rate(Self.answers).expectFailure(65, says: ["result.json", "a mesh"])
    #expect(try files == ["result.json"])
  }

  /// Before it is measured, or where that failed: in the recording's folder, or beside a file.
  @Test func aRecordingIsRatedWithoutAResult() throws {
    let folder = workspace.file("scan-1")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let mesh = workspace.file("scan-2.ply")
    try Data("ply\n".utf8).write(to: mesh)
    for (path, name) in [(folder, "scan-1/rating.json"), (mesh, "scan-2.rating.json")] {
      let made = try Command.run(["rate", path.path, "--recording"] + Self.answers)
      #expect(made.status == 0, Comment(rawValue: made.narration))
      let rating = try ResultFile(Data(contentsOf: workspace.file(name)))
      #expect(rating["answers.overall"] as? Int == 4)
      #expect(try !String(contentsOf: workspace.file(name), encoding: .utf8).contains("sha256"))
      try Command.run(["rate", path.path, "--recording"] + Self.answers).expectFailure(73, says: ["--force"])
    }
    try Command.run(["rate", workspace.file("none").path, "--recording"] + Self.answers).expectFailure(
      66, says: ["expected a recording or a mesh"])
  }

  @Test func aFormOfOnesOwnIsAsked() throws {
    let form = workspace.file("form.yaml")
    let text = """
      schema: calvaria/rating-form/1
      name: kurz
      version: "2"
      title: "Kurz"
      fields:
        - {key: licht, question: "Wie war das Licht?", type: choice, choices: [hell, trüb]}
      """
    try Data(text.utf8).write(to: form)
    #expect(try rate(["--form", form.path, "--set", "licht=trüb"]).text == "licht  trüb\n")
    #expect(try ResultFile(Data(contentsOf: file))["form.version"] as? String == "2")
  }

  @Test func aTerminalIsAskedUntilTheAnswerIsOne() throws {
    let terminal = try PseudoTerminal()
    let running = try Running(["rate", workspace.output.path], standardInput: terminal.inner)
    terminal.type("9\n4\nsideways\ngood\ncalm\n0\n\n")
    let outcome = try running.outcome()
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.narration.contains("found \"9\"\n"))
    #expect(outcome.narration.contains("found \"sideways\"\n"))
    #expect(outcome.narration.contains("How was the infant? [one of calm, restless, crying]: "))
    let rating = try ResultFile(Data(contentsOf: file))
    #expect(rating["answers.overall"] as? Int == 4)
    #expect(rating["answers.markers_fallen_off"] as? Int == 0)
    #expect(rating.has("answers.remarks"))
    #expect(rating["answers.remarks"] == nil)
  }

  @Test func leavingInTheMiddleLeavesNothing() throws {
    let terminal = try PseudoTerminal()
    let ended = try Running(["rate", workspace.output.path], standardInput: terminal.inner)
    terminal.type("4\ngood\n\u{04}")
    let outcome = try ended.outcome()
    #expect(outcome.status == 130)
    #expect(!outcome.wasKilled)
    #expect(outcome.narration.hasSuffix("\ninterrupted\n"))

    let stopped = try Running(["rate", workspace.output.path], standardInput: terminal.inner)
    terminal.type("4\n")
    while stopped.isRunning, !(try stopped.narration).contains("cap") { usleep(1000) }
    stopped.send(SIGINT)
    let interrupted = try stopped.outcome()
    #expect(interrupted.status == 130)
    #expect(!interrupted.wasKilled)
    #expect(interrupted.stdout.isEmpty)
    #expect(try files == ["result.json"])
  }
}
