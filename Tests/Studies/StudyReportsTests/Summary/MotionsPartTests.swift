import Diagnostics
import Foundation
import Testing

@testable import Studies
@testable import StudyReports

@Suite struct MotionsPartTests {
  private func record(
    _ motion: String, subject: String?, session: String = "1", effort: String? = "passive", left: Double?
  ) -> MotionRecord {
    MotionRecord(
      motion: motion, subject: subject, session: session, status: left == nil ? "withheld" : "complete",
      code: left == nil ? "neck.few_valid_frames" : nil,
      method: .init(
        joint: "neck", movement: "rotation", side: nil, reference: "patch", dimensions: 3, effort: effort,
        protocolName: "standard 1"),
      values: ["neck_rotation_left": .init(value: left, code: left == nil ? "neck.few_valid_frames" : nil)],
      units: ["neck_rotation_left": "°"])
  }

  @Test func nothingWithoutRanges() {
    #expect(MotionsPart([]) == nil)
    #expect(StudySummary([Records.scan("a", cvai: 3)]).motions == nil)
  }

  /// Two ranges of one session differ by 4°: s_w = 4/√2, and the smallest detectable change is 1.96 √2 s_w.
  @Test func rangesOfOneSessionAreRepeats() throws {
    let part = try #require(
      MotionsPart([
        record("a", subject: "1", left: 60), record("b", subject: "1", left: 64), record("c", subject: "2", left: 70),
        record("d", subject: "3", left: nil), record("e", subject: nil, left: 50),
      ]))
    #expect(part.ranges == 5)
    #expect(part.subjects == 4)
    #expect(part.outcomes.map(\.ranges) == [4, 1] && part.outcomes[1].code == "neck.few_valid_frames")
    let left = try #require(part.quantities.first)
    #expect(part.quantities.count == 1)
    #expect(left.key == "left")
    #expect(left.unit == "°")
    #expect(left.ranges == 4)
    #expect(left.subjects == 3)
    #expect(left.missing == [.init(code: "neck.few_valid_frames", ranges: 1)])
    #expect(left.sample.value?.mean == 61)
    #expect(left.sample.value?.minimum == 50)
    let repeats = try #require(left.repeats.value)
    #expect(repeats.sessions == 1)
    #expect(repeats.ranges == 2)
    #expect(abs(repeats.withinSd.value - 8.0.squareRoot()) < 1e-12)
    #expect(abs(repeats.smallestDetectableChange.value - 1.959964 * 4) < 1e-5)
  }

  /// Active and passive movements are never in one mean, nor are those against another reference.
  @Test func whatWasMeasuredOtherwiseStandsApart() throws {
    var other = record("c", subject: "3", left: 40)
    other.method.reference = "camera"
    let part = try #require(
      MotionsPart([
        record("a", subject: "1", left: 60), record("b", subject: "2", effort: "active", left: 80), other,
      ]))
    #expect(part.quantities.count == 3)
    #expect(part.quantities.allSatisfy { $0.ranges == 1 && $0.sample.value?.sd == nil })
    #expect(part.quantities.map(\.method.reference) == ["camera", "patch", "patch"])
    #expect(part.quantities.allSatisfy { $0.repeats.value == nil })
  }
}
