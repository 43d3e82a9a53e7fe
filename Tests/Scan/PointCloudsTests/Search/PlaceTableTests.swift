import Geometry
import TestSupport
import Testing

@testable import PointClouds

/// Which points lie at the same place.
@Suite struct PlaceTableTests {
  /// Against all pairs, with coordinates that often agree; grown from nothing, and with room from the beginning.
  @Test(arguments: 1...6) func pointsAreNumberedAsTheyCome(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let points = (0..<700).map { _ in
      Vector3(
        Double(Int.random(in: -2...9, using: &random)) / 8, Double(Int.random(in: 0...6, using: &random)) * 1e-9,
        Double(Int.random(in: -3...3, using: &random)) * 1e9)
    }
    var (grown, roomy) = (PlaceTable(), PlaceTable(capacity: 5000))
    var distinct: [Vector3] = []
    for point in points {
      let known = distinct.firstIndex(of: point)
      #expect(grown.number(of: point) == known)
      if known == nil { distinct.append(point) }
      #expect(grown.add(point) == known ?? distinct.count - 1)
      #expect(roomy.add(point) == known ?? distinct.count - 1)
    }
    #expect(grown.places == distinct)
    #expect(roomy.places == distinct)
    #expect(distinct.count > 100, "the table has grown")
    #expect(distinct.allSatisfy { grown.number(of: $0 + [0.01, 0, 0]) == nil })
    let first = points.map { point in Int32(points.firstIndex(of: point)!) }
    #expect(PlaceTable.firstOfEqual(points) == first)
  }

  @Test func bothZerosAreOnePlace() {
    #expect(
      PlaceTable.firstOfEqual([[0, 1, 2], [-0.0, 1, 2], [0, -1, 2], [0, -1, 2.5], [-0.0, -1, 2]]) == [0, 0, 2, 3, 2])
  }

  /// NaN equals nothing; a hundred thousand of them would all fall into one slot.
  @Test func pointsThatAreNotFiniteAreThemselves() {
    let odd = [Vector3](repeating: [.nan, 1, 2], count: 100_000)
    let points = [[1, 1, 1], [.infinity, 0, 0], [.infinity, 0, 0], [1, 1, 1]] + odd
    #expect(PlaceTable.firstOfEqual(points) == [0, 1, 2, 0] + (4..<100_004).map { Int32($0) })
  }

  /// Points on a line along each axis, as on a grid: with a hash that does not tell them apart this takes hours.
  @Test(.timeLimit(.minutes(1)), arguments: [Vector3(1, 0, 0), [0, 1, 0], [0, 0, 1], [1, 1, 1]])
  func pointsOnALineAreApart(step: Vector3) {
    var table = PlaceTable(capacity: 10)
    #expect((0..<200_000).allSatisfy { table.add(step * Double($0)) == $0 })
    #expect(stride(from: 0, to: 200_000, by: 7).allSatisfy { table.number(of: step * Double($0)) == $0 })
    #expect(table.number(of: step * 0.5) == nil)
  }
}
