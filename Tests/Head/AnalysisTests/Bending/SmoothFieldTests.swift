import Geometry
import Testing

@testable import Analysis

/// What moves a surface: see ``BudgetTests`` for what the harmonics are together.
@Suite struct SmoothFieldTests {
  private static let d = Vector3(0.36, 0.48, 0.8)
  /// The harmonics of degrees 1 and 2 in that direction, from the lowest order to the highest: sines first.
  private static let values: [Double] = {
    let root = 3.0.squareRoot()
    return [
      d.y, d.z, d.x, root * d.x * d.y, root * d.y * d.z, (3 * d.z * d.z - 1) / 2, root * d.x * d.z,
      root / 2 * (d.x * d.x - d.y * d.y),
    ]
  }()

  @Test func theHarmonicsStandInTheirOrder() {
    let field = SmoothField(centre: .zero, degrees: 1...2)
    #expect(field.modes == Self.values.count)
    for (mode, value) in Self.values.enumerated() {
      #expect(abs(field.harmonic(mode).value(Self.d) - value / 2.0.squareRoot()) < 1e-12, "\(mode)")
    }
  }

  /// Outwards from the centre, wherever that lies, by the harmonic; the centre itself has no outwards.
  @Test func aPlaceIsMovedOutwards() {
    let field = SmoothField(centre: [0.1, -0.2, 0.3], degrees: 2...2)
    for (mode, value) in Self.values.dropFirst(3).enumerated() {
      let moved = field.moved([field.centre + Self.d * 0.07, field.centre], mode: mode, by: 0.004)
      #expect((moved[0] - field.centre - Self.d * (0.07 + 0.004 * value)).length < 1e-12, "\(mode)")
      #expect(moved[1] == field.centre)
    }
  }
}
