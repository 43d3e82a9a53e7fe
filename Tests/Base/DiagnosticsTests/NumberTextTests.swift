import Foundation
import Testing

@testable import Diagnostics

struct NumberTextTests {
  @Test func closedForms() {
    #expect(1.25.fixed(decimals: 1) == "1.3")
    #expect((-0.04).fixed(decimals: 1) == "0.0")
    #expect((-1.0).fixed(decimals: 0) == "-1")
    #expect((-0.1).fixed(decimals: 1) == "-0.1")
    #expect(0.5.fixed(decimals: 1) == "0.5")
    #expect(1234.5.fixed(decimals: 0) == "1235")
    #expect(NumberText.millimetres(0.0426) == "43 mm")
    #expect(NumberText.percent(0.034) == "3 %")
    #expect(0.005.fixed(decimals: 2) == "0.01")
    #expect(Double.nan.fixed(decimals: 2) == nil)
    #expect(Double.infinity.fixed(decimals: 2) == nil)
    #expect(1e15.fixed(decimals: 0) == nil)
    #expect(rounded(2.34567, 3) == 2.346)
    #expect(rounded(1e300, 6) == 1e300)
    #expect(rounded(.nan, 2).isNaN)
  }

  /// A figure of a file keeps its decimals; one with more digits than can be relied on has six, and what no table of digits
  /// can hold stays as it was written.
  @Test func figuresOfFilesKeepTheirDecimals() {
    #expect(FindingValue.exact(12) == .number(12, decimals: 0, unit: ""))
    #expect(FindingValue.exact(0.25, unit: "mm") == .number(0.25, decimals: 2, unit: "mm"))
    #expect(FindingValue.exact(0.1 + 0.2) == .number(0.1 + 0.2, decimals: 6, unit: ""))
    #expect(FindingValue.exact(1e9 - 0.5) == .number(1e9 - 0.5, decimals: 1, unit: ""))
    #expect(FindingValue.exact(-1.5, unit: "mm") == .text("-1.5 mm"))
    #expect(FindingValue.exact(-3) == .text("-3"))
    #expect(FindingValue.exact(1e9) == .text("1000000000.0"))
    #expect(FindingValue.exact(1e-9) == .text("1e-09"))
    #expect(FindingValue.exact(.nan, unit: "mm") == .text("nan mm"))
  }

  /// Away from ties, where both round to the nearest, Foundation prints the same.
  @Test func agreesWithFoundation() {
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &random)
    var state = seed
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = (Double(state >> 11) / Double(1 << 53) - 0.5) * 4000
      let decimals = Int(state >> 60) % 7
      let scaled = abs(value) * pow(10, Double(decimals))
      guard abs(scaled - scaled.rounded(.down) - 0.5) > 1e-6 else { continue }
      let expected = String(format: "%.\(decimals)f", value)
      let isZero = !expected.contains { "123456789".contains($0) }
      #expect(
        value.fixed(decimals: decimals) == (isZero ? expected.replacingOccurrences(of: "-", with: "") : expected),
        "seed \(seed)")
    }
  }
}
