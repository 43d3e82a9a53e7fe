import Diagnostics
import Foundation
import Movement
import Testing

@testable import MovementReports

/// Ranges of motion against each other.
@Suite struct MotionComparisonTests {
  private func value(_ degrees: Double, _ low: Double, _ high: Double, covers: [String] = ["noise", "repeats"]) throws
    -> MotionValue
  {
    let root: [String: Any] = ["degrees": degrees, "ci95": [low, high], "plateaus": 3, "frames": [], "covers": covers]
    return try JSONDecoder().decode(MotionValue.self, from: JSONSerialization.data(withJSONObject: root))
  }

  @Test func aChangeHasItsClosedForm() throws {
    let change = MotionChange(from: try value(10, 8, 12), to: try value(20, 17, 23), hasVerdict: true)
    #expect(change.degrees == 10)
    #expect(change.verdict == .changed)
    #expect(change.covers == ["noise", "repeats"])
    #expect(abs(change.ci95[0] - (10 - 13.0.squareRoot())) < 1e-3)
    #expect(abs(change.ci95[1] - (10 + 13.0.squareRoot())) < 1e-3)
    // Uneven intervals: the lower limit has b's lower and a's upper part.
    let uneven = MotionChange(from: try value(0, -1, 4), to: try value(0, -3, 2), hasVerdict: true)
    #expect(abs(uneven.ci95[0] + 5) < 1e-3)
    #expect(abs(uneven.ci95[1] - 5.0.squareRoot()) < 1e-3)
    #expect(uneven.verdict == .withinError)
    #expect(MotionChange(from: try value(10, 8, 12), to: try value(20, 17, 23), hasVerdict: false).verdict == nil)
    let noise = try value(20, 17, 23, covers: ["noise"])
    #expect(
      MotionChange(from: try value(10, 8, 12), to: noise, hasVerdict: true).verdict == nil, "repeats are not covered")
  }

  /// Intervals of normal values with known deviations hold 95 % of true changes.
  @Test func intervalsHoldWhatTheySay() throws {
    print("seed 11")
    var random = Noise(seed: 11)
    let (count, a, b) = (4000, 1.5, 0.7)
    var held = 0
    for _ in 0..<count {
      let (x, y) = (30 + a * random.normal(), 37 + b * random.normal())
      let change = MotionChange(
        from: try value(x, x - 1.96 * a, x + 1.96 * a), to: try value(y, y - 1.96 * b, y + 1.96 * b), hasVerdict: true)
      if change.ci95[0] <= 7, 7 <= change.ci95[1] { held += 1 }
    }
    let share = Double(held) / Double(count)
    #expect(share > 0.938, "\(share)")
    #expect(share < 0.962, "\(share)")
  }

  private func codes(_ comparison: MotionComparison) -> Set<FindingCode> { Set(comparison.findings.map(\.code)) }

  @Test func aLargeChangeIsSeenAndASmallOneIsNot() throws {
    let first = try SimulatedKnee(noise: 0.5, seed: 3).earlier("a.json", date: "2026-01-01")
    let less = try SimulatedKnee(far: 80, noise: 0.5, seed: 4).earlier("b.json", date: "2026-02-01")
    let same = try SimulatedKnee(noise: 0.5, seed: 5).earlier("c.json", date: "2026-03-01")
    // Named in another order: dates count.
    let comparison = MotionComparison([less, same, first])
    #expect(comparison.order == "date")
    #expect(comparison.visits.map(\.name) == ["a.json", "b.json", "c.json"])
    #expect(comparison.changes.map { "\($0.from)\($0.to)" } == ["AB", "AC", "BC"])
    let range = comparison.changes.map { $0.changes["range"] }
    #expect(range[0]?.verdict == .changed)
    #expect(abs((range[0]?.degrees ?? 0) + 38) < 1)
    #expect(range[1]?.verdict == .withinError)
    #expect(range[2]?.verdict == .changed)
    #expect(comparison.status == .complete)
    #expect(codes(comparison) == [.motionChangePoseError])
    let read = try JSONSerialization.jsonObject(with: comparison.json()) as? [String: Any]
    #expect(read?["schema"] as? String == "calvaria/motion-compare/1")
    #expect((read?["changes"] as? [Any])?.count == 3)
    for language in Language.allCases {
      #expect(comparison.table(language).contains(language("compare.changed")))
      let html = MotionComparisonPage(comparison, language: language).html()
      #expect(html.contains(language("report.notice")))
      #expect(html.contains("A → B"))
      #expect(html.contains("figure-history"))
      #expect(!html.contains("<script"))
      #expect(!html.contains("motion."))
      #expect(!html.contains("http://"))
    }
  }

  @Test func whatIsNotTheSameIsNotCompared() throws {
    let knee = try SimulatedKnee().earlier("a.json", subject: "P1")
    let left = try SimulatedKnee(side: .left).earlier("b.json", subject: "P1")
    let other = try SimulatedKnee(far: 90).earlier("c.json", subject: "P2")
    let again = try SimulatedKnee().earlier("a.json")
    let few = try SimulatedKnee(repeats: 2, far: 80).earlier("d.json")
    let still = try SimulatedKnee(repeats: 0).earlier("e.json")
    for (second, code, differences) in [
      (left, FindingCode.motionNotComparable, ["side"]), (other, .motionNotComparable, ["subject"]),
      (again, .motionSameRecording, ["recording"]), (few, .motionNoVerdict, []), (still, .motionValueMissing, []),
    ] {
      let comparison = MotionComparison([knee, second])
      #expect(codes(comparison).contains(code), "\(second.name)")
      #expect(comparison.changes[0].differences == differences)
      #expect(comparison.status == .incomplete)
      #expect(comparison.changes[0].changes.values.allSatisfy { $0.verdict == nil })
      #expect(differences.isEmpty || comparison.changes[0].changes.isEmpty)
      #expect(comparison.order == "given")
      #expect(comparison.table(.german).contains("zurückgehalten") || code == .motionNoVerdict)
      #expect(comparison.findings.first { $0.code == code }?.severity == .withheld)
    }
    let two = MotionComparison([knee, few]).changes[0].changes["range"]
    #expect(two != nil && abs(two!.degrees + 38.5) < 1, "the change is told, the verdict is not")
  }

  /// A change is told from error where its interval holds no 0, by however little.
  @Test(arguments: [(4.6, MotionChange.Verdict.changed), (4.4, .withinError), (-4.6, .changed), (-4.4, .withinError)])
  func anIntervalBesideZeroIsAChange(degrees: Double, verdict: MotionChange.Verdict) throws {
    // √(3.6² + 2.7²) = 4.5 to either side.
    let (a, b) = (try value(10, 7.3, 12.7), try value(10 + degrees, 6.4 + degrees, 13.6 + degrees))
    let change = MotionChange(from: a, to: b, hasVerdict: true)
    #expect(abs(change.ci95[0] - (degrees - 4.5)) < 0.0011 && abs(change.ci95[1] - (degrees + 4.5)) < 0.0011)
    #expect(change.verdict == verdict)
  }

  /// Values stand below each other; changes have their signs.
  @Test func theTableIsAligned() throws {
    let first = try SimulatedKnee(noise: 0.5, seed: 3).earlier("a.json", date: "2026-01-01")
    let less = try SimulatedKnee(far: 80, noise: 0.5, seed: 4).earlier("b.json", date: "2026-02-01")
    let lines = MotionComparison([first, less]).table(.english).components(separatedBy: "\n")
    #expect(lines[0] == "A  2026-01-01, a.json" && lines[4] == "B  2026-02-01, b.json" && lines[8] == "A → B")
    let english = Language.english
    let names = ["minimum", "maximum", "range"].map { english.term($0, of: "motion_value") }
    let width = names.map(\.count).max() ?? 0
    for (row, name) in names.enumerated() {
      for start in [1, 5, 9] {
        let line = lines[start + row]
        #expect(line.hasPrefix("  " + name + "  "), "\(line)")
        let value = line.dropFirst(2 + width + 2)
        #expect(value.first != " " && line.dropFirst(2 + width).hasPrefix("  "), "\(line)")
      }
    }
    #expect(
      lines[11].dropFirst(4 + width).hasPrefix("−38.") || lines[11].dropFirst(4 + width).hasPrefix("-38.")
        || lines[11].dropFirst(4 + width).hasPrefix("−37.") || lines[11].dropFirst(4 + width).hasPrefix("-37."))
    let back = MotionComparison([
      try SimulatedKnee(far: 80, noise: 0.5, seed: 4).earlier("b.json", date: "2026-01-01"),
      try SimulatedKnee(noise: 0.5, seed: 3).earlier("a.json", date: "2026-02-01"),
    ])
    let change = try #require(back.changes[0].changes["range"])
    #expect(back.changes[0].value(change, .english).hasPrefix("+3"))
    let small = MotionChange(from: try value(10, 9, 11), to: try value(10.5, 10, 11), hasVerdict: true)
    #expect(back.changes[0].value(small, .english).hasPrefix("+0.5°"))
  }

  @Test func thePageSaysWhatWasCompared() throws {
    let first = try SimulatedKnee(noise: 0.5, seed: 3).earlier("a.json", date: "2026-01-01")
    let less = try SimulatedKnee(far: 80, noise: 0.5, seed: 4).earlier("b.json", date: "2026-02-01")
    let english = Language.english
    let whole = MotionComparisonPage(MotionComparison([first, less])).html()
    #expect(whole.contains("badge measured\"") && whole.contains(english("badge.compared")))
    #expect(whole.contains(english("compare.by_date")) && !whole.contains(english("report.no_findings")))
    #expect(whole.components(separatedBy: "class=\"m-full\"").count == 7, "two results of three values each")
    #expect(!whole.contains("class=\"m-open\"") && !whole.contains("class=\"number withheld\""))
    #expect(whole.components(separatedBy: "class=\"m-trend\"").count == 4)
    let left = try SimulatedKnee(side: .left).earlier("c.json")
    let none = MotionComparisonPage(MotionComparison([first, left])).html()
    #expect(none.contains("badge not_measured\"") && none.contains(english("compare.as_given")))
    #expect(none.components(separatedBy: "class=\"m-full\"").count == 4, "the first of each value")
    #expect(none.components(separatedBy: "class=\"m-open\"").count == 4, "another side is not alike")
    let few = try SimulatedKnee(repeats: 2, far: 80).earlier("d.json")
    #expect(MotionComparisonPage(MotionComparison([first, few])).html().contains("badge measured_in_part\""))
  }
}
