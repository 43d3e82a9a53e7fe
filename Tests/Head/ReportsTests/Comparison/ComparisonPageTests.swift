import Analysis
import Diagnostics
import Geometry
import TestSupport
import Testing

@testable import Reports

/// What the page of a comparison says, and what of it has room on paper.
@Suite struct ComparisonPageTests {
  /// So many visits whose measures have all changed from 1 to 2.
  private func change(_ count: Int) throws -> HeadChange {
    let comparison = try HeadChangeTests.comparison()
    let labels = Visit.labels(count)
    let visits = labels.indices.map { number in
      Visit(name: "scan \(number)", flattened: nil, date: "2026-0\(number + 1)-15")
    }
    let changes = HeadChange.pairs(count).map { a, b in
      var change = ScanChange(comparison, a: labels[a], b: labels[b])
      for name in MeasureName.allCases { change.changes[name.rawValue] = .init(a: 1, b: 2, change: 1, unit: name.unit) }
      change.findings = []
      return change
    }
    let choices = ScanResult(try SampleResult.measures()).protocol
    return HeadChange(visits, order: .date, comparisons: changes, choices: choices)
  }

  private func html(_ change: HeadChange) throws -> String {
    try ComparisonPage(ComparisonContent(change, overlay: nil)).html()
  }

  private func paper(_ change: HeadChange) throws -> String {
    try ComparisonPage(ComparisonContent(change, overlay: nil)).paper()
  }

  /// The part of a text from some words on, up to the next heading.
  private func part(_ page: String, from words: String) throws -> String {
    let start = try #require(page.range(of: words)).upperBound
    let end = page.range(of: "<h2", range: start..<page.endIndex)?.lowerBound ?? page.endIndex
    return String(page[start..<end])
  }

  /// The text of each element of a name.
  private func texts(_ name: String, in source: String) -> [String] {
    DrawnShape.all(in: source).filter { $0.name == name }.map(\.text)
  }

  private func growthRows(_ page: String) throws -> [String] {
    texts("th", in: try part(page, from: "Growth, and shape apart from it")).filter { $0.contains("→") }
  }

  @Test func everyVisitIsComparedInItsPlace() throws {
    let change = try change(5)
    let pair = { (change: ScanChange?) in change.map { $0.a + $0.b } }
    #expect((0..<5).map { pair(change.sinceFirst($0)) } == [nil, "AB", "AC", "AD", "AE"])
    #expect((0..<5).map { pair(change.sinceBefore($0)) } == [nil, "AB", "BC", "CD", "DE"])
    #expect(change.whole.a == "A" && change.whole.b == "E" && change.visits.map(\.label) == ["A", "B", "C", "D", "E"])
  }

  /// On paper the first visit and the last three, the last three changes since the first and the last step.
  @Test func paperHasRoomForTheLast() throws {
    let change = try change(6)
    let paper = try paper(change)
    #expect(try growthRows(paper) == ["A → D", "A → E", "A → F", "E → F"])
    let visits = try part(paper, from: "Who and when")
    #expect(texts("th", in: visits).filter { $0.count == 1 } == ["A", "D", "E", "F"])
    #expect(visits.contains("Not listed on paper: 2 between the first and these."))
    let screen = try html(change)
    #expect(
      try growthRows(screen) == ["A → B", "A → C", "A → D", "A → E", "A → F", "B → C", "C → D", "D → E", "E → F"])
    let all = try part(screen, from: "Who and when")
    #expect(texts("th", in: all).filter { $0.count == 1 } == ["A", "B", "C", "D", "E", "F"])
    #expect(!all.contains("Not listed"))
    // All but the whole are folded away.
    #expect(
      texts("summary", in: try part(screen, from: "From visit to visit")).filter { $0.contains("→") }
        == ["A → B", "A → C", "A → D", "A → E", "B → C", "C → D", "D → E", "E → F"])
    #expect(!paper.contains("<details") && !paper.contains("<script"))
  }

  @Test func fewVisitsAreAllOnPaper() throws {
    let two = try paper(change(2))
    #expect(try growthRows(two) == ["A → B"])
    let four = try paper(change(4))
    #expect(try growthRows(four) == ["A → B", "A → C", "A → D", "C → D"])
    #expect(texts("th", in: try part(four, from: "Who and when")).filter { $0.count == 1 } == ["A", "B", "C", "D"])
    #expect(!four.contains("Not listed"))
    #expect(four.contains("Head shape compared over 4 visits"))
    #expect(try !html(change(2)).contains("From visit to visit"))
  }

  /// What no visit states is told below the table.
  @Test func whatIsStatedIsAColumn() throws {
    let base = try change(2)
    var visits = base.visits
    (visits[1].subject, visits[1].device, visits[1].ageMonths) = ("K7", "phone", 4.26)
    let change = HeadChange(visits, order: .date, comparisons: base.comparisons, choices: base.protocol)
    let who = try part(html(change), from: "Who and when")
    #expect(
      texts("th", in: who).filter { $0.count > 1 } == ["Visit", "Date", "Age, months", "Device", "Scan", "Flattened"])
    #expect(texts("bdi", in: who) == ["K7", "2026-01-15", "scan 0", "2026-02-15", "4.3", "phone", "scan 1"])
    #expect(who.contains("The visits stand in the order of their dates. Not stated: Session"))
    var given = change
    given.order = .given
    #expect(try html(given).contains("Not every visit has a date"))
    #expect(try part(html(base), from: "Subject: ").hasPrefix("<span class=\"quiet\">not stated</span>"))
    // Two subjects are both named.
    (visits[0].subject, visits[1].device) = ("K8", "a phone with a name")
    let two = HeadChange(visits, order: .date, comparisons: base.comparisons, choices: base.protocol)
    #expect(try part(html(two), from: "Subject: ").hasPrefix("<bdi>K7</bdi>\n, <bdi>K8</bdi>\n</h2>"))
    #expect(try texts("bdi", in: part(html(two), from: "Who and when")).contains("a phone with a name"))
    // Of a long name 14 letters are left on paper and 40 on screen, without the middle.
    visits[1].device = String(repeating: "n", count: 60)
    let long = HeadChange(visits, order: .date, comparisons: base.comparisons, choices: base.protocol)
    for (page, count) in [(try html(long), 40), (try paper(long), 14)] {
      let half = String(repeating: "n", count: count / 2)
      #expect(try texts("bdi", in: part(page, from: "Who and when")).contains(half + "…" + half), "\(count)")
    }
  }

  @Test func theSizeIsToldWithItsInterval() throws {
    var change = try change(2)
    change.whole.growth = Estimate(1.0205, ci95: 1.01...1.031)
    change.whole.vault.distance = .init(meanMm: 1.5, rmsMm: 1.6, p5Mm: -0.4, medianMm: 1.4, p95Mm: 2.5, seen: 0.9)
    change.whole.vault.shape = .init(meanMm: -0.1, rmsMm: 0.37, p5Mm: -1, medianMm: 0, p95Mm: 1, seen: 0.9)
    change.whole.registration.rmsMm = 0.21
    let page = try html(change)
    #expect(page.contains("Size +2.05 %, 95 % +1.00 to +3.10; change of shape 0.37"))
    let growth = texts("td", in: try part(page, from: "Growth, and shape apart from it"))
    #expect(growth == ["+2.05", "+1.00 to +3.10", "+1.50", "1.60", "0.37", "0.21"])
    let regions = texts("td", in: try part(page, from: "Distance of B from A by region"))
    #expect(Array(regions.dropFirst().prefix(5)) == ["+1.50", "1.60", "−0.40 to +2.50", "0.37", "−0.10"])
    let text = change.whole.sizeText(.english)
    #expect(text.contains("fit 0.21") && text.hasSuffix("\nSize +2.05 % [+1.00, +3.10]\n"))
    let lines = change.whole.distancesTable(.english).split(separator: "\n")
    #expect(lines[1].split(separator: " ").suffix(2) == ["0.37", "−0.10"])
    #expect(lines[1].contains("+1.50") && lines[1].contains("1.60") && lines[1].contains("−0.40 to +2.50"))
    #expect(lines.count == 2 + change.whole.regions.count)
    change.whole.growth = nil
    #expect(try texts("td", in: part(html(change), from: "Growth, and shape apart from it"))[0] == "withheld")
    #expect(change.whole.sizeText(.english).hasSuffix("\nSize withheld: not known to be one head\n"))
  }

  /// The CVAI has a second line with its side.
  @Test func everyMeasureHasItsLine() throws {
    var change = try change(2)
    var cvai = ScanChange.Change(a: 9.09, b: 5.37, change: -3.72, unit: "%")
    (cvai.ci95, cvai.smallestDetectable, cvai.detected) = ([-4.5, -2.9], 1.5, true)
    cvai.signed = .init(a: -9.09, b: 5.37, change: 14.46, ci95: [13, 15.9], smallestDetectable: 1.7, detected: false)
    change.whole.changes["cvai"] = cvai
    var (lost, other) = (Finding(.surfaceBelowBase), Finding(.frameNone))
    (lost.measures, other.measures) = (["cva"], ["length"])
    change.whole.findings = [other, lost]
    change.whole.changes["cva"] = .init(a: 3, b: nil, change: nil, unit: "mm", reason: "lost")
    let cells = texts("td", in: try part(html(change), from: "What has changed from A to B"))
    let at = try #require(cells.firstIndex(of: "CVAI"))
    #expect(
      Array(cells[at..<(at + 8)]) == ["CVAI", "9.09", "5.37", "−3.72", "%", "−4.50 to −2.90", "1.50", "▼ changed"])
    #expect(
      Array(cells[(at + 8)..<(at + 16)])
        == ["CVAI, signed", "−9.09", "+5.37", "+14.46", "%", "+13.00 to +15.90", "1.70", "= within error"])
    let cva = try #require(cells.firstIndex(of: "CVA"))
    #expect(Array(cells[cva..<(cva + 4)]) == ["CVA", "3.00", "–", "withheld (2)"])
    #expect(try DrawnShape.all(in: html(change), style: "detected").count == 1)
    // The same in a terminal.
    let rows = change.table().split(separator: "\n")
    let row = try #require(rows.first { $0.hasPrefix("CVAI ") })
    #expect(row.contains("[−4.50, −2.90]") && row.hasSuffix("changed") && row.contains(" 1.50 "))
    #expect(try #require(rows.first { $0.hasPrefix("CVA ") }).hasSuffix("withheld (2)"))
  }

  /// Other pairs of which more is withheld are named beside the state of the whole.
  @Test func theStateNamesOtherPairs() throws {
    var change = try change(3)
    #expect(try html(change).contains("<strong>Compared: nothing withheld.</strong>"))
    change.comparisons[0].changes["volume"]?.change = nil
    #expect(try html(change).contains("<strong>Compared: nothing withheld; more is withheld of A → B.</strong>"))
    #expect(change.status == .complete)
    change.comparisons[0].isDoubtful = true
    #expect(change.status == .incomplete)
  }

  /// Each text once, the whole's first, with the measures of all.
  @Test func findingsAreToldOnce() throws {
    var change = try change(3)
    var (one, same) = (Finding(.surfaceBelowBase), Finding(.surfaceBelowBase))
    (one.measures, same.measures) = (["cva"], ["length", "cva"])
    change.whole.findings = [one]
    change.comparisons[0].findings = [Finding(.frameNone), same]
    change.remarks = [Finding(.frameNone), Finding(.measureMissing)]
    #expect(change.findings.map(\.code) == [.surfaceBelowBase, .frameNone, .measureMissing])
    #expect(change.findings[0].measures == ["cva", "length"])
  }

  /// The values side by side, with their changes since the first visit and since the one before.
  @Test func theVisitsStandSideBySide() throws {
    let base = try change(3)
    var visits = base.visits
    for (number, value) in [9.09, 5.37, 8.09].enumerated() {
      visits[number].measures["cvai"] = .init(value: value, unit: "%", ci95: nil)
    }
    var change = HeadChange(visits, order: .date, comparisons: base.comparisons, choices: base.protocol)
    // A → B, A → C, B → C.
    for (number, (a, b)) in [(9.09, 5.37), (9.09, 8.09), (5.37, 8.09)].enumerated() {
      var cvai = ScanChange.Change(a: a, b: b, change: b - a, unit: "%")
      cvai.detected = number != 1
      change.comparisons[number].changes["cvai"] = cvai
    }
    let lines = change.table().split(separator: "\n").map(String.init)
    let at = try #require(lines.firstIndex { $0.hasPrefix("CVAI ") })
    let cells = { (line: String) in
      line.split(separator: "  ").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }
    #expect(cells(lines[at]) == ["CVAI", "%", "9.09", "5.37", "8.09"])
    #expect(cells(lines[at + 1]) == ["since the first", "%", "−3.72 ▼", "−1.00 ="])
    #expect(cells(lines[at + 2]) == ["since the one before", "%", "−3.72 ▼", "+2.72 ▲"])
    #expect(try !self.change(2).table().contains("since the first"))
  }

  @Test func withoutAFaceToLeaveOutThereIsNoHead() throws {
    var content = ComparisonContent(try change(2), overlay: nil, scenes: [nil])
    let words = "Without landmarks nobody knows where the face is"
    #expect(try !ComparisonPage(content).html().contains(words))
    content.isDefaced = true
    #expect(try ComparisonPage(content).html().contains(words))
    content.scenes = []
    #expect(try !ComparisonPage(content).html().contains(words))
  }

  /// By the time between two scans, and among other children.
  @Test func growthAmongOthersIsALine() throws {
    var change = try change(2).whole
    #expect(change.growthLine(.english) == nil && change.monthly(.english) == nil)
    change.changes["cva"] = .init(a: 3, b: 6, change: 3, unit: "mm", ci95: [2, 4.5])
    let taken = change.taking(days: 91.3125)
    #expect(taken.months == 3)
    #expect(taken.changes["cva"]?.aMonth?.change == 1)
    #expect(try #require(taken.monthly(.english)).contains("CVA +1.00 mm [+0.67, +1.50]"))
    // From 2 to 4 months boys grow by 30 mm, with a tenth of that as deviation.
    let cells = [
      ["sex", "from_month", "to_month", "l", "m", "s"], ["1", "2", "4", "1", "3", "0.1"],
      ["1", "3", "5", "1", "4", "0.1"],
    ]
    let table = try IncrementTable.read(cells, version: "1", file: "t")
    let told = change.taking(table.score(Estimate(33, ci95: 31.5...34.5), ages: (2, 4), .male))
    #expect(told.increment?.z == 1 && told.increment?.ci95 == [0.5, 1.5] && told.increment?.findings == nil)
    #expect(try #require(told.growthLine(.english)).hasSuffix(": z 1.00 [+0.50, +1.50]."))
    let withheld = change.taking(table.score(Estimate(33, ci95: nil), ages: (2, 4), .male))
    #expect(withheld.increment?.z == nil && withheld.increment?.findings?.count == 1)
    #expect(try #require(withheld.growthLine(.english)).contains(" withheld: "))
  }

  /// The growth of the fit with its interval, and the changes as they were found.
  @Test func whatWasFoundIsWritten() throws {
    let comparison = try HeadChangeTests.comparison()
    let change = ScanChange(comparison)
    let (fit, growth) = (comparison.registration, try #require(change.growth))
    #expect(abs(growth.value - fit.growth) < 1e-4 && change.a == "A" && change.b == "B" && !change.isDoubtful)
    // The 97.5 % point of the normal distribution.
    let half = 1.95996 * fit.growthDeviation
    let ends = try #require(growth.ci95)
    #expect(abs(ends.lowerBound - (fit.growth - half)) < 1.1e-4 && abs(ends.upperBound - (fit.growth + half)) < 1.1e-4)
    for (told, found) in [
      (change.vault.distance, comparison.vault.distance), (change.vault.shape, comparison.vault.shape),
    ] {
      let pairs = [
        (told.meanMm, found.mean), (told.rmsMm, found.rms), (told.p5Mm, found.low), (told.medianMm, found.median),
        (told.p95Mm, found.high),
      ]
      for (millimetres, metres) in pairs { #expect(abs(millimetres - 1000 * metres) < 0.00051) }
      #expect(abs(told.seen - found.seen) < 0.000051)
    }
    #expect(change.registration.method == fit.method.rawValue)
    #expect(abs(change.registration.rmsMm - 1000 * fit.rms) < 0.00051)
    let rows = fit.aFromB.rotation.rows
    for (told, row) in zip(change.registration.rotation, [rows.0, rows.1, rows.2]) {
      #expect(zip(told, [row.x, row.y, row.z]).allSatisfy { abs($0 - $1) < 0.51e-9 })
    }
    #expect(Set(change.regions.keys) == Set(comparison.regions.keys.map(\.rawValue)))
    for found in comparison.changes {
      let told = try #require(change.changes[found.name.rawValue])
      #expect(abs((told.a ?? 0) - (found.before.value ?? 0)) < 0.000051)
      #expect(abs((told.b ?? 0) - (found.after.value ?? 0)) < 0.000051)
      #expect((told.ci95 == nil) == (found.ci95 == nil) && told.detected == found.isDetected, "\(found.name)")
      if let ci95 = told.ci95, let interval = found.ci95 {
        #expect(abs(ci95[0] - interval.lowerBound) < 0.000051 && abs(ci95[1] - interval.upperBound) < 0.000051)
      }
      if let ci95 = told.signed?.ci95, let interval = found.signed?.ci95 {
        #expect(abs(ci95[0] - interval.lowerBound) < 0.000051 && abs(ci95[1] - interval.upperBound) < 0.000051)
      }
    }
  }
}
