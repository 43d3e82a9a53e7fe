import Foundation
import TestSupport
import Testing
import Workers

@testable import CapSheets

/// The rule of a planned cap on simulated heads.
@Suite(.slow) struct CapViewTests {
  @Test func aPlannedCapShowsEightMarkersFromEverySide() throws {
    let views = try CapViews(circumferenceCm: 52, sizeMm: 16, workers: Workers(count: 2))
    for axis in views.axes(about: 7) {
      let count = try views.count(from: axis)
      #expect(count.shown >= 8, "\(count) from \(axis)")
      #expect(count.detected >= 8, "\(count) from \(axis)")
    }
  }

  /// With `CALVARIA_WRITE_PAGES` in the environment: the table of the evaluation, some minutes.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["CALVARIA_WRITE_PAGES"] != nil))
  func thePageOfTheEvaluationIsWritten() throws {
    let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)
    var lines: [String] = []
    for size in [16.0, 18] {
      for circumference in [34.0, 38, 43, 47, 52] {
        let views = try CapViews(circumferenceCm: circumference, sizeMm: size, workers: workers)
        let axes = views.axes(about: 40)
        let counts = try axes.map { try views.count(from: $0) }
        let (shown, detected) = (counts.map(\.shown).sorted(), counts.map(\.detected).sorted())
        lines.append(
          "| \(Int(size)) | \(Int(circumference)) | \(views.plan.ids.count) | \(axes.count) | \(shown[0]) | "
            + "\(shown[shown.count / 2]) | \(shown.count { $0 < 8 }) | \(detected[0]) | "
            + "\(detected[detected.count / 2]) | \(detected.count { $0 < 8 }) |")
      }
    }
    let page = SharedMaterial.packageRoot.appendingPathComponent("Docs/evaluation/cap-sheets.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let parts = text.components(separatedBy: "<!-- table -->\n")
    try #require(parts.count == 3)
    let head =
      "| marker mm | circumference cm | markers | views | shown: least | median | below 8 | detected: least | median | "
      + "below 8 |\n" + String(repeating: "| ---: ", count: 10) + "|\n"
    let table = head + lines.joined(separator: "\n") + "\n"
    try Data([parts[0], table, parts[2]].joined(separator: "<!-- table -->\n").utf8).write(to: page)
  }
}
