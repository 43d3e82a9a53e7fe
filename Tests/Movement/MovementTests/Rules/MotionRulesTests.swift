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
      ("confidence: 1.5", "confidence: 0.3"), ("hampel_window: 6", "hampel_window: 7"), ("speed: 1", "speed_deg_s: 15"),
      ("cutoff_hz: 9", "cutoff_hz: 6"), ("least_valid: x", "least_valid: 0.55"),
      ("exchange_share: 0.6", "exchange_share: 0.4"), ("same_end: 8", "same_end_deg: 8"),
      ("{low_deg: 40,", "{low_deg: -40,"), ("most_alike: 2", "most_alike: 0.65"), ("jump: 0", "jump: 0.25"),
    ] {
      #expect(throws: (any Error).self, "\(wrong)") {
        try MotionRules.parse(text.replacingOccurrences(of: right, with: wrong), file: "own")
      }
    }
  }
}
