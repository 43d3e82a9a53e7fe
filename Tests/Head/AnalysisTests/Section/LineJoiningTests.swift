import Geometry
import Testing

@testable import Analysis

/// Lines of a section joined where their ends lie close together, here within 3 mm.
@Suite struct LineJoiningTests {
  private static func join(_ lines: [[Vector2]]) -> [CutLine] {
    LineJoining.join(lines.map { CutLine(points: $0, isClosed: false) }, within: 0.003)
  }

  /// A line there and back from x = 0 to a place and to within 1 mm of its start: a speck up to four gaps, 12 mm, long.
  private static func bent(_ reach: Double, at y: Double = 0) -> [Vector2] { [[0, y], [reach, y], [0.001, y]] }

  @Test(arguments: [(0.0062, false), (0.0068, true), (0.02, true)]) func noSpeckClosesOnItself(
    reach: Double, isClosed: Bool
  ) {
    // 11.4, 12.6 and 39 mm long.
    #expect(Self.join([Self.bent(reach)]).map(\.isClosed) == [isClosed])
  }

  @Test func eachOfSeveralSpecksStaysOpen() {
    let specks = [0.0, 0.05, 0.1, 0.15].map { Self.bent(0.006, at: $0) }
    let lines = Self.join([[[0, -0.05], [0.2, -0.05]]] + specks)
    #expect(lines.count == 5)
    #expect(lines.allSatisfy { !$0.isClosed })
  }

  /// Two short lines are joined to each other, and so is a ring of three, whichever way each runs.
  @Test func shortLinesAreJoinedToEachOther() {
    let two = Self.join([[[0, 0], [0.005, 0]], [[0.012, 0], [0.007, 0]]])
    #expect(two.map(\.isClosed) == [false])
    #expect(two.first?.points.count == 4)
    let ring = Self.join([
      [[0, 0], [0.04, 0]], [[0.02, 0.04], [0.041, 0.001]], [[0.019, 0.041], [0.001, 0.001]],
    ])
    #expect(ring.map(\.isClosed) == [true])
    #expect(
      Set(ring[0].points) == [[0, 0], [0.04, 0], [0.02, 0.04], [0.041, 0.001], [0.019, 0.041], [0.001, 0.001]])
    // Neighbours of the ring are neighbours in it.
    for (k, point) in ring[0].points.enumerated() {
      #expect((ring[0].points[(k + 1) % 6] - point).length < 0.047)
    }
  }

  /// Pieces of a straight line, in any order and direction.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func joinedPiecesRunOneWay(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = (0..<5).map { k -> [Vector2] in
      let piece = (0..<3).map { Vector2(0.012 * Double(k) + 0.005 * Double($0), 0) }
      return random.uniform() < 0.5 ? piece : piece.reversed()
    }
    let joined = Self.join(pieces.shuffled(using: &random))
    let along = joined.first?.points.map(\.x) ?? []
    #expect(joined.count == 1 && along.count == 15, "seed \(seed)")
    #expect(along == along.sorted() || along == along.sorted(by: >), "seed \(seed)")
  }

  /// The nearest ends are joined first, and none farther apart than the tolerance.
  @Test func theNearestEndIsTaken() {
    let lines = Self.join([[[0, 0], [0.03, 0]], [[0.0325, 0], [0.06, 0]], [[0.031, 0.0005], [0.031, 0.05]]])
    #expect(lines.count == 2)
    #expect(lines.contains { $0.points.contains([0, 0]) && $0.points.contains([0.031, 0.05]) })
    #expect(Self.join([[[0, 0], [0.03, 0]], [[0.0331, 0], [0.06, 0]]]).count == 2)
    #expect(Self.join([[[0, 0], [0.03, 0]], [[0.0329, 0], [0.06, 0]]]).count == 1)
  }

  @Test func closedLinesStay() {
    let ring = CutLine(points: [[0, 0], [0.01, 0], [0, 0.01]], isClosed: true)
    let joined = LineJoining.join([ring, CutLine(points: [[0.02, 0], [0.03, 0]], isClosed: false)], within: 0.003)
    #expect(joined.count == 2)
    #expect(joined[0].points == ring.points && joined[0].isClosed)
  }
}
