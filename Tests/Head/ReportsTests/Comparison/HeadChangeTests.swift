import Analysis
import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Reports

@Suite struct HeadChangeTests {
  /// The sample head and one 2 % larger, compared once for all tests.
  static func comparison() throws -> HeadComparison { try whole.get() }

  private static let whole = Result { try compared() }

  /// Compared anew, with triangles cut out of both.
  private static func compared(
    without isCut: @escaping (Vector3) -> Bool = { _ in false }
  ) throws -> HeadComparison {
    let scan = { (scale: Double) -> ComparedHead in
      var mesh = SampleResult.mesh(without: isCut)
      mesh.positions = mesh.positions.map { $0 * scale }
      let places = SampleResult.landmarks.estimates.mapValues { $0.position * scale }
      let landmarks = HeadLandmarks(places, standardDeviation: 0.001)
      let measures = try HeadAnalysis.measure(mesh, landmarks: landmarks)
      return ComparedHead(
        try HeadSurface(mesh), landmarks: landmarks, frame: try #require(measures.frame), results: measures.results,
        level: measures.section?.level, bridgedGap: 0.003)
    }
    return try HeadComparison.compare(try scan(1), try scan(1.02), by: .vault)
  }

  func change(_ comparison: HeadComparison? = nil) throws -> HeadChange {
    HeadChange(
      [Visit(name: "march", flattened: nil), Visit(name: "<june>", flattened: nil)],
      comparisons: [ScanChange(try comparison ?? Self.comparison())],
      choices: ScanResult(try SampleResult.measures()).protocol)
  }

  /// The larger head is as oblique as the other one, to the same side.
  @Test func aSignedChangeIsTheDifference() throws {
    let signed = try #require(ScanChange(try Self.comparison()).changes["cvai"]?.signed)
    #expect(abs(signed.a) > 0.5, "\(signed)")
    #expect(abs(signed.change - (signed.b - signed.a)) < 1e-6, "\(signed)")
    #expect(abs(signed.change) < 0.1, "\(signed)")
  }

  @Test func theFileHoldsWhatWasFound() throws {
    let change = try change()
    let json = try #require(try JSONSerialization.jsonObject(with: change.json()) as? [String: Any])
    #expect(json["schema"] as? String == "calvaria/compare/1")
    #expect(json["status"] as? String == "complete")
    let changes = try #require(json["changes"] as? [String: [String: Any]])
    #expect(Set(changes.keys) == Set(MeasureName.allCases.map(\.rawValue)))
    let length = try #require(changes["length"])
    #expect(abs((length["change"] as? Double)! - 0.02 * (length["a"] as? Double)!) < 1e-3)
    #expect((length["smallest_detectable"] as? Double)! > 0)
    #expect((length["ci95"] as? [Double])?.count == 2)
    #expect(try change.json() == self.change(Self.compared()).json())
  }

  /// A research number has a change and an interval, and nobody says whether it has changed.
  @Test func researchNumbersHaveNoVerdict() throws {
    let change = try change()
    let json = try #require(try JSONSerialization.jsonObject(with: change.json()) as? [String: Any])
    let changes = try #require(json["changes"] as? [String: [String: Any]])
    let rows = change.whole.changesTable(.english, numbered: []).split(separator: "\n")
    for name in MeasureName.allCases where changes[name.rawValue]?["change"] is Double {
      let row = try #require(rows.first { $0.hasPrefix(name.listed(.english)) }, "\(name)")
      let hasVerdict = row.hasSuffix("changed") || row.hasSuffix("within error")
      #expect(hasVerdict == !name.isForResearch, "\(row)")
      #expect(changes[name.rawValue]?["detected"] is Bool == !name.isForResearch, "\(name)")
      #expect(changes[name.rawValue]?["smallest_detectable"] is Double, "\(name)")
      #expect(row.contains(" (research)") == name.isForResearch)
    }
    #expect(changes["vno_angle"]?["change"] is Double)
  }

  @Test func theTableSaysWhatHasChanged() throws {
    let text = try change().table()
    #expect(text.contains("Size +2.00 %"))
    #expect(text.contains("landmarks and vault"))
    #expect(text.split(separator: "\n").contains { $0.hasPrefix("CVAI ") && $0.contains("within error") })
    for region in VaultRegion.allCases { #expect(text.contains("\n\(region.rawValue) ")) }
  }

  @Test func theBriefEndsWithTheVerdict() throws {
    var change = try change()
    let last = { change.brief().split(separator: "\n").last.map(String.init) ?? "" }
    #expect(last().hasPrefix("= CVAI ") && last().contains("within error, which explains up to "))
    for (a, b, detected, words) in [
      (
        9.09, 5.37, true as Bool?,
        "▼ CVAI 9.09 % → 5.37 %, −3.72 points: smaller; measurement error explains at most 1.50."
      ),
      (5.37, 9.09, true, "▲ CVAI 5.37 % → 9.09 %, +3.72 points: larger; measurement error explains at most 1.50."),
      (
        5.37, 9.09, nil,
        "? CVAI 5.37 % → 9.09 %, +3.72 points: an interval is missing, so nobody can tell it from error."
      ),
    ] {
      var cvai = ScanChange.Change(a: a, b: b, change: b - a, unit: "%")
      (cvai.detected, cvai.smallestDetectable) = (detected, 1.5)
      change.whole.changes["cvai"] = cvai
      #expect(last() == words)
      #expect(change.brief().split(separator: "\n").count <= 10)
    }
    change.whole.changes["cvai"]?.change = nil
    #expect(change.brief().hasPrefix("Not compared: "))
    #expect(last().hasPrefix("Circumference"))
  }

  /// 11.944 and 6.8049 are printed as 11.94 and 6.80, which differ by 5.14, not by 5.1391.
  @Test func aPrintedChangeIsTheDifferenceOfThePrintedValues() throws {
    var change = try change()
    for (a, b, printed) in [(11.9449, 6.8049, "−5.14"), (1.0051, 1.0149, "0.00"), (0.0049, 0.0051, "+0.01")] {
      change.whole.changes["cva"] = .init(a: a, b: b, change: b - a, unit: "mm")
      let row = try #require(change.table().split(separator: "\n").first { $0.hasPrefix("CVA ") })
      #expect(row.split(separator: " ")[3] == printed, "\(row)")
      let page = try ComparisonPage(ComparisonContent(change, overlay: nil)).html()
      #expect(page.contains("<td class=\"number\">\(printed)</td>"))
    }
  }

  @Test func aWrittenChangeIsTheDifferenceOfTheWrittenValues() throws {
    for (name, change) in try change().whole.changes {
      guard let a = change.a, let b = change.b else { continue }
      #expect(abs(try #require(change.change) - (b - a)) < 1e-9, "\(name)")
    }
  }

  @Test func twoHeadsHaveNoChangeAndNoGrowth() throws {
    var other = SampleResult.mesh()
    other.positions = other.positions.map { $0 * (1 + 0.08 * sin(60 * $0.x) * cos(70 * $0.y)) }
    let scan = { (mesh: Mesh) throws -> ComparedHead in
      let measures = try HeadAnalysis.measure(mesh, landmarks: SampleResult.landmarks)
      return ComparedHead(
        try HeadSurface(mesh), landmarks: SampleResult.landmarks, frame: try #require(measures.frame),
        results: measures.results, level: measures.section?.level, bridgedGap: 0.003)
    }
    let comparison = try HeadComparison.compare(try scan(SampleResult.mesh()), try scan(other), by: .surface)
    let two = HeadChange(
      [Visit(name: "one", flattened: nil), Visit(name: "other", flattened: nil)],
      comparisons: [ScanChange(comparison)], choices: ScanResult(try SampleResult.measures()).protocol)
    let json = try #require(try JSONSerialization.jsonObject(with: two.json()) as? [String: Any])
    #expect(json["status"] as? String == "incomplete")
    #expect(json["growth"] is NSNull)
    #expect((json["compared"] as? [String: Any])?["state"] as? String == "not_measured")
    #expect(two.table().contains("Not compared: CVAI withheld.\nA and B are not known to be one head"))
    #expect(two.table().contains("Size withheld"))
    #expect(!two.table().contains("changed"))
    let page = try ComparisonPage(
      ComparisonContent(two, overlay: SectionOverlay([comparison], labels: ["A", "B"]))
    ).html()
    #expect(page.contains("<span class=\"badge not_measured\">not compared</span>"))
  }

  @Test func aGapWithholdsAChange() throws {
    let change = try change(Self.compared { $0.y < -0.06 && abs($0.z - 0.027) < 0.012 })
    #expect(change.status == .incomplete)
    #expect(change.whole.changes["cvai"]?.change == nil)
    #expect(change.whole.changes["cvai"]?.reason?.contains("A: ") == true)
    #expect(change.whole.changes["cvai"]?.code == "section.gap")
    #expect(change.table().contains("CVAI withheld"))
  }

  /// Paper has what it points to, and each of its sheets says whose it is and when.
  @Test(arguments: [1, 3]) func paperHasAllFindingsAndSaysWhoseItIsOnEverySheet(_ count: Int) throws {
    let visits = ["2026-03-01", "2026-06-02"].map { day in
      var visit = Visit(name: day, flattened: nil, date: day)
      visit.subject = "K7"
      return visit
    }
    let base = try change()
    var change = HeadChange(visits, comparisons: base.comparisons, choices: base.protocol)
    let said = [FindingCode.comparisonShrunk, .comparisonSideChanged, .comparisonReordered].prefix(count)
    (change.whole.findings, change.remarks) = ([], said.map { Finding($0, severity: .note) })
    let paper = try ComparisonPage(ComparisonContent(change, overlay: nil)).paper()
    let sheets = paper[paper.range(of: "<body")!.lowerBound...].components(separatedBy: "<section").dropFirst()
    #expect(sheets.count == (count > 1 ? 3 : 2) && sheets.first!.contains("under Findings") == (count > 1))
    for sheet in sheets.dropFirst() {
      #expect(sheet.contains("running"))
      #expect(sheet.contains("K7"))
      #expect(sheet.contains("2026-03-01 – 2026-06-02"))
    }
    let rest = try #require(sheets.last)
    for finding in change.findings where count > 1 {
      #expect(rest.contains(finding.sentence(.english).prefix(20)), "\(finding.code)")
    }
  }

  @Test func theDrawingIsOneFileWithBothHeads() throws {
    let overlay = try #require(SectionOverlay([try Self.comparison()], labels: ["A", "B"]))
    let svg = overlay.svg
    for part in [
      "xmlns=\"http://www.w3.org/2000/svg\"", ">A<", ">B<", "grid 10 mm", "÷ 1.020", "front", "left",
    ] {
      #expect(svg.contains(part), "\(part)")
    }
    #expect(svg.components(separatedBy: "<polygon").count == 5)
    let parser = XMLDocumentCheck(svg)
    #expect(parser.isWellFormed)
    let page = try ComparisonPage(ComparisonContent(try change(), overlay: overlay)).html()
    #expect(page.contains("&lt;june&gt;"))
    #expect(!page.contains("<june>"))
    #expect(page.contains("<svg"))
    let without = try ComparisonPage(ComparisonContent(try change(), overlay: nil)).html()
    #expect(without.contains("A section is missing"))
  }
}

/// Whether tags are closed in order.
private struct XMLDocumentCheck {
  let isWellFormed: Bool

  init(_ text: String) {
    var open: [Substring] = []
    var sound = true
    for tag in text.matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) {
      if tag.1 == "/" { sound = sound && open.popLast() == tag.2 } else if tag.3 != "/" { open.append(tag.2) }
    }
    isWellFormed = sound && open.isEmpty
  }
}

/// Codes that modules above declare.
extension FindingCode {
  fileprivate static let comparisonReordered = FindingCode("comparison.reordered")
}
