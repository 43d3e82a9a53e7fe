import Geometry
import Testing

@testable import Tracking

/// Which sides of the markers tell of the print's size.
@Suite struct PrintedSidesTests {
  /// A map of flat squares with one corner of some of them moved.
  private func map(squares: Int, side: Double, damaged: Int, by shift: Vector3) -> MarkerMap {
    let markers = (0..<squares).map { id -> MarkerMap.Marker in
      let at = Vector3(0.03 * Double(id), 0, 0)
      let edge = side * (1 + 0.001 * Double(id % 3 - 1))
      var corners = [at, at + [edge, 0, 0], at + [edge, -edge, 0], at + [0, -edge, 0]]
      if id < damaged { corners[0] += shift }
      return .init(corners: corners, cornerSigmas: [0, 0, 0, 0], sightings: 9)
    }
    return MarkerMap(markers: Dictionary(uniqueKeysWithValues: markers.enumerated().map { ($0, $1) }))
  }

  @Test func sidesWithACoveredCornerSayNothing() {
    let sides = PrintedSides(of: map(squares: 20, side: 0.016, damaged: 5, by: [0.002, 0, 0]))
    #expect(sides.lengths.count == 4 * 20 - 5 * 2)
    #expect(abs(RobustStatistics.mean(sides.lengths) / 0.016 - 1) < 0.0002)
    #expect(!sides.tells(0.014))
    #expect(sides.tells(0.016))
  }

  @Test func equalSidesAllTell() {
    let markers = map(squares: 3, side: 0.016, damaged: 0, by: .zero).markers.filter { $0.key == 1 }
    #expect(PrintedSides(of: MarkerMap(markers: markers)).lengths.count == 4)
  }

  @Test func noMarkersTellNothing() {
    #expect(PrintedSides(of: MarkerMap(markers: [:])).lengths.isEmpty)
  }
}
