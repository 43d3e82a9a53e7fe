import Diagnostics
import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// Comparisons with holes, faces turned over, and scans that are not of one head.
@Suite(.slow) struct ComparisonDefectTests {
  static let head = TestHeads.plagiocephalic()

  @Test func nothingIsOppositeAHole() throws {
    let open = TestHeads.cutting(Self.head) { ($0 - [0.05, 0.02, 0.05]).length < 0.02 }
    let comparison = try HeadComparison.compare(
      try TestHeads.compared(open), try TestHeads.compared(Self.head), by: .vault)
    let over = comparison.surface.positions.indices.filter {
      (comparison.surface.positions[$0] - [0.05, 0.02, 0.05]).length < 0.012
    }
    #expect(!over.isEmpty && over.allSatisfy { comparison.distances.values[$0].isNaN })
    #expect(comparison.vault.distance.seen < 1)
    #expect(comparison.vault.distance.rms < 1e-6)
  }

  @Test func facesTurnedOverGiveTheSameSigns() throws {
    var inside = Self.head
    inside.triangles = inside.triangles.map { [$0.x, $0.z, $0.y] }
    let larger = Self.head.image { $0 * 1.01 }
    let places = TestHeads.landmarks.mapValues { $0 * 1.01 }
    let (usual, turned) = (
      try HeadComparison.compare(
        try TestHeads.compared(Self.head), try TestHeads.compared(larger, places), by: .landmarks),
      try HeadComparison.compare(try TestHeads.compared(inside), try TestHeads.compared(larger, places), by: .landmarks)
    )
    #expect(usual.vault.distance.mean > 0)
    #expect(abs(usual.vault.distance.mean - turned.vault.distance.mean) < 1e-9)
  }

  @Test func whatIsNotOneHeadIsRefusedOrNamed() throws {
    let a = try TestHeads.compared(Self.head)
    let giant = try TestHeads.compared(Self.head.image { $0 * 1.6 }, TestHeads.landmarks.mapValues { $0 * 1.6 })
    #expect(throws: ComparisonError.self) { try HeadComparison.compare(a, giant, by: .vault) }
    let other = try TestHeads.compared(TestHeads.ellipsoid(0.07, 0.064, 0.08, rings: 60, spokes: 120))
    #expect(try HeadComparison.compare(a, other, by: .vault).doubt != nil)
    let smaller = try TestHeads.compared(Self.head.image { $0 * 0.95 }, TestHeads.landmarks.mapValues { $0 * 0.95 })
    #expect(try HeadComparison.compare(a, smaller, by: .vault).notes.contains { $0.code == .comparisonShrunk })
  }

  @Test func aMirroredHeadChangesSides() throws {
    var mirrored = Self.head.image { $0 * [-1, 1, 1] }
    mirrored.triangles = mirrored.triangles.map { [$0.x, $0.z, $0.y] }
    let comparison = try HeadComparison.compare(
      try TestHeads.compared(Self.head), try TestHeads.compared(mirrored), by: .landmarks)
    let cvai = try #require(comparison.changes.first { $0.name == .cvai })
    #expect(abs(cvai.change!) < 1e-6)
    let twice = NumberText.number(2 * cvai.before.value!, digits: 2)
    #expect(comparison.notes.contains { $0.code == .comparisonSideChanged && $0.text().contains(twice) })
  }
}

/// What a comparison withholds though both scans have it.
@Suite(.slow) struct ComparisonDoubtTests {
  static let head = TestHeads.plagiocephalic()

  /// A head with waves of its own.
  static func other(_ seed: UInt64, amplitude: Double) -> Mesh {
    var random = SeededGenerator(seed: seed)
    let waves = (0..<8).map { _ in (random.normal3() * 3, 6.28 * random.uniform()) }
    return head.image { p in
      let d = p.normalized
      return p + d * (amplitude * waves.reduce(0) { $0 + sin($1.0.dot(d) + $1.1) })
    }
  }

  @Test(arguments: RegistrationMethod.allCases) func changesOfTwoHeadsAreWithheld(_ method: RegistrationMethod) throws {
    let a = try TestHeads.compared(Self.head)
    let two = try HeadComparison.compare(a, try TestHeads.compared(Self.other(3, amplitude: 0.004)), by: method)
    #expect(two.registration.wholeRMS > ComparisonOptions().largestResidual)
    let reason = try #require(two.doubt)
    #expect(reason.code == .comparisonNotOneHead)
    #expect(two.changes.allSatisfy { $0.change == nil && $0.isDetected == nil && !$0.reasons.isEmpty })
    #expect(two.changes.contains { $0.reasons == [reason] && $0.before.value != nil && $0.after.value != nil })

    let one = try HeadComparison.compare(a, try TestHeads.compared(Self.other(3, amplitude: 0.0002)), by: method)
    #expect(one.doubt == nil)
    #expect(one.changes.contains { $0.change != nil })
    #expect(!one.notes.contains { $0.code == .comparisonResidual })
  }

  @Test func theBandBetweenIsANote() throws {
    let a = try TestHeads.compared(Self.head)
    let compared = { (amplitude: Double) in
      try HeadComparison.compare(a, try TestHeads.compared(Self.other(3, amplitude: amplitude)), by: .surface)
    }
    // What is left over grows about as the waves do.
    let comparison = try compared(0.002 * 0.00125 / compared(0.002).registration.wholeRMS)
    #expect(comparison.registration.wholeRMS > HeadComparison.usualResidual)
    #expect(comparison.registration.wholeRMS < ComparisonOptions().largestResidual)
    #expect(comparison.doubt == nil)
    #expect(comparison.notes.map(\.code) == [.comparisonResidual])
  }

  /// One surface with landmarks picked higher: no head has changed, but the volume above the base plane has.
  @Test(arguments: RegistrationMethod.allCases) func aVolumeThatOnlyTheBasePlaneHasChangedIsWithheld(
    _ method: RegistrationMethod
  ) throws {
    let picked = TestHeads.landmarks.mapValues { $0 + [0, 0, 0.003] }
    let a = try TestHeads.compared(Self.head)
    let comparison = try HeadComparison.compare(a, try TestHeads.compared(Self.head, picked), by: method)
    #expect(abs(comparison.registration.growth - 1) < 0.02)
    for change in comparison.changes where change.name.basis == .volume {
      #expect(change.change == nil, "\(change.name)")
      #expect(change.reasons.map(\.code) == [.comparisonBasePlane], "\(change.name)")
    }
    #expect(comparison.changes.contains { $0.change != nil })
  }

  @Test func growthIsNoneOfTheBasePlanes() throws {
    let a = try TestHeads.compared(Self.head)
    let grown = try TestHeads.compared(Self.head.image { $0 * 1.04 }, TestHeads.landmarks.mapValues { $0 * 1.04 })
    let comparison = try HeadComparison.compare(a, grown, by: .surface)
    let volume = try #require(comparison.changes.first { $0.name == .volume })
    #expect(abs(volume.change! - 0.124864 * volume.before.value!) < 0.001 * volume.before.value!)
    #expect(!comparison.notes.contains { $0.code == .comparisonBasePlanePart })
  }

  /// A change that the landmarks' errors cover is reported, with what part of it is the base plane's.
  @Test func aSmallPartIsANote() throws {
    let picked = TestHeads.landmarks.mapValues { $0 + [0, 0, 0.0015] }
    let comparison = try HeadComparison.compare(
      try TestHeads.compared(Self.head), try TestHeads.compared(Self.head, picked), by: .surface)
    let volume = try #require(comparison.changes.first { $0.name == .volume })
    #expect(volume.isDetected == false)
    #expect(comparison.notes.contains { $0.code == .comparisonBasePlanePart })
  }
}
