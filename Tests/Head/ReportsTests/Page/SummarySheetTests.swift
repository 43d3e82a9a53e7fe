import Analysis
import Diagnostics
import Testing

@testable import Reports

/// The first sheet: what has room on it, and the level in words.
@Suite struct SummarySheetTests {
  /// A warning that takes so many characters with its advice.
  private func warning(_ count: Int) -> Finding {
    let advice = Finding(.measureOtherReason).advice(.english).count
    return Finding(
      .measureOtherReason, ["reason": .text(String(repeating: "w", count: count - advice - 1))], severity: .warning)
  }

  /// With a line for the state, one for how many more there are, and two and three for two warnings the whole definition has
  /// room; with four for the second it has not.
  @Test func aLongStateLeavesNoRoomForTheDefinition() throws {
    var content = ReportContent(try SampleResult.result(SampleResult.measures()))
    for (count, hasRoom) in [(294, true), (295, false)] {
      content.result.findings = [warning(196), warning(count)]
      let source = SummarySheet(content: content, views: [], language: .english).markup.source
      #expect(source.contains("Base plane: ") == hasRoom && source.contains("its choices stand in") != hasRoom)
    }
    // Only three findings stand there.
    content.result.findings = [warning(98), warning(98), warning(98), warning(98), warning(98), warning(98)]
    #expect(SummarySheet(content: content, views: [], language: .english).markup.source.contains("Base plane: "))
  }

  @Test func aLevelIsSaidWithItsNameAndHowLikelyItIs() throws {
    var result = try SampleResult.result(SampleResult.measures())
    var grade = try #require(result.severities.first)
    (grade.level, grade.levels, grade.probabilities, grade.names) = (2, 5, [:], nil)
    (grade.advice, grade.crossesBorder) = (nil, false)
    let words = { (grade: ScanResult.ScaleGrade) -> String in
      result.severities = [grade]
      return GradeText(result: result, language: .english).sentence(.choa).replacing("\u{A0}", with: " ")
    }
    #expect(words(grade).hasPrefix("Level 2 of 5 of CHOA (100 % likely); ") && !words(grade).contains("border"))
    (grade.probabilities, grade.crossesBorder) = (["1": 0.27, "2": 0.73], true)
    #expect(words(grade).contains("(73 % likely)"))
    #expect(words(grade).hasSuffix("The interval crosses a border: the level is not certain."))
    grade.names = ["normal", "mild"]
    #expect(words(grade).hasPrefix("Level 2 (mild) of 5"))
    grade.level = 3
    #expect(words(grade).hasPrefix("Level 3 of 5"))
    result.severities = []
    #expect(
      GradeText(result: result, language: .english).sentence(.choa) == "The CVAI is withheld, so there is no level.")
  }
}
