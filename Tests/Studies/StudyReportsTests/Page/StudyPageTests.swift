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

  /// What a scan lies beyond: the fences of 1 … 9 and 40, or the limits of a difference that is 6 where others are 1.
  @Test func whatOutliersLieBeyondIsTold() {
    let fences = html((1...9).map { Records.scan("s\($0)", cvai: Double($0)) } + [Records.scan("far", cvai: 40)])
    #expect(fences.contains(">fences −3.50 to 14.50<"))
    #expect(!fences.contains("of the difference from"))
    let limits = html(
      (0..<20).map { index in
        let (value, error) = (2 + Double(index) / 2, Double(index % 3) / 10)
        return Records.scan(
          "s\(index)", subject: "\(index)", cvai: value + (index == 7 ? 5 : error), other: value - 1)
      })
    #expect(limits.contains("of the difference from cap-included 1<"))
    #expect(!limits.contains(">fences "))
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
    let missing = { (known: [String]) in
      StudyReportError.noFigure(name: "agreement-2", known: known)
    }
    #expect(throws: missing(figures.map(\.name))) { try summary.figure("agreement-2", .english) }
    #expect(missing(["repeats", "age"]).description(in: .english).contains("repeats"))
    #expect(missing([]).message.values["known"] == .phrase("none"))
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

  private func html(_ records: [StudyRecord], precision: StudySummary.Precision? = nil) -> String {
    StudyPage(StudySummary(records, precision: precision), language: .english) { _ in nil }.html
  }

  /// The part of a page below a heading.
  private func part(_ html: String, below heading: String) throws -> String {
    String(try #require(html.components(separatedBy: "<h2>").first { $0.hasPrefix(heading + "</h2>") }))
  }

  @Test func theProtocolsAreNamed() {
    #expect(html([Records.scan("a", cvai: 3)]).contains("<td>calvaria-default 3</td>"))
    #expect(html([Records.failed("f", code: "batch.crashed")]).contains("<td>Protocol</td>\n<td>–</td>"))
  }

  /// Sentences that are there where something is to be said, and not elsewhere.
  @Test func notesStandWhereTheyBelong() {
    let (again, missing) = ("the same with another observer", "Without a value: ")
    var pair = ["A", "B"].map { observer -> StudyRecord in
      var record = Records.scan("s \(observer)", subject: "1", cvai: 4)
      (record.source, record.observer) = ("s", observer)
      return record
    }
    #expect(html(pair).contains("1 scan is the same with another observer"))
    pair[1].source = "t"
    #expect(!html(pair).contains(again))
    #expect(!html(pair).contains(missing))
    #expect(html(pair + [Records.scan("w", cvai: nil)]).contains("Without a value: 1 (section.gap)."))
    #expect(html([Records.scan("n", cvai: nil)]).contains(missing))
  }

  /// Three groups make three comparisons, two make one, which needs no correction.
  @Test(arguments: [2, 3]) func correctionsAreToldWhereThereAreSeveral(_ groups: Int) {
    let records = (0..<4 * groups).map { index in
      Records.scan(
        "s\(index)", subject: "\(index)", cohort: "g\(index % groups)", cvai: Double(3 + index * 5 % 7))
    }
    #expect(html(records).contains("corrected for the number of comparisons") == (groups == 3))
  }

  /// Of eight scans with a level six are of the first; one more has none.
  @Test func levelsAreSharesOfThoseGraded() throws {
    let records = (0..<9).map { index -> StudyRecord in
      var record = Records.scan("s\(index)", cvai: Double(3 + index % 4))
      if index < 8 { (record.level, record.scale) = (index < 6 ? 1 : 2, "choa") }
      return record
    }
    let page = html(records)
    for cell in ["75 %", "25 %"] { #expect(page.contains(">\(cell)</td>"), "\(cell)") }
    #expect(page.contains("1 scan has no level by this scale."))
    #expect(!html(Array(records.prefix(8))).contains("no level by this scale"))
    #expect(!html(Array(records.suffix(1))).contains("Severity by"))
  }

  /// Three of five levels are the same by both protocols.
  @Test func theShareOfEqualLevelsIsTold() {
    let records = [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)].enumerated().map { index, pair -> StudyRecord in
      var record = Records.scan(
        "s\(index)", subject: "\(index)", cvai: 3 + Double(index), other: 3.5 + Double(index * 7 % 5))
      (record.level, record.scale) = (pair.0, "choa")
      record.otherGrades[Records.other] = .init(level: pair.1, scale: "choa")
      return record
    }
    #expect(html(records).contains(">60 %, 5 scans<"))
  }

  /// The half-width of a correlation has no unit, the others have the measure's.
  @Test func widthsHaveTheirUnits() throws {
    let records = (0..<8).flatMap { child -> [StudyRecord] in
      (0..<2).map { scan -> StudyRecord in
        let error = (scan == 0 ? 0.2 : -0.2) * Double(1 + child % 2)
        return Records.scan("s\(child)\(scan)", subject: "\(child)", cvai: Double(4 + child * 5 % 7) + error)
      }
    }
    let planning = try part(
      html(records, precision: .init(halfWidth: 0.5, iccHalfWidth: 0.125)),
      below: "Children needed for a given interval width")
    let cells = planning.matches(of: #/<td[^>]*>([^<]*)</td>/#).map { String($0.1) }
    let widths = cells.filter { $0.hasPrefix("± ") }
    #expect(widths == ["± 0.50 %", "± 0.50 %", "± 0.13"])
    // A mean takes one scan a session; what tells repeats from children takes the two that there are.
    let rows = stride(from: 0, to: cells.count, by: 5).map { Array(cells[$0..<min($0 + 5, cells.count)]) }
    #expect(rows.map { $0[0] } == ["mean of children", "within-subject SD", "ICC(1,1)"])
    #expect(rows.map { $0[3] } == ["1", "2", "2"])
    #expect(rows[0][2].hasSuffix(" %") && !rows[2][2].hasSuffix("%"))
  }

  @Test func freeTextsAreCountedAndNotShown() {
    var records = (0..<8).map { index -> StudyRecord in
      var record = Records.scan("s\(index)", cvai: Double(index))
      record.answers = ["overall": "\(index % 3)", "remarks": "note \(index)"]
      return record
    }
    #expect(html(records).contains("Free-text answers, not shown here: remarks."))
    for index in records.indices { records[index].answers["remarks"] = nil }
    #expect(!html(records).contains("Free-text"))
  }

  /// Pairs whose limits are refused, since all differences are alike, are told to be several of a child all the same.
  @Test(arguments: [1, 2]) func severalPairsOfAChildAreTold(_ scans: Int) {
    let records = (0..<6).map { index in
      Records.scan(
        "s\(index)", subject: "\(index / scans)", session: "\(index)", cvai: Double(index), other: Double(index) + 1)
    }
    let page = html(records)
    #expect(page.contains("Limits of agreement: Withheld"))
    #expect(page.contains("Children have several pairs") == (scans == 2))
  }

  private func motion(
    _ name: String, effort: String, dimensions: Int = 3, _ values: [String: Double]
  ) -> MotionRecord {
    MotionRecord(
      motion: name, subject: name, session: "1", status: "complete", code: nil,
      method: .init(
        joint: "neck", movement: "rotation", side: nil, reference: "patch", dimensions: dimensions, effort: effort,
        protocolName: "standard 1"),
      values: Dictionary(uniqueKeysWithValues: values.map { ("neck_rotation_\($0.key)", .init(value: $0.value)) }),
      units: Dictionary(uniqueKeysWithValues: values.map { ("neck_rotation_\($0.key)", "°") }))
  }

  /// Values that were measured alike stand in one table, others in one of their own.
  @Test func rangesThatWereMeasuredAlikeShareATable() throws {
    let values = ["left": 60.0, "difference": -4, "peak_speed": 90]
    let page = StudyPage(
      StudySummary(
        [Records.scan("a", cvai: 3)],
        motions: [
          motion("1", effort: "active", values), motion("2", effort: "active", values),
          motion("3", effort: "passive", ["left": 70]),
        ]), language: .english
    ) { _ in nil }.html
    let tables = try part(page, below: "Ranges of motion").components(separatedBy: "<table").dropFirst()
    // How they ended, then a table each with its head.
    #expect(tables.map { $0.components(separatedBy: "<tr").count - 2 } == [1, 3, 1])
    let active = try #require(tables.dropFirst().first)
    // A movement and its pace have words of their own.
    for name in ["left", "left − right", "greatest speed from end to end"] {
      #expect(active.contains(">\(name)</td>"), "\(name)")
    }
    #expect(active.contains(">60.0°</td>") && active.contains(">−4.0°</td>"))
    #expect(tables.last?.contains(">70.0°</td>") == true)
  }

  @Test(arguments: [(2, "in a picture"), (3, "in space")]) func whereARangeWasMeasuredIsTold(
    _ dimensions: Int, _ words: String
  ) throws {
    let range = motion("1", effort: "active", dimensions: dimensions, ["left": 60])
    let page = StudyPage(StudySummary([Records.scan("a", cvai: 3)], motions: [range]), language: .english) { _ in nil }
    let table = try #require(part(page.html, below: "Ranges of motion").components(separatedBy: "<h3>").last)
    for one in ["in a picture", "in space"] { #expect(table.contains(one) == (one == words), "\(one)") }
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
    #expect(link("/nowhere/a/b/c/report.html", "/nowhere/a/x/y.html") == "../../x/y.html")
    #expect(link("/nowhere/report.html", "/nowhere/Az09-._~/é\t\u{1B}.html") == "Az09-._~/%C3%A9%09%1B.html")
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
