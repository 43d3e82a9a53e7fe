import Foundation
import Testing

/// Tables and reports in two languages; machine files in one.
@Suite struct LanguageTests {
  /// The first of three variables that is not empty says which language it is.
  @Test(
    arguments: [
      ("LC_ALL= LC_MESSAGES= LANG=de_DE.UTF-8", true), ("LC_ALL= LC_MESSAGES=de LANG=en_GB", true),
      ("LC_ALL=C LC_MESSAGES=de LANG=de", false), ("LC_ALL=fr_FR.UTF-8", false),
    ]) func theEnvironmentChooses(_ variables: String, isGerman: Bool) throws
  {
    let workspace = try Workspace(SampleRecording.glimpse)
    let outcome = try Command.shell("\(variables) \"$0\" info '\(workspace.recording.path)'")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("Kameraparameter  ") == isGerman)
    #expect(outcome.text.contains("intrinsics  ") != isGerman)
    #expect(outcome.text.contains("fx 444,00") == isGerman)
  }

  /// The report follows the language, `result.json` does not; a scan without landmarks says what to do.
  @Test func aReportIsGermanToo() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--language", "de",
      "--no-automatic-landmarks")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("Nicht gemessen: CVAI zurückgehalten."))
    #expect(outcome.text.contains("Was zu tun ist: "))
    #expect(outcome.text.components(separatedBy: "nicht angeklickt").count == 2, "told once")
    let page = try String(contentsOf: workspace.output.appendingPathComponent("report.html"), encoding: .utf8)
    #expect(page.contains("lang=\"de\""))
    #expect(page.contains("nicht angeklickt"))
    let result = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("result.json")))
    let why = try #require(try result.findings.first { $0.severity == "withheld" })
    #expect(why.code == "landmarks.not_picked")
    #expect(why.text.hasSuffix("were not picked"))
    #expect(why.measures?.count == 30)
  }

  /// An error speaks the language of the environment or of the option, and ends with the same exit code.
  @Test(
    arguments: [
      ("LC_ALL= LC_MESSAGES= LANG=de_DE.UTF-8", ""), ("LC_ALL=C", "--language de"), ("LC_ALL=C", "--language=de"),
    ]) func anErrorIsGermanToo(_ variables: String, _ option: String) throws
  {
    let workspace = try Workspace()
    let output = workspace.output.path
    let call = { (rest: String) in try Command.shell("\(variables) \"$0\" \(rest) \(option)") }
    try call("reconstruct /no/where -o '\(output)'").expectFailure(
      66,
      says: ["/no/where: erwartet: der Ordner einer Aufnahme, gefunden: nichts Lesbares; den Pfad und das Leserecht"],
      begins: "Fehler: ")
    let wrong = try call("reconstruct /no/where -o '\(output)' --threads 0")
    #expect(wrong.status == 64)
    #expect(wrong.narration.hasPrefix("Fehler: --threads: erwartet: 1 bis 64, gefunden: 0\nAufruf: "))
  }

  @Test func errorsOfFilesAreGermanToo() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let file = { (name: String, text: String) throws -> String in
      let url = workspace.recording.deletingLastPathComponent().appending(path: name)
      try text.write(to: url, atomically: true, encoding: .utf8)
      return url.path
    }
    let calls: [(arguments: [String], says: String)] = [
      (
        ["--cap", try file("own.yaml", "dictionary: DICT_4X4_100\nmarker_size_mm: 0\n")],
        ", Zeile 2, `marker_size_mm`: erwartet: eine Zahl von 1 bis 200, gefunden: `0`; siehe Docs/formats/cap.md"
      ),
      (
        ["--landmarks", try file("l.json", #"{"landmarks": {"sellion": [{"frame": "1", "pixel": ["x", 2]}]}}"#)],
        ", `landmarks.sellion[0].pixel[0]`: erwartet: eine Zahl von -1000000 bis 1000000, gefunden: \"x\"; siehe Docs/formats/landmarks.md"
      ),
      (
        ["--options", try file("o.json", #"{"fusion": {"truncation_m": 3}}"#)],
        ", `fusion.truncation_m`: erwartet: eine Zahl von 0,001 bis 0,02, gefunden: 3; siehe Docs/formats/options.md"
      ),
    ]
    for (arguments, says) in calls {
      try Command.run(
        ["reconstruct", workspace.recording.path, "-o", workspace.output.path, "--language", "de"] + arguments
      ).expectFailure(78, says: [says], begins: "Fehler: ")
    }
  }

  @Test func germanIsForPeopleOnly() throws {
    let workspace = try Workspace()
    let plain = try workspace.measure(EllipsoidHead.text, ["--units", "mm"])
    let german = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--all", "--language", "de"])
    #expect(plain.text.contains("Circumference"))
    #expect(!plain.text.contains("Umfang"))
    #expect(german.text.contains("Umfang"))
    #expect(german.text.contains("Gemessen: nichts zurückgehalten."))
    let json = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--json"])
    #expect(
      try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--json", "--language", "de"]).stdout == json.stdout)
  }
}
