import Testing

@testable import Analysis

@Suite struct SeverityTests {
  @Test(arguments: [
    (0, 1), (3.49, 1), (3.5, 2), (6.24, 2), (6.25, 3), (8.74, 3), (8.75, 4), (11.0, 4), (11.01, 5), (20, 5),
  ]) func bordersBelongWhereTheScaleSays(value: Double, level: Int) {
    #expect(SeverityScale.choa.level(of: value) == level)
  }

  @Test(arguments: [(193.0, 2), (187.5, 3), (182.5, 4), (178, 4)]) func publishedPairsOfDiagonals(
    shorter: Double, level: Int
  ) {
    // In metres, as they are measured: 0.2 − 0.178 is not exact.
    let (a, b) = (0.2, shorter / 1000)
    #expect(SeverityScale.choa.level(of: 100 * (a - b) / a) == level)
  }

  @Test func theTwoIndicesOf100And90() {
    let section = Section(
      lines: [CutLine(points: [[-0.05, 0.05], [-0.05, -0.05], [0.05, -0.05], [0.05, 0.05]], isClosed: true)], level: 0,
      bridgedGap: 0.003)
    // A square whose right-front and left-back corners are cut, so that this diagonal measures 90 % of the other.
    let cut = CutLine(
      points: [[-0.05, 0.05], [-0.05, -0.04], [-0.04, -0.05], [0.05, -0.05], [0.05, 0.04], [0.04, 0.05]], isClosed: true
    )
    var choices = MeasurementProtocol.standard
    choices.diagonalAngleDegrees = 45
    let m = SectionMeasures(Section(lines: [cut], level: 0, bridgedGap: 0.003), tragions: [:], choices: choices)
    #expect(section.isClosed)
    #expect(abs(m.values[.cvai]! - 10) < 1e-9)
    #expect(abs(m.values[.cvaiShorter]! - 100.0 / 9) < 1e-9)
    #expect(abs(m.values[.oddi]! - 1000.0 / 9) < 1e-9)
  }

  @Test func probabilitiesOfAValueOnABorder() {
    let spread = MeasureSpread(samples: [3.5], surface: 0.4)
    let p = SeverityScale.choa.probabilities(spread)
    #expect(abs(p.values.reduce(0, +) - 1) < 1e-12)
    #expect(abs(p[1]! - 0.5) < 1e-6)
    #expect(abs(p[2]! - 0.5) < 1e-6)
    // The side does not matter, and a symmetric head is level 1.
    #expect(abs(SeverityScale.choa.probabilities(MeasureSpread(samples: [-3.5], surface: 0.4))[1]! - 0.5) < 1e-6)
    #expect(SeverityScale.choa.probabilities(MeasureSpread(samples: [0], surface: 0.4))[1]! > 0.999)
    #expect(SeverityScale.choa.probabilities(MeasureSpread(samples: [1, -1, 5, 9])) == [1: 0.5, 2: 0.25, 4: 0.25])
  }
}
