import Geometry
import PointClouds
import Testing

@testable import Analysis

/// Comparisons with holes, faces turned over, and scans that are not of one head.
@Suite struct ComparisonDefectTests {
  static let head = TestHeads.plagiocephalic()

  @Test func nothingIsOppositeAHole() throws {
    let open = TestHeads.cutting(Self.head) { ($0 - [0.05, 0.02, 0.05]).length < 0.02 }
    let comparison = try HeadComparison(try TestHeads.compared(open), try TestHeads.compared(Self.head), by: .vault)
    let over = comparison.surface.positions.indices.filter {
      (comparison.surface.positions[$0] - [0.05, 0.02, 0.05]).length < 0.012
    }
    #expect(!over.isEmpty && over.allSatisfy { comparison.distances.values[$0].isNaN })
    #expect(comparison.vault.distance.seen < 1 && comparison.vault.distance.rms < 1e-6)
  }

  @Test func facesTurnedOverGiveTheSameSigns() throws {
    var inside = Self.head
    inside.triangles = inside.triangles.map { [$0.x, $0.z, $0.y] }
    let larger = Self.head.image { $0 * 1.01 }
    let places = TestHeads.landmarks.mapValues { $0 * 1.01 }
    let (usual, turned) = (
      try HeadComparison(try TestHeads.compared(Self.head), try TestHeads.compared(larger, places), by: .landmarks),
      try HeadComparison(try TestHeads.compared(inside), try TestHeads.compared(larger, places), by: .landmarks)
    )
    #expect(usual.vault.distance.mean > 0)
    #expect(abs(usual.vault.distance.mean - turned.vault.distance.mean) < 1e-9)
  }

  @Test func whatIsNotOneHeadIsRefusedOrNamed() throws {
    let a = try TestHeads.compared(Self.head)
    let giant = try TestHeads.compared(Self.head.image { $0 * 1.6 }, TestHeads.landmarks.mapValues { $0 * 1.6 })
    #expect(throws: ComparisonError.self) { try HeadComparison(a, giant, by: .vault) }
    let other = try TestHeads.compared(TestHeads.ellipsoid(0.07, 0.064, 0.08, rings: 60, spokes: 120))
    #expect(try HeadComparison(a, other, by: .vault).notes.contains { $0.contains("one head") })
    let smaller = try TestHeads.compared(Self.head.image { $0 * 0.95 }, TestHeads.landmarks.mapValues { $0 * 0.95 })
    #expect(try HeadComparison(a, smaller, by: .vault).notes.contains { $0.contains("do not shrink") })
  }

  @Test func aMirroredHeadChangesSides() throws {
    var mirrored = Self.head.image { $0 * [-1, 1, 1] }
    mirrored.triangles = mirrored.triangles.map { [$0.x, $0.z, $0.y] }
    let comparison = try HeadComparison(
      try TestHeads.compared(Self.head), try TestHeads.compared(mirrored), by: .landmarks)
    let cvai = try #require(comparison.changes.first { $0.name == .cvai })
    #expect(abs(cvai.change!) < 1e-6)
    let twice = Words.number(2 * cvai.before.value!, digits: 2)
    #expect(comparison.notes.contains { $0.contains("other one in B") && $0.contains(twice) })
  }
}
