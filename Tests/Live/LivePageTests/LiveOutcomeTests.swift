import Diagnostics
import Foundation
import Testing

@testable import Analysis
@testable import LivePage
@testable import Reports

/// What the page is told of a result.
@Suite struct LiveOutcomeTests {
  private static let folders = LiveFolders(
    recording: URL(fileURLWithPath: "/scan"), result: URL(fileURLWithPath: "/scan/result"))

  private func outcome(_ result: ScanResult) -> LiveOutcome { LiveOutcome(result, of: Self.folders, .english) }

  /// A CVAI of 5 % with its grade.
  private func measured() throws -> HeadMeasures {
    var measures = HeadMeasures.withheld(because: [])
    measures.results[.cvai] = MeasureResult(value: 5, unit: "%", ci95: 4...6)
    let choices = measures.choices
    let scale = try #require(SeverityScale.builtIn.first { $0.measure == .cvai && $0.refusal(of: choices) == nil })
    measures.scales = [scale]
    measures.grades = [
      Severity(scale: scale, level: 2, probabilities: [2: 1], crossesBorder: false, flattened: .none)
    ]
    return measures
  }

  @Test func aValueHasItsGradeAndNoReason() throws {
    let result = ScanResult(try measured())
    let outcome = outcome(result)
    #expect(outcome.value == 5)
    #expect(outcome.ci95 == [4, 6])
    #expect(outcome.grade == result.grade?.line(.english))
    #expect(outcome.grade?.isEmpty == false)
    #expect(outcome.why == nil)
    #expect(outcome.recording == "/scan" && outcome.folder == "/scan/result")
  }

  /// Why there is none is told by what withholds it, otherwise in the result's own words.
  @Test func withoutAValueTheReasonIsTold() throws {
    let cause = Finding(.landmarksNotPicked).withholding(.cvai)
    var result = ScanResult(.withheld(because: []))
    result.findings = [cause]
    result.severities = ScanResult(try measured()).severities
    result.severity = ScanResult(try measured()).severity
    #expect(outcome(result).value == nil)
    #expect(outcome(result).grade == nil, "an earlier one")
    #expect(outcome(result).why == [cause].causes(.english))
    #expect(outcome(result).why?.isEmpty == false)
    result.findings = []
    result.measures[MeasureName.cvai.rawValue]?.reason = "the result's own words"
    #expect(outcome(result).why == "the result's own words")
  }

  /// A landmark that could not be used has no source, wherever it came from.
  @Test func landmarksHaveTheirSource() throws {
    var result = ScanResult(.withheld(because: []))
    result.landmarks.points = [
      "sellion": .init(mm: [0, 0, 0], sdMm: 1, source: "picked"),
      "glabella": .init(mm: [0, 0, 0], sdMm: 1, source: "automatic", reason: "hidden"),
    ]
    let landmarks = outcome(result).landmarks
    #expect(landmarks.map(\.name) == ["glabella", "sellion"].map { Language.english.term($0, of: "landmark") })
    #expect(landmarks.map(\.source) == [nil, "picked"])
  }
}
