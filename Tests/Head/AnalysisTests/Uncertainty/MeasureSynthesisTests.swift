import Testing

@testable import Analysis

/// How values become the measures of a head.
@Suite struct MeasureSynthesisTests {
  /// What a tape over the cap would give is told from a micrometre of difference on.
  @Test(arguments: [(0.0009, false), (-0.0009, false), (0.0011, true), (-2.5, true)])
  func whatTheCapDoesNotChangeIsNotTold(change: Double, isTold: Bool) throws {
    let nominal = TestHeads.evaluation(yaw: 1)
    let over = try #require(nominal.values[.length]) + change
    let synthesis = MeasureSynthesis(nominal: nominal, spreads: nil, overCap: [.measure(.length): over])
    let measures = synthesis.measures(.standard, scales: [], vertexHeight: 0.08)
    #expect(measures[.length].overCap == (isTold ? over : nil))
    #expect(measures[.width].overCap == nil)
  }
}
