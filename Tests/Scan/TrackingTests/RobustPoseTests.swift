import Geometry
import Testing

@testable import Tracking

/// The pose of a frame against known markers, some of which are elsewhere.
@Suite struct RobustPoseTests {
  private static let map = SimulatedCap(seed: 1, frames: 1).corners

  private static func sighted(
    _ ids: [Int], from pose: RigidTransform, moved: Set<Int> = [], _ random: inout SeededGenerator
  ) -> [(id: Int, corners: [Vector3])] {
    ids.map { id in
      let shift = moved.contains(id) ? random.direction() * 0.03 : .zero
      return (id, map[id]!.map { pose.inverse * ($0 + shift) })
    }
  }

  /// Up to just under a half may stand elsewhere, each in its own way.
  @Test(arguments: 1...10 as ClosedRange<UInt64>) func thePoseIsThatOfTheMost(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let truth = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3() * 0.3)
    let ids = Array(Array(0..<30).shuffled(using: &random).prefix(9))
    let moved = Set(ids.prefix(4))
    let sighted = Self.sighted(ids, from: truth, moved: moved, &random)
    let found = try #require(RobustPose.find(sighted, in: Self.map), "seed \(seed)")
    #expect(Set(found.inliers) == Set(ids).subtracting(moved), "seed \(seed)")
    let change = found.mapFromCamera * truth.inverse
    #expect(change.translation.length < 1e-9, "seed \(seed)")
    #expect(change.rotation.rotationVector.length < 1e-7, "seed \(seed)")
    // The same in whatever order they were seen.
    let shuffled = try #require(RobustPose.find(sighted.shuffled(using: &random), in: Self.map))
    #expect(Set(shuffled.inliers) == Set(found.inliers), "seed \(seed)")
  }

  @Test func oneMarkerIsNotEnough() {
    var random = SeededGenerator(seed: 3)
    let one = Self.sighted([4], from: .identity, &random)
    #expect(RobustPose.find(one, in: Self.map) == nil)
    #expect(RobustPose.find([], in: Self.map) == nil)
    // Nor two of which the map knows one, or which don't agree.
    let two = Self.sighted([4, 9], from: .identity, &random)
    #expect(RobustPose.find(two, in: Self.map.filter { $0.key != 4 }) == nil)
    #expect(RobustPose.find(two, in: Self.map)?.inliers == [4, 9])
    let apart = Self.sighted([4, 9], from: .identity, moved: [9], &random)
    #expect(RobustPose.find(apart, in: Self.map) == nil)
  }

  /// A marker that is 4 mm off takes part, one that is 6 mm off does not.
  @Test(arguments: [(0.004, true), (0.006, false)]) func agreementHasALimit(shift: Double, agrees: Bool) throws {
    var random = SeededGenerator(seed: 8)
    var sighted = Self.sighted(Array(0..<20), from: .identity, &random)
    sighted[7].corners = sighted[7].corners.map { $0 + Vector3(0, 0, shift) }
    let found = try #require(RobustPose.find(sighted, in: Self.map))
    #expect(found.inliers.contains(7) == agrees)
    #expect(found.inliers.count == (agrees ? 20 : 19))
  }
}
