import Diagnostics
import Foundation
import Movement
import Testing

@testable import MovementReports

/// Speeds and times of a neck in its report.
@Suite struct PaceTableTests {
  private func files() throws -> [(name: String, content: Data)] { try SimulatedTurn().measured().files() }

  private func page(_ files: [(name: String, content: Data)], _ language: Language = .english) throws -> String {
    MotionPage(try MotionFolder(files: files), language: language).html()
  }

  @Test func aReportListsSpeedsAndTimesWithIntervals() throws {
    let (english, german) = (try page(files()), try page(files(), .german))
    #expect(english.contains("mean speed from end to end"))
    #expect(english.contains("on the left side"))
    #expect(english.contains("A head is on a side beyond 5°"))
    #expect(german.contains("mittlere Geschwindigkeit von Ende zu Ende"))
    #expect(german.contains("auf der linken Seite"))
    let knee = SimulatedKnee()
    let other = try page(knee.measured().files(knee.sequence))
    #expect(!other.contains("Speed and time"))
  }

  /// `motion.json` with a key below another one replaced.
  private func changed(_ group: String, _ key: String, _ value: Any?) throws -> Data {
    let text = try #require(try files().first { $0.name == "motion.json" }?.content)
    var root = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    var part = try #require(root[group] as? [String: Any])
    #expect(part[key] != nil)
    part[key] = value
    root[group] = part
    return try JSONSerialization.data(withJSONObject: root)
  }

  private func folder(_ content: Data) throws -> MotionFolder {
    try MotionFolder(files: try files().filter { $0.name != "motion.json" } + [("motion.json", content)])
  }

  @Test func impossibleSpeedsAndTimesAreRefused() throws {
    let changes: [(String, String, Any)] = [
      ("speed", "mean_ci95", [1.0]), ("speed", "mean_ci95", [Double]()), ("speed", "mean_ci95", [200.0, 1]),
      ("speed", "peak_ci95", [0.0, 1e300]), ("speed", "mean_deg_s", -1), ("speed", "mean_deg_s", 1e6),
      ("time_to_side_s", "left_ci95", [1.0, 2, 3]), ("time_to_side_s", "left", 1e12),
      ("time_to_side_s", "unseen", -3),
    ]
    for (group, key, value) in changes {
      #expect(throws: MotionFolderError.self, "\(key) \(value)") { try folder(changed(group, key, value)) }
    }
    #expect(try folder(changed("speed", "movements", 1)).result.joint == .neck, "the helper changes nothing else")
  }

  /// Speeds of before there were intervals were defined otherwise: they are not shown as those of today.
  @Test func speedsWithoutIntervalsAreNotShown() throws {
    let folder = try folder(changed("speed", "mean_ci95", nil))
    let html = MotionPage(folder).html()
    #expect(!html.contains("mean speed from end to end"))
    #expect(html.contains("greatest speed from end to end"))
  }

  /// Each value with its unit between the ends of its interval.
  @Test func intervalsStandFromLowToHigh() throws {
    let result = try SimulatedTurn().measured().result
    let html = PaceTable(result: result, language: .english).markup.source.replacing("\n", with: "")
    #expect(result.pace.count >= 3)
    for row in result.pace {
      let text = { (number: Double) in Language.english.number(number, digits: row.decimals) + " " + row.unit }
      let name = Language.english.term(row.key, of: "motion_pace")
      let start = try #require(html.range(of: name)?.upperBound, "\(name)")
      let cells = html[start...].prefix(300)
      #expect(cells.contains("<td class=\"number\">\(text(row.estimate.value))</td>"), "\(cells)")
      let interval = row.estimate.ci95.map { "\(text($0.lowerBound)) to \(text($0.upperBound))" } ?? "–"
      #expect(cells.contains(">\(interval)</td>"), "\(cells)")
    }
  }

  @Test func aSpeedBelowZeroIsRefused() throws {
    #expect(throws: MotionFolderError.self) { try folder(changed("speed", "mean_ci95", [-5.0, 1000])) }
    #expect(throws: MotionFolderError.self) { try folder(changed("speed", "mean_ci95", [0.0, 1.1e9])) }
    #expect(try folder(changed("speed", "mean_ci95", [0.0, 1e9])).result.joint == .neck)
  }
}
