import Analysis
import Diagnostics
import TestSupport
import Testing

@testable import Reports

/// Findings as lists on a page, and as lines.
@Suite struct FindingListTests {
  /// Its remedy is that the scan is reconstructed again: nothing for a screen alone.
  private func finding(_ text: String, _ severity: Finding.Severity, _ measures: [String] = []) -> Finding {
    var finding = Finding(.measureOtherReason, ["reason": .text(text)], severity: severity)
    finding.measures = measures
    return finding
  }

  private func items(_ findings: [Finding], most: Int, foldsNotes: Bool) -> [DrawnShape] {
    DrawnShape.all(
      in: FindingList(findings: findings, language: .english).summary(most: most, foldsNotes: foldsNotes).source)
  }

  private var mixed: [Finding] {
    [
      finding("a note", .note), finding("alpha", .withheld), finding("look here", .warning), finding("beta", .withheld),
      finding("some detail", .detail), finding("more to know", .note), finding("gamma", .withheld),
    ]
  }

  @Test func aSummaryBeginsWithWhatWithholds() {
    let all = items(mixed, most: 10, foldsNotes: false)
    #expect(all[0].name == "ol")
    #expect(
      all.filter { $0.name == "li" }.map(\.text)
        == ["Alpha.", "Beta.", "Gamma.", "A note.", "Look here.", "More to know."])
    // A note has no advice.
    #expect(all.filter { $0.name == "span" }.map(\.style) == Array(repeating: "advice", count: 4))
    #expect(all.filter { $0.name == "span" }.allSatisfy { $0.text == " What to do: Reconstruct the scan again." })
    let folded = items(mixed, most: 10, foldsNotes: true).filter { $0.name == "li" }
    #expect(folded.prefix(4).map(\.text) == ["Alpha.", "Beta.", "Gamma.", "Look here."])
    #expect(folded.suffix(2).map(\.text) == ["… and 2 more, under Findings.", "2 more in the report on screen."])
    #expect(folded.suffix(2).map(\.style) == ["screen", "paper"] && folded.count == 6)
    let few = items(mixed, most: 2, foldsNotes: false).filter { $0.name == "li" }
    #expect(few.map(\.text) == ["Alpha.", "Beta.", "… and 4 more, under Findings."])
  }

  @Test func causesAreNumberedWhereThereIsMoreThanOne() {
    let two = items([finding("alpha", .withheld), finding("beta", .withheld)], most: 3, foldsNotes: false)
    #expect(two[0].name == "ol" && two.filter { $0.name == "li" }.count == 2)
    let one = items([finding("alpha", .withheld), finding("look", .warning)], most: 3, foldsNotes: false)
    #expect(one[0].name == "ul" && one.filter { $0.name == "li" }.count == 2)
    let notes = items([finding("a note", .note)], most: 3, foldsNotes: true)
    #expect(
      notes.filter { $0.name == "li" }.map(\.text)
        == ["… and 1 more, under Findings.", "1 more in the report on screen."])
    #expect(items([finding("some detail", .detail)], most: 3, foldsNotes: false).isEmpty)
    #expect(items([], most: 3, foldsNotes: true).isEmpty)
  }

  /// Ten characters a line: the sentences of 6 and 10 with their advice of 39 take 5 lines each, one of 12 takes 6.
  @Test func theLinesOfASummaryAreCounted() {
    let lines = { (findings: [Finding], most: Int) in
      FindingList(findings: findings, language: .english).summaryLines(most: most, of: 10)
    }
    #expect(lines([], 3) == 1)
    #expect(finding("alpha", .withheld).advice(.english).count == 39)
    #expect(lines([finding("alpha", .withheld)], 3) == 1 + 5)
    #expect(lines([finding("look here", .warning), finding("alpha", .withheld)], 3) == 1 + 10)
    // 11 and 39 fill five lines, one more needs a sixth.
    #expect(lines([finding("ten letter", .withheld)], 3) == 1 + 5)
    #expect(lines([finding("ten letters", .withheld)], 3) == 1 + 6)
    #expect(lines([finding("alpha", .withheld), finding("alpha", .warning)], 1) == 1 + 5)
    #expect(lines([finding("a note", .note), finding("alpha", .detail)], 3) == 1)
  }

  @Test func groupsAreByWeight() {
    let source = FindingList(findings: mixed, language: .english).groups.source
    let shapes = DrawnShape.all(in: source)
    #expect(shapes.filter { $0.name == "h3" }.map(\.text) == ["Withheld because", "Warnings", "Notes"])
    #expect(shapes.filter { $0.name == "summary" }.map(\.text) == ["Details (1)"])
    #expect(shapes.filter { ["ol", "ul"].contains($0.name) }.map(\.name) == ["ol", "ul", "ul", "ul"])
    #expect(
      shapes.filter { $0.name == "li" }.map(\.text)
        == ["Alpha.", "Beta.", "Gamma.", "Look here.", "A note.", "More to know.", "Some detail."])
    // What to do stands with all but notes.
    #expect(source.components(separatedBy: "What to do").count == 1 + 5)
    #expect(!source.contains("Withholds"))
    let one = FindingList(findings: [finding("alpha", .withheld, ["cva"])], language: .english).groups.source
    #expect(one.contains("<ul>") && one.contains("Withholds: CVA."))
    #expect(FindingList(findings: [], language: .english).groups.source.isEmpty)
  }

  @Test func aSentenceBeginsWithACapital() {
    let sentence = { (text: String) in self.finding(text, .note).sentence(.english) }
    #expect(sentence("alpha beta") == "Alpha beta.")
    #expect(sentence("result.json is broken") == "result.json is broken.")
    #expect(sentence("one, see result.json") == "One, see result.json.")
    #expect(sentence("one of 2.5 mm") == "One of 2.5 mm.")
    #expect(finding("x", .note).concerned(.english) == nil)
    #expect(finding("x", .withheld, ["cva", "cvai"]).concerned(.english) == "Withholds: CVA; CVAI.")
    #expect(
      finding("x", .withheld, MeasureName.allCases.map(\.rawValue)).concerned(.english) == "Withholds every measure.")
    #expect(finding("x", .note).remark(.english) == "Note: x.\n")
    #expect(
      finding("x", .warning).remark(.english) == "Warning: x.\n  What to do: Reconstruct the scan again.\n")
  }

  /// With several causes each has a number, under which its lines stand.
  @Test func causesAreNumbered() {
    let one = finding("alpha", .withheld, ["cva"]), two = finding("beta", .withheld, ["cva", "length"])
    #expect([one].causes(.english) == "Alpha.\nWhat to do: Reconstruct the scan again.\n")
    #expect(
      [one, finding("n", .note), two].causes(.english).split(separator: "\n") == [
        "1. Alpha.", "   Withholds: CVA.", "   What to do: Reconstruct the scan again.", "2. Beta.",
        "   Withholds: CVA; Length (OFD).", "   What to do: Reconstruct the scan again.",
      ])
    let both = [finding("n", .note), one, two]
    #expect(
      both.withheldMark(.cva, .english) == "withheld (1, 2)" && both.withheldMark(.length, .english) == "withheld (2)")
    #expect(both.withheldMark(.width, .english) == "withheld" && [two].withheldMark(.length, .english) == "withheld")
    #expect(both.withheldMark(.cva, .english, of: [two]) == "withheld (2)")
    #expect(both.withheldMark(.length, .english, of: [one]) == "withheld")
    let marks = both.withheldMarks([.length, .width, .cva, .cvai], .english)
    #expect(marks.map(\.mark) == ["withheld (2)", "withheld", "withheld (1, 2)"])
    #expect(marks.map(\.titles) == ["Length (OFD)", "\(MeasureName.width.title(.english)); CVAI", "CVA"])
    #expect((both + both).reasons == ["alpha", "beta"] && (both + both).notes == ["n"])
  }
}
