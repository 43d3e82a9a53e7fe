import Feedback
import Foundation
import TestSupport
import Testing

@testable import Movement

/// Rules of a measurement, as files define them.
@Suite struct MotionRulesTests {
  @Test func theRulesAreCheckedAndOnesOwnMayBeGiven() throws {
    let text = try String(
      contentsOf: SharedMaterial.packageRoot.appending(path: "Datasets/motion/standard.yaml"), encoding: .utf8)
    #expect(try MotionRules.parse(text, file: "standard") == .standard)
    for (wrong, right) in [
      ("confidence: 1.5", "confidence: 0.3"), ("hampel_window: 6", "hampel_window: 7"),
      ("hampel_window: 4", "hampel_window: 7"), ("speed: 1", "speed_deg_s: 15"),
      ("cutoff_hz: 9", "cutoff_hz: 6"), ("least_valid: x", "least_valid: 0.55"),
      ("exchange_share: 0.6", "exchange_share: 0.4"), ("same_end: 8", "same_end_deg: 8"),
      ("{low_deg: 40,", "{low_deg: -40,"), ("most_alike: 2", "most_alike: 0.65"), ("jump: 0", "jump: 0.25"),
    ] {
      #expect(throws: (any Error).self, "\(wrong)") {
        try MotionRules.parse(text.replacingOccurrences(of: right, with: wrong), file: "own")
      }
    }
  }

  /// Files of before a joint was measured say nothing of it: they are read, and results of before compare with new ones.
  @Test func filesOlderThanAJointAreRead() throws {
    let text = try String(
      contentsOf: SharedMaterial.packageRoot.appending(path: "Datasets/motion/standard.yaml"), encoding: .utf8)
    let new = ["shoulder_flexion", "shoulder_abduction", "elbow_flexion", "ankle_flexion"]
    let older = text.split(separator: "\n").filter { line in !new.contains { line.contains($0) } }
    #expect(try MotionRules.parse(older.joined(separator: "\n"), file: "own") == .standard)

    let result = try MotionMeasurement.right(SimulatedBody(knee: Course.repeats(3)).space).result
    var file = try #require(try JSONSerialization.jsonObject(with: result.json()) as? [String: Any])
    var rules = try #require(file["rules"] as? [String: Any])
    var limits = try #require(rules["limits"] as? [String: Any])
    #expect(limits["knee_flexion"] as? [Double] == [-40, 170] && new.allSatisfy { limits[$0] != nil })
    for key in new { limits[key] = nil }
    rules["limits"] = limits
    file["rules"] = rules
    let read = try MotionResult.read(JSONSerialization.data(withJSONObject: file))
    #expect(read.values == result.values && read.rules != result.rules)
    #expect(read.rules.concerning(.knee, .flexion) == result.rules.concerning(.knee, .flexion))
    #expect(read.rules.concerning(.elbow, .flexion) != result.rules.concerning(.elbow, .flexion))
  }
}
