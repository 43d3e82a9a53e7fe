import Geometry
import Testing

@testable import PointClouds

/// In which unit a mesh is written.
@Suite struct LengthUnitTests {
  /// So many vertices evenly along each axis over 150, 110 and 190 of a unit, and some far beyond both ends of the longest.
  private static func positions(_ count: Int, strays: Int) -> [Vector3] {
    (0..<count).map { k in
      let share = Double(k) / Double(count - 1)
      let place = Vector3(150 * share, 20 + 110 * share, -30 + 190 * share)
      return k < strays ? place - [0, 0, 5000] : k >= count - strays ? place + [0, 0, 5000] : place
    }
  }

  /// Of 100 vertices two at each end count for nothing, of 49 none.
  @Test func straysDoNotCountAsSize() {
    #expect(abs(LengthUnit.size(Self.positions(100, strays: 0)) - 190 * 95 / 99) < 1e-9)
    #expect(abs(LengthUnit.size(Self.positions(100, strays: 2)) - 190 * 95 / 99) < 1e-9)
    #expect(LengthUnit.size(Self.positions(100, strays: 3)) > 9000)
    #expect(abs(LengthUnit.size(Self.positions(49, strays: 0)) - 190) < 1e-9)
    #expect(LengthUnit.size(Self.positions(49, strays: 1)) > 9000)
    #expect(LengthUnit.size([[.nan, 1, 2], [1, 1, 2], [1, 4, 2]]) == 3)
    #expect(LengthUnit.size([]) == 0)
  }

  /// Of a million vertices every second one: those between lie elsewhere.
  @Test func ofVeryManyVerticesSomeAreLookedAt() {
    let positions = (0..<1_000_000).map { k in k.isMultiple(of: 2) ? Vector3(Double(k), 0, 0) : Vector3(9e6, 0, 0) }
    #expect(abs(LengthUnit.size(positions) - 960_000) < 10)
    // Of fewer all: half of them lie at one place, which 2 % at the end are.
    #expect(LengthUnit.size(Array(positions.prefix(900_000))) > 8e6)
  }

  /// A head has 10 to 60 cm: the first unit that makes it one, in the order millimetres, centimetres, metres, inches.
  @Test(arguments: [
    (99.0, nil), (100, LengthUnit.millimetres), (600, .millimetres), (601, nil), (10, .centimetres), (60, .centimetres),
    (9.9, .inches), (4, .inches), (3.9, nil), (0.1, .metres), (0.6, .metres), (0.099, nil), (0.61, nil), (0, nil),
  ])
  func aHeadHasTheSizeOfOne(_ size: Double, _ unit: LengthUnit?) {
    #expect(LengthUnit.guess(size: size) == unit)
    let box: [Vector3] = [.zero, [size / 3, size, size / 2]]
    #expect(LengthUnit.guess(box) == unit)
    #expect(LengthUnit.allCases.contains { $0.fitsHead(size: size) } == (unit != nil))
  }

  /// A landmark must lie near a vertex once both are in metres.
  @Test func landmarksTellTheUnit() {
    let centimetres = Self.positions(50, strays: 0).map { $0 / 10 }
    let landmarks = [centimetres[7], centimetres[30]].map { $0 * 0.01 + [0, 0.0015, 0] }
    let unit = { (landmarks: [Vector3], reach: Double) in
      LengthUnit.guess(centimetres, size: 19, near: landmarks, within: reach)
    }
    #expect(unit(landmarks, 0.002) == .centimetres)
    #expect(unit(landmarks, 0.001) == nil)
    #expect(unit(landmarks + [[1, 1, 1]], 0.002) == nil, "one lies nowhere")
    #expect(unit([], 0.002) == nil)
    #expect(LengthUnit.guess(centimetres, size: 500, near: landmarks, within: 0.002) == nil, "5 m hold no head alone")
  }

  @Test func unitsAreKnownByTheirSymbols() {
    for unit in LengthUnit.allCases {
      #expect(LengthUnit(symbol: unit.symbol) == unit)
      #expect(abs(unit.metres * unit.perMetre - 1) < 1e-12)
    }
    #expect(LengthUnit.allCases.map(\.symbol) == ["mm", "cm", "m", "in"])
    #expect(LengthUnit.allCases.map(\.metres) == [0.001, 0.01, 1, 0.0254])
    #expect(LengthUnit(symbol: "ft") == nil)
  }
}
