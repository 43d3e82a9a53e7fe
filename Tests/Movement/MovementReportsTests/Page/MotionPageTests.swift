import Diagnostics
import Foundation
import Movement
import Files
import TestSupport
import Testing

@testable import MovementReports

/// The report of a range of motion as a page.
@Suite struct MotionPageTests {
  private func page(_ folder: MotionFolder, _ language: Language = .english) -> String {
    MotionPage(folder, language: language).html()
  }

  @Test(arguments: Language.allCases) func aWholeResultHasAllParts(_ language: Language) throws {
    let folder = try SimulatedKnee().folder()
    #expect(folder.unusable.isEmpty)
    #expect(folder.result.status == .complete)
    let html = page(folder, language)
    #expect(html == page(folder, language), "equal folders give equal text")
    #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language.rawValue)\">"))
    for key in [
      "report.notice", "motion.curve", "motion.values", "motion.form", "motion.repeats_heading", "report.provenance",
    ] {
      #expect(html.contains(language(key)), "\(key)")
    }
    #expect(html.contains("badge measured\""))
    #expect(html.contains(language("motion.state_measured")))
    let maximum = try #require(folder.result.values.maximum)
    #expect(html.contains(language.number(maximum.degrees, digits: 1) + "°"))
    #expect(html.contains("<strong>5-0-119</strong>"))
    #expect(html.contains(language.term("extension-0-flexion", of: "neutral_zero")))
    #expect(html.contains("class=\"m-plateau\""))
    #expect(html.contains("class=\"m-line\""))
    #expect(html.contains("class=\"m-raw\""))
    #expect(html.contains(language.term("knee-flexion", of: "motion_definition")))
    #expect(html.contains("<bdi>knee.json</bdi>"))
    #expect(html.contains("knee.json 1"))
    #expect(!html.contains("{" + "degrees}"), "every word has its text")
    #expect(!html.contains("motion."), "every word has its text")
  }

  /// A file holds the names of the reasons alone; the page has words and numbers in every language.
  @Test(arguments: Language.allCases) func framesThatDoNotCountHaveTheirReasonsInWords(_ language: Language) throws {
    let whole = try SimulatedKnee().folder()
    var files = try JSONSerialization.jsonObject(with: whole.result.json()) as! [String: Any]
    var gates = files["gates"] as! [String: Any]
    (gates["rejected"], gates["valid"]) = (["low_confidence": 7, "missing": 2], (gates["all"] as! Int) - 9)
    files["gates"] = gates
    files["findings"] = [
      [
        "code": "motion.frames_left_out", "severity": "note", "stage": "motion", "text": "…",
        "values": ["all": gates["all"]!, "count": 9, "reasons": ["low_confidence", "missing"]],
      ]
    ]
    let folder = try MotionFolder(files: [("motion.json", try JSONSerialization.data(withJSONObject: files))])
    let html = page(folder, language)
    for (reason, count) in [("low_confidence", 7), ("missing", 2)] {
      // Among the frames that count and, but in English, whose text is taken from the file, among the findings.
      let words = language.term(reason, of: "motion_reason", ["count": .count(count)])
      #expect(html.components(separatedBy: words).count >= (language == .english ? 2 : 3), "\(words)")
    }
    #expect(!html.contains("low_confidence"))
  }

  /// On a telephone a table moves by itself, and the page does not.
  @Test func everyTableMovesByItself() throws {
    var folder = try SimulatedKnee().folder()
    folder.history = [try SimulatedKnee(far: 70).earlier("same", date: "2026-02-04")]
    let html = MotionPage(folder).html()
    #expect(html.contains("<h2>" + Language.english("motion.history")))
    let tables = html.components(separatedBy: "<table").count
    #expect(tables > 4)
    #expect(html.components(separatedBy: "<div class=\"wide-table\"><table").count == tables)
  }

  @Test func thePageAsksForNothing() throws {
    var folder = try SimulatedKnee().folder()
    folder.pictures = ["maximum": Data([0xFF, 0xD8, 0xFF])]
    for html in [MotionPage(folder).html(), MotionPage(folder).paper()] {
      for address in html.matches(of: /https?:\/\/[^\s"'<)]*/) { #expect(address.0.hasPrefix("http://www.w3.org/")) }
      #expect(html.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;"))
      #expect(!html.contains("<script"))
      #expect(!html.contains("<link"))
      #expect(!html.contains("@import"))
      let sources = html.matches(of: #/ src="([^"]{0,30})/#).map(\.1)
      #expect(sources.count == 1 && sources[0].hasPrefix("data:image/jpeg;base64,"))
    }
  }

  @Test(arguments: Language.allCases) func whatIsWithheldHasItsReason(_ language: Language) throws {
    let folder = try SimulatedKnee(repeats: 0).folder()
    #expect(folder.result.status == .incomplete)
    let html = page(folder, language)
    #expect(html.contains("badge not_measured"))
    #expect(html.contains(language("motion.state_not_measured")))
    let reason = try #require(folder.result.findings.first { $0.severity == .withheld }?.text(language))
    #expect(html.contains(reason.replacing("'", with: "&#39;")))
    #expect(!html.contains("class=\"m-end\""))
    #expect(html.contains("–"))
    #expect(html.contains(language("report.notice")))
  }

  /// The side that was measured now stands in its column, the other one is empty or from the latest earlier result.
  @Test func theFormListsBothSides() throws {
    let row = { (html: String) throws -> [Substring] in
      let start = try #require(
        html.range(of: "<td>extension/flexion</td>", range: html.range(of: "<td>knee</td>")!.upperBound..<html.endIndex)
      )
      let end = try #require(html.range(of: "</tr>", range: start.upperBound..<html.endIndex))
      return html[start.upperBound..<end.lowerBound].split(separator: "</td>", omittingEmptySubsequences: false)
    }
    let knee = SimulatedKnee()
    var folder = try knee.folder()
    var cells = try row(MotionPage(folder).html())
    #expect(cells[0].contains("5-0-119"))
    #expect(cells[0].contains("(extension-0-flexion)"))
    #expect(cells[1].hasSuffix("<td>"))
    folder.history = [
      try SimulatedKnee(near: 12, far: 90, side: .left).earlier("old", date: "2026-01-02"),
      try SimulatedKnee(near: 12, far: 100, side: .left).earlier("new", date: "2026-02-03"),
      try SimulatedKnee(far: 70).earlier("same", date: "2026-02-04"),
    ]
    cells = try row(MotionPage(folder).html())
    #expect(cells[0].contains("5-0-119"), "what was measured now is not replaced")
    #expect(cells[1].contains("0-12-101"))
    #expect(cells[1].contains("2026-02-03"))
    #expect(!cells[1].contains("2026-01-02"))
  }

  @Test func earlierResultsOfTheMovementAreShown() throws {
    var scan = ScanDescription()
    scan.date = "2026-03-01"
    var folder = try SimulatedKnee().folder(scan: scan)
    #expect(!MotionPage(folder).html().contains("Earlier results"))
    folder.history = [
      try SimulatedKnee(far: 80).earlier("later", date: "2026-02-01"),
      try SimulatedKnee(far: 60).earlier("first", date: "2026-01-01"),
      try SimulatedKnee(side: .left).earlier("left", date: "2026-01-01"),
    ]
    let html = MotionPage(folder).html()
    let rows = ["first", "later", "this one"].compactMap { html.range(of: "<bdi>\($0)</bdi>")?.lowerBound }
    #expect(rows.count == 3, "by their dates, this one last")
    #expect(rows == rows.sorted(), "by their dates, this one last")
    #expect(!html.contains("<bdi>left</bdi>"))
    #expect(html.components(separatedBy: "figure-history").count == 4, "minimum, maximum, range")
    #expect(!html.contains("#efb4ad\" class"), "no severity")
    #expect(!html.contains("level5\""), "no severity")
  }

  /// A result that was made otherwise is drawn open, and its row says in what it differs.
  @Test func whatWasMadeOtherwiseIsNamed() throws {
    var (folder, helped) = (try SimulatedKnee().folder(), SimulatedKnee(far: 80))
    helped.effort = .passive
    folder.history = [try helped.earlier("helped"), try SimulatedKnee(far: 60).earlier("alike")]
    let html = MotionPage(folder).html()
    // Minimum, maximum and range of each.
    #expect(html.components(separatedBy: "class=\"m-full\"").count == 7)
    #expect(html.components(separatedBy: "class=\"m-open\"").count == 4)
    let table = try #require(html.components(separatedBy: "<table class=\"many\">").dropFirst().first)
    let heads = DrawnShape.all(in: table.components(separatedBy: "</thead>")[0]).filter { $0.name == "th" }
    #expect(heads.map(\.style) == ["", "", "", "number", "number", "number", "after", ""])
    let rows = table.components(separatedBy: "<tr>").dropFirst(2).prefix(3)
    // None has a date.
    #expect(rows.map { $0.components(separatedBy: "<td>–</td>").count - 1 } == [1, 2, 2])
    let effort = Language.english.term("effort", of: "motion_condition")
    #expect(rows.map { $0.contains("<td>\(effort)</td>") } == [true, false, false])
  }

  /// A screen may be narrow, a sheet is not.
  @Test func paperHasTheWideCurveOnly() throws {
    let page = MotionPage(try SimulatedKnee().folder())
    let curves = { (html: String) in html.matches(of: #/"figure figure-angle (\w+)"/#).map { String($0.1) } }
    #expect(curves(page.html()) == ["wide", "narrow"] && curves(page.paper()) == ["wide"])
  }

  /// Neither the values of another subject nor what was measured later stand in a report, and that is said.
  @Test(arguments: Language.allCases) func resultsOfAnotherSubjectOrALaterDayAreLeftOut(_ language: Language) throws {
    var scan = ScanDescription()
    (scan.subject, scan.date) = ("P1", "2026-03-01")
    var folder = try SimulatedKnee().folder(scan: scan)
    let left = SimulatedKnee(near: 12, far: 100, side: .left)
    folder.history = [
      try left.earlier("stranger", date: "2026-01-01", subject: "P2"),
      try left.earlier("later", date: "2026-03-02", subject: "P1"),
      try SimulatedKnee(far: 80).earlier("foreign", date: "2026-01-01", subject: "P2"),
    ]
    let html = MotionPage(folder, language: language).html()
    #expect(!html.contains("0-12-101"))
    #expect(!html.contains("figure-history"))
    for name in ["stranger", "later", "foreign", "2026-03-02"] {
      #expect(!html.contains("<bdi>\(name)</bdi>"), "\(name)")
    }
    #expect(folder.leftOut.map(\.code) == [.motionHistoryOtherSubject, .motionHistoryLater])
    #expect(folder.leftOut.map { $0.values["count"] } == [.count(2), .count(1)])
    for finding in folder.leftOut { #expect(html.contains(finding.text(language))) }
    folder.history = [try left.earlier("own", date: "2026-03-01", subject: "P1"), try left.earlier("unnamed")]
    #expect(folder.leftOut.isEmpty)
    #expect(folder.historyBeside.count == 2)
    #expect(MotionPage(folder, language: language).html().contains("0-12-101"))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "שלום \u{202E}abc",
    String(repeating: "long", count: 3000),
  ])
  func whatIsStatedStaysText(_ name: String) throws {
    var scan = ScanDescription()
    (scan.subject, scan.device, scan.session) = (name, name, name)
    var folder = try SimulatedKnee().folder()
    folder.scan = scan.completed(by: folder.scan)
    folder.history = [try SimulatedKnee().earlier(name, date: "2026-01-01")]
    folder.unusable = [name]
    let html = MotionPage(folder).html()
    #expect(!html.contains("<script>alert"))
    #expect(!html.contains("<img src=x"))
    #expect(!html.contains("\u{202E}"))
    #expect(!html.contains(String(repeating: "long", count: 60)))
  }

  /// A long recording does not make a large page, and its lowest and highest frames are drawn.
  @Test func aLongCurveIsThinned() {
    print("seed 7")
    var random = Noise(seed: 7)
    var values = (0..<100_000).map { _ in random.normal() }
    values[77_777] = 99
    values[33_333] = -99
    values[50_000] = .nan
    let chosen = AngleDrawing.thinned(values, most: 3000)
    #expect(chosen.count <= 4500)
    #expect(chosen == chosen.sorted())
    #expect(Set(chosen).count == chosen.count)
    #expect(chosen.contains(77_777))
    #expect(chosen.contains(33_333))
    #expect(chosen.contains(50_000))
    #expect(AngleDrawing.thinned([1, 2, 3], most: 3) == [0, 1, 2])
  }

  /// The frames of a value by their first name and how many more there are; repeats with what did not settle.
  @Test func valuesAndRepeatsHaveTheirFrames() throws {
    let measured = try SimulatedKnee().measured()
    var root = try #require(try JSONSerialization.jsonObject(with: measured.result.json()) as? [String: Any])
    var values = try #require(root["values"] as? [String: Any])
    for (key, frames) in [("start", [String]()), ("minimum", ["one"]), ("maximum", ["two", "b", "c"])] {
      var value = try #require(values[key] as? [String: Any])
      value["frames"] = frames
      values[key] = value
    }
    root["values"] = values
    let one: [String: Any] = ["far_degrees": 101.5, "far_frame": "far", "is_complete": false]
    let two: [String: Any] = [
      "far_degrees": 102.5, "near_degrees": -3.5, "far_frame": "f2", "near_frame": "n2", "is_complete": true,
    ]
    root["repeats"] = [one, two] + [[String: Any]](repeating: two, count: 31)
    let page = { (root: [String: Any]) in
      MotionPage(try MotionFolder(files: [("motion.json", try JSONSerialization.data(withJSONObject: root))])).html()
        .replacing("\n", with: "")
    }
    let html = try page(root)
    #expect(html.contains("<td class=\"after\"><bdi>one</bdi></td>"))
    #expect(html.contains("<td class=\"after\"><bdi>two</bdi> +2</td>"))
    #expect(html.contains("<td class=\"after\">–</td></tr>"), "start has no frame")
    let first =
      "<td>1</td><td class=\"number withheld\">not settled</td><td class=\"number\">101.5°</td><td class=\"after\">–</td>"
    #expect(html.contains(first + "<td class=\"after\"><bdi>far</bdi></td><td class=\"after\">no</td>"))
    let minus = Language.english.number(-3.5, digits: 1)
    let second = "<td>2</td><td class=\"number\">\(minus)°</td><td class=\"number\">102.5°</td>"
    #expect(html.contains(second + "<td class=\"after\"><bdi>n2</bdi></td><td class=\"after\"><bdi>f2</bdi></td>"))
    #expect(html.contains("<td>30</td>") && !html.contains("<td>31</td>"))
    #expect(html.contains("and 3 more, in motion.json"))
    root["repeats"] = [[String: Any]](repeating: two, count: 30)
    #expect(try !page(root).contains("more, in motion.json"))
    #expect(html.contains("There are enough repeats"))
    root["supports_change"] = false
    #expect(try page(root).contains("There are too few settled repeats"))
  }

  @Test func whatNothingIsSaidOfHasNoList() throws {
    let folder = try SimulatedKnee().folder()
    var root = try #require(try JSONSerialization.jsonObject(with: folder.result.json()) as? [String: Any])
    root["findings"] = [Any]()
    let html = MotionPage(
      try MotionFolder(files: [("motion.json", try JSONSerialization.data(withJSONObject: root))])
    ).html()
    #expect(html.contains("There is nothing to say."))
    #expect(!html.contains("<li>"))
    #expect(page(folder).contains("There is nothing to say.") == folder.result.findings.isEmpty)
  }
}
