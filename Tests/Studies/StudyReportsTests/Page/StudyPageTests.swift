import Diagnostics
import Foundation
import Testing

@testable import Studies
@testable import StudyReports

@Suite struct StudyPageTests {
  private static let hostile = "<script>alert('1')</script>\"&\u{202E}=cmd()"

  private static var records: [StudyRecord] {
    (0..<24).map { index -> StudyRecord in
      let child = index / 3
      var record = Records.scan(
        "s\(index)", subject: child == 0 ? hostile : "\(child)", cohort: child < 4 ? hostile : "control",
        age: Double(3 + child % 4 + index % 3 / 2 * 6), cvai: index == 0 ? 60 : 4 + Double(index * 7 % 5) / 3,
        other: 4 + Double(index * 5 % 7) / 3)
      record.answers = ["overall": "\(index % 5)", hostile: hostile]
      record.code = index == 1 ? hostile : nil
      return record
    } + [Records.failed("f", code: "batch.crashed")]
  }

  private func page(_ language: Language = .english, _ records: [StudyRecord] = Self.records) -> String {
    let choice = StudySummary.Choice(condition: "subject = '\(Self.hostile)'")
    return StudyPage(StudySummary(records, choice: choice), language: language) { "scans/\($0)/result/report.html" }
      .html
  }

  @Test(arguments: Language.allCases) func nothingHostileIsMarkup(_ language: Language) throws {
    let html = page(language)
    #expect(!html.contains("<script"))
    #expect(!html.contains("\u{202E}"))
    #expect(html.contains("&lt;script&gt;"))
    #expect(html.contains("default-src 'none'") || html.contains("default-src &#39;none&#39;"))
    for request in ["http://", "https://", "url(", "@import"] {
      #expect(!html.replacing("http://www.w3.org/2000/svg", with: "").contains(request), "\(request)")
    }
    // A key of the catalogue that is missing is shown as itself.
    #expect(html.firstMatch(of: /study\.[a-z_]+/) == nil)
    #expect(!html.contains("{") || html.firstMatch(of: />[^<]*\{[a-z]+\}[^<]*</) == nil)
  }

  @Test func outliersAreLinkedToTheirPages() {
    let html = page()
    #expect(html.contains("<a href=\"scans/s0/result/report.html\">s0</a>"))
    let without = StudyPage(StudySummary(Self.records), language: .english) { _ in nil }.html
    #expect(!without.contains("<a "))
    #expect(without.contains(">s0<"))
  }

  @Test func allFiguresAreInThePageAndAsFiles() throws {
    let summary = StudySummary(Self.records)
    let figures = summary.figures(.english)
    #expect(figures.map(\.name) == ["outcomes", "histogram", "repeats", "agreement", "age", "groups"])
    let html = page()
    for figure in figures {
      #expect(html.contains("figure-\(figure.name) "), "\(figure.name)")
      let svg = String(decoding: figure.svg, as: UTF8.self)
      #expect(svg.hasPrefix("<?xml"))
      #expect(svg.contains("viewBox=\"0.00 0.00 520.00 "))
      #expect(!svg.contains("nan"))
      try XMLCheck.parse(figure.svg)
    }
    #expect(throws: StudyReportError.self) { try summary.figure("agreement-2", .english) }
    #expect(try summary.figure("age", .german).name == "age")
  }

  /// Children over age have the colour of their group where there are a few groups, and none is lost.
  @Test(arguments: [(1, 0), (2, 2), (4, 4), (5, 0)]) func groupsHaveColoursOverAge(groups: Int, colours: Int) throws {
    let records = Self.records.map { record in
      var record = record
      record.cohort = record.subject.map { "group \($0.utf8.count > 1 ? 0 : (Int($0) ?? 0) % groups)" }
      return record
    }
    let figure = try StudySummary(records).figure("age", .english)
    let svg = String(decoding: figure.svg, as: UTF8.self)
    for group in 1...5 {
      #expect(svg.contains("class=\"plot-dots group\(group)\"") == (group <= colours), "\(group)")
      #expect(svg.contains(">group \(group - 1)<") == (group <= colours), "\(group)")
    }
    // A dot is a move and a line of no length.
    let plain = String(
      decoding: try StudySummary(Self.records.map { $0.without }).figure("age", .english).svg, as: UTF8.self)
    let dots = { (text: String) in text.components(separatedBy: "h0").count }
    #expect(dots(svg) == dots(plain))
    #expect(plain.contains("class=\"plot-dots\""))
    // A line a child, in the colour of its group.
    let lines = { (text: String, style: String) in
      text.split(separator: "<").filter { $0.contains("class=\"\(style)") }.joined().count { $0 == "M" }
    }
    #expect(lines(plain, "plot-lines\"") > 0)
    #expect(lines(svg, "plot-lines") == lines(plain, "plot-lines"))
    #expect((lines(svg, "plot-lines\"") == 0) == (colours > 0))
  }

  /// One point a scan with both values, those beyond the limits apart from the others; three lines.
  @Test func agreementIsDrawnPointByPoint() throws {
    let summary = StudySummary(Self.records)
    let svg = String(decoding: try summary.figure("agreement", .english).svg, as: UTF8.self)
    let dots = { (style: String) in
      svg.split(separator: "\n").filter { $0.contains("class=\"\(style)\"") }.joined().count { $0 == "M" }
    }
    let apart = summary.outliers.count { $0.kind == .limits }
    #expect(apart > 0)
    #expect(dots("plot-out") == apart)
    #expect(dots("plot-dots") == 24 - apart)
    #expect(svg.matches(of: /class="plot-limit"/).count == 2)
    #expect(svg.matches(of: /class="plot-fit"/).count == 1)
  }

  @Test func aStudyWithoutAValueSaysSo() {
    let html = page(.english, [Records.failed("f", code: "batch.crashed")])
    #expect(html.contains("Withheld: 0 values, at least 1 needed."))
    #expect(html.contains("batch.crashed"))
    #expect(page(.german, []).contains("Zurückgehalten"))
  }

  @Test func linksAreRelativeToThePage() {
    let link = { (page: String, file: String) in
      RelativeLink.link(from: URL(filePath: page), to: URL(filePath: file))
    }
    #expect(link("/nowhere/study/report.html", "/nowhere/study/scans/a/report.html") == "scans/a/report.html")
    #expect(link("/nowhere/pages/report.html", "/nowhere/stu dy/a\"b.html") == "../stu%20dy/a%22b.html")
  }
}

/// Whether a text is XML.
private enum XMLCheck {
  struct Broken: Error {}

  /// Every element that opens is closed in order.
  static func parse(_ data: Data) throws {
    var open: [Substring] = []
    let text = String(decoding: data, as: UTF8.self).replacing(/<\?xml[^>]*\?>/, with: "")
    for tag in text.matches(of: /<(\/?)([a-z]+)[^<>]*>/) {
      if tag.1.isEmpty {
        open.append(tag.2)
      } else if open.popLast() != tag.2 {
        throw Broken()
      }
    }
    guard open.isEmpty else { throw Broken() }
  }
}

extension StudyRecord {
  /// The record without a group.
  fileprivate var without: StudyRecord {
    var record = self
    record.cohort = nil
    return record
  }
}
