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
    #expect(outcome.text.contains("Kameraparameter  ") == isGerman && outcome.text.contains("intrinsics  ") != isGerman)
    #expect(outcome.text.contains("fx 444,00") == isGerman)
  }

  /// The report follows the language, `result.json` does not; a scan without landmarks says what to do.
  @Test func aReportIsGermanToo() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--language", "de",
      "--no-automatic-landmarks")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    #expect(outcome.text.contains("Nicht gemessen: CVAI zurückgehalten.") && outcome.text.contains("Was zu tun ist: "))
    #expect(outcome.text.components(separatedBy: "nicht angeklickt").count == 2, "told once")
    let page = try String(contentsOf: workspace.output.appendingPathComponent("report.html"), encoding: .utf8)
    #expect(page.contains("lang=\"de\"") && page.contains("nicht angeklickt"))
    let result = try ResultFile(Data(contentsOf: workspace.output.appendingPathComponent("result.json")))
    let why = try #require(try result.findings.first { $0.severity == "withheld" })
    #expect(why.code == "landmarks.not_picked" && why.text.hasSuffix("were not picked"))
    #expect(why.measures?.count == 24)
  }

  @Test func germanIsForPeopleOnly() throws {
    let workspace = try Workspace()
    let plain = try workspace.measure(EllipsoidHead.text, ["--units", "mm"])
    let german = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--language", "de"])
    #expect(plain.text.contains("Circumference") && !plain.text.contains("Umfang"))
    #expect(german.text.contains("Umfang") && german.text.contains("Gemessen: nichts zurückgehalten."))
    let json = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--json"])
    #expect(
      try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--json", "--language", "de"]).stdout == json.stdout)
  }
}
