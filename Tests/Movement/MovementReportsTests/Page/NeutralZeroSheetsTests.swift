import Diagnostics
import Files
import Foundation
import Movement
import Testing

@testable import MovementReports

/// The printed sheets of the neutral-zero method.
@Suite struct NeutralZeroSheetsTests {
  /// The cells of a row of the sheet of legs.
  private func cells(_ folder: MotionFolder, _ joint: String, _ pair: String) throws -> [String] {
    let paper = MotionPage(folder).paper().replacingOccurrences(of: "\n", with: "")
    let sheet = try #require(paper.range(of: "Neutral-zero method: lower limb"))
    let start = try #require(
      paper.range(of: "<td>\(joint)</td><td>\(pair)</td>", range: sheet.upperBound..<paper.endIndex))
    let end = try #require(paper.range(of: "</tr>", range: start.upperBound..<paper.endIndex))
    return paper[start.upperBound..<end.lowerBound].components(separatedBy: "</td>").dropLast().map { String($0) }
  }

  private let pair = "extension – flexion"

  @Test func aResultStandsUnderItsSideAndEffort() throws {
    for (side, effort, place) in [
      (BodySide.right, MotionEffort.active, 0), (.right, .passive, 1), (.left, .active, 2), (.left, .passive, 3),
    ] {
      var knee = SimulatedKnee(side: side)
      knee.effort = effort
      let row = try cells(knee.folder(), "Knee", pair)
      #expect(row.count == 5)
      #expect(row.indices.filter { row[$0].contains("5-0-119") } == [place], "\(side), \(effort): \(row)")
    }
    // Where nobody said who moved it, the cells of a side are one.
    let row = try cells(SimulatedKnee().folder(), "Knee", pair)
    #expect(row.count == 4 && row[0].contains("colspan=\"2\"") && row[0].contains("not stated"))
    #expect(
      try cells(SimulatedKnee().folder(), "Hip", pair) == ["<td>", "<td>", "<td>", "<td>", "<td class=\"quiet\">"])
  }

  @Test func earlierResultsStandWithDayAndEffort() throws {
    var folder = try SimulatedKnee().folder()
    var old = SimulatedKnee(near: 12, far: 90, side: .left)
    old.effort = .passive
    folder.history = [
      try old.earlier("old", date: "2026-01-02"), try SimulatedKnee(far: 70).earlier("new", date: "2026-02-03"),
    ]
    let earlier = try #require(try cells(folder, "Knee", pair).last)
    let (new, before) = (
      try #require(earlier.range(of: "right 5-0-71 (2026-02-03)")),
      try #require(earlier.range(of: "left 0-12-91 (2026-01-02, passive)"))
    )
    #expect(new.lowerBound < before.lowerBound)
  }

  /// A row has room for four.
  @Test func theLatestEarlierResultsStandInARow() throws {
    var folder = try SimulatedKnee().folder()
    let result = try SimulatedKnee(far: 70).measured().result
    folder.history = (1...6).map {
      EarlierMotion(name: "a", scan: ScanDescription(), result: result, date: "2026-01-0\($0)")
    }
    let earlier = try #require(try cells(folder, "Knee", pair).last)
    #expect((1...6).filter { earlier.contains("2026-01-0\($0)") } == [3, 4, 5, 6])
  }

  /// A sheet is printed where something of it was measured; the screen has none.
  @Test(arguments: Language.allCases) func sheetsArePrintedOnly(_ language: Language) throws {
    let page = MotionPage(try SimulatedKnee().folder(), language: language)
    #expect(!page.html().contains(language.term("lower_limb", of: "sheet_title")))
    #expect(page.paper().contains(language.term("lower_limb", of: "sheet_title")))
    #expect(!page.paper().contains(language.term("upper_limb", of: "sheet_title")))
  }

  @Test func theMessageHoldsTheValuesAndNobody() throws {
    var scan = ScanDescription()
    (scan.subject, scan.date) = ("P017", "2026-03-01")
    let message = MotionPage(try SimulatedKnee().folder(scan: scan), language: .german).message(with: Data("%PDF".utf8))
    let text = String(decoding: message.data, as: UTF8.self)
    let bodies = text.components(separatedBy: "base64\r\n\r\n").dropFirst().map { part in
      Data(base64Encoded: part.components(separatedBy: "\r\n--")[0], options: .ignoreUnknownCharacters)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(bodies.count == 2 && bodies[1] == "%PDF")
    let table = try #require(bodies[0])
    #expect(table.contains("Neutral-0-Methode") && table.contains("5-0-119") && !table.contains("P017"))
    #expect(!text.contains("P017"))
  }
}
