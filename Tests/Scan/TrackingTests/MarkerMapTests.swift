import Foundation
import Geometry
import Testing

@testable import Tracking

@Suite struct CapCurvatureTests {
  private func map(radius: Double, markers: Int) -> MarkerMap {
    let centres = (0..<markers).map { k in
      let angle = 2.4 * Double(k)
      return Vector3(cos(angle), sin(angle), 0.3 + 0.1 * Double(k)).normalized * radius
    }
    return MarkerMap(
      markers: Dictionary(
        uniqueKeysWithValues: centres.enumerated().map {
          ($0, .init(corners: [$1, $1, $1, $1], cornerSigmas: [0, 0, 0, 0], sightings: 1))
        }))
  }

  @Test(arguments: [0.047, 0.065, 0.078]) func takesTheRadiusOfTheCap(radius: Double) {
    #expect(abs(CapCurvature(of: map(radius: radius, markers: 12)).radius - radius) < 1e-9)
  }

  @Test func takesTheUsualRadiusWhereTheCapShowsNone() {
    #expect(CapCurvature(of: map(radius: 0.05, markers: 5)).radius == 0.065)
    #expect(CapCurvature(of: map(radius: 0.5, markers: 12)).radius == 0.065)
    var given = TrackingOptions()
    given.headRadius = 1
    #expect(CapCurvature(of: map(radius: 0.05, markers: 12), given).radius == 1)
  }

  /// The chord lies halfway between that of a side that keeps its length and that of a print that keeps its diagonals.
  @Test func theChordLiesBetweenBothWaysToFollowASphere() {
    let (side, radius) = (0.016, 0.065)
    let keepsSide = 2 * radius * sin(side / (2 * radius))
    let keepsDiagonal = 2.0.squareRoot() * radius * sin(side / (2.0.squareRoot() * radius))
    let chord = CapCurvature(of: map(radius: radius, markers: 12)).chord(ofPrinted: side)
    #expect(abs(chord - (keepsSide + keepsDiagonal) / 2) < 1e-7)
  }
}
