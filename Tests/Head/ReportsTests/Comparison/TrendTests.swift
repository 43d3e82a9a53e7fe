import Analysis
import Diagnostics
import Testing

@testable import Reports

/// What is followed from visit to visit, and how its changes are written.
@Suite struct TrendTests {
  /// With its side: 1.0051 and 2.0149 are printed as 1.01 and 2.01.
  @Test func aSignedChangeIsTheDifferenceOfThePrintedValues() {
    #expect(abs(ScanChange.SignedChange(a: -1.0051, b: 2.0149, change: 3.02).printed - 3.02) < 1e-9)
    #expect(abs(ScanChange.SignedChange(a: 2.0149, b: -1.0051, change: -3.02).printed + 3.02) < 1e-9)
  }

  @Test func aMarkSaysWhetherThereIsAChange() {
    for (change, detected, symbol, key) in [
      (0.5, true, "▲", "compare.rise"), (-0.5, true, "▼", "compare.fall"), (0.5, false, "=", "compare.within"),
      (-0.5, nil, "?", "compare.unknown"),
    ] as [(Double, Bool?, String, String)] {
      #expect(ChangeMark(change, detected).symbol == symbol && ChangeMark(change, detected).key == key)
      let step = Trend.Step(change: change, ci95: nil, smallestDetectable: nil, detected: detected)
      #expect(Trend.cvai.cell(step, .english) == (change > 0 ? "+0.50 " : "−0.50 ") + symbol)
    }
    #expect(Trend.cvai.cell(nil, .english) == "–")
  }

  @Test func aSignIsWrittenWhereThereAreSides() {
    let signed = Trend(name: .cvai, isSigned: true)
    #expect(signed.text(1.234, .english) == "+1.23" && Trend.cvai.text(1.234, .english) == "1.23")
    #expect(signed.text(nil, .english) == "–" && Trend.cvai.text(nil, .english) == "–")
    #expect(signed.title(.english) == "CVAI, signed" && Trend.cvai.title(.english) == "CVAI")
    #expect(Trend(name: .cva, isSigned: false).unit == "mm")
    #expect(Trend.all.map(\.isSigned) == [true, false, false, false, false, false])
  }
}
