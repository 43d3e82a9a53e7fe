import Foundation
import Testing

@testable import Diagnostics

struct NumberTextTests {
  @Test func closedForms() {
    #expect(1.25.fixed(decimals: 1) == "1.3")
    #expect((-0.04).fixed(decimals: 1) == "0.0")
    #expect((-1.0).fixed(decimals: 0) == "-1")
    #expect(0.005.fixed(decimals: 2) == "0.01")
    #expect(Double.nan.fixed(decimals: 2) == nil)
    #expect(Double.infinity.fixed(decimals: 2) == nil)
    #expect(1e15.fixed(decimals: 0) == nil)
    #expect(rounded(2.34567, 3) == 2.346)
    #expect(rounded(1e300, 6) == 1e300)
    #expect(rounded(.nan, 2).isNaN)
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
