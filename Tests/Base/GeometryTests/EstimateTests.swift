import Foundation
import Testing

@testable import Geometry

@Suite struct EstimateTests {
  @Test func aNormalErrorReachesAsFarAsItsInterval() throws {
    let estimate = Estimate(3, sigma: 0.5)
    let ci95 = try #require(estimate.ci95)
    #expect(abs(ci95.upperBound - 3.979982) < 1e-12)
    #expect(abs(ci95.lowerBound - 2.020018) < 1e-12)
    #expect(abs(Estimate(3, ci95: ci95).sigma - 0.5) < 1e-12)
  }

  /// What was held fixed has no error, what is not known no bound of it; neither has an interval.
  @Test func aFixedValueAndAnUnknownErrorHaveNoInterval() {
    let (fixed, unknown) = (Estimate(1, sigma: 0), Estimate(1, ci95: nil))
    #expect(fixed.ci95 == nil)
    #expect(fixed.sigma == 0)
    #expect(unknown.ci95 == nil)
    #expect(unknown.sigma == .infinity)
    #expect(fixed.mapped { $0 * 2 } == Estimate(2, sigma: 0))
    #expect(unknown.mapped { $0 * 2 } == Estimate(2, ci95: nil))
    #expect(Estimate(1, sigma: .nan).ci95 == nil)
  }

  @Test func aRisingFunctionMapsEachEnd() {
    let estimate = Estimate(3, ci95: 1...4).mapped { 10 * $0 + 2 }
    #expect(estimate.value == 32 && estimate.ci95 == 12...42)
    #expect(abs(estimate.halfWidth - 15) < 1e-12)
  }

  @Test func filesHoldTheEndsOrNull() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    for (estimate, text) in [
      (Estimate(2, ci95: 1...4), #"{"ci95":[1,4],"value":2}"#), (Estimate(2, ci95: nil), #"{"ci95":null,"value":2}"#),
    ] {
      #expect(String(decoding: try encoder.encode(estimate), as: UTF8.self) == text)
      #expect(try JSONDecoder().decode(Estimate.self, from: Data(text.utf8)) == estimate)
    }
    let reversed = try JSONDecoder().decode(Estimate.self, from: Data(#"{"ci95":[4,1],"value":2}"#.utf8))
    #expect(reversed.ci95 == nil)
  }
}
