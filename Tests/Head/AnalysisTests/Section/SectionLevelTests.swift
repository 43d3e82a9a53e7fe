import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Analysis

/// The level of the longest section of ellipsoids, as a share of a height.
@Suite struct SectionLevelTests {
  private static let choices: MeasurementProtocol = {
    var choices = MeasurementProtocol.standard
    choices.level = .longestSection
    return choices
  }()

  /// An ellipsoid whose middle, where it is longest, lies so high.
  private static func head(_ middle: Double) -> HeadSurface {
    let mesh = TestHeads.closed(rings: 90, spokes: 60) { $0 * Vector3(0.06, 0.075, 0.06) + [0, 0, middle] }
    return HeadSurface(positions: mesh.positions, triangles: mesh.triangles)
  }

  /// Between 5 and 80 %, and what steps of 0.25 % lie beside; 27 of 87 mm are 31.03 %.
  @Test(arguments: [(0.027, 0.087, 0.31), (0, 0.06, 0.0275), (0.08, 0.08, 0.8225)])
  func theLongestSectionIsFound(middle: Double, height: Double, share: Double) {
    let found = SectionLevel.fraction(Self.choices, Self.head(middle), .identity, height: height, tragions: [:])
    #expect(abs(found - share) < 1e-9, "\(found)")
  }

  /// An ear of 20 mm some 14 mm up lengthens the tape there by more than the head is narrower than at 27 of 87 mm;
  /// where ears are excluded, it does not.
  @Test(arguments: [(MeasurementProtocol.Ears.included, 0.1...0.25), (.excluded, 0.28...0.34)])
  func excludedEarsDoNotAttractTheLevel(ears: MeasurementProtocol.Ears, expected: ClosedRange<Double>) {
    let mesh = TestHeads.closed(rings: 90, spokes: 120) { d in
      let p = d * Vector3(0.06, 0.075, 0.06) + [0, 0, 0.027]
      return d.x > 0 && abs(p.y + 0.015) < 0.008 && abs(p.z - 0.014) < 0.004 ? p + [0.02, 0, 0] : p
    }
    var choices = MeasurementProtocol.standard
    (choices.level, choices.ears) = (.greatestCircumference, ears)
    let found = SectionLevel.fraction(
      choices, HeadSurface(positions: mesh.positions, triangles: mesh.triangles), .identity, height: 0.087,
      tragions: TestHeads.landmarks.filter { $0.key != .sellion })
    #expect(expected.contains(found), "\(found)")
  }

  /// Steps of 1 and of 0.25 % lead uphill, no farther than 5 % and to no end that a search does not reach.
  @Test(
    arguments: [
      (0.027, 0.087, 0.27, 0.31...0.31), (0.027, 0.087, 0.345, 0.31...0.3125), (0.027, 0.087, 0.24, 0.2874...0.2901),
      (0, 0.06, 0.031, 0.0285...0.0285), (0.08, 0.08, 0.8165, 0.8215...0.8215),
    ] as [(Double, Double, Double, ClosedRange<Double>)])
  func nearAKnownLevelTheBestIsFound(
    middle: Double, height: Double, known: Double, expected: ClosedRange<Double>
  ) {
    let found = SectionLevel.fraction(
      near: known, Self.choices, CutSurface(Self.head(middle)), .identity, height: height, tragions: [:])
    #expect(found > expected.lowerBound - 1e-9 && found < expected.upperBound + 1e-9, "\(found)")
  }
}
