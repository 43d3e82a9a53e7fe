import Foundation
import Geometry
import Testing

@testable import ScanPipeline

/// The recorder's poses against those that were found.
@Suite struct RecordedPosesTests {
  /// A camera on an arc about a head, and the same path in a frame of its own.
  private func path(scale: Double = 1, turned: Double = 0) -> [(recorded: RigidTransform, found: RigidTransform)] {
    let motion = RigidTransform(rotation: .rotation([0.4, -1.1, 0.7]), translation: [3, -2, 1])
    return (0..<40).map { k in
      let angle = Double(k) * 0.05
      let found = RigidTransform(
        rotation: .rotation([0, angle, 0.1 * angle]), translation: [0.35 * angle, 0.1 * angle * angle, -0.3])
      let moved = motion * found
      let recorded = RigidTransform(
        rotation: moved.rotation * .rotation([turned, 0, 0]), translation: moved.translation * scale)
      return (recorded, found)
    }
  }

  @Test func theSamePathInAnotherFrameIsTheSame() throws {
    let poses = try #require(RecordedPoses(path()))
    #expect(poses.frames == 40)
    #expect(poses.position < 1e-9)
    #expect(poses.angle < 1e-6)
    #expect(abs(poses.scale - 1) < 1e-12)
  }

  @Test func driftInScaleAndAngleIsSeen() throws {
    let poses = try #require(RecordedPoses(path(scale: 1.03, turned: 0.02)))
    #expect(abs(poses.scale - 1.03) < 1e-9)
    #expect(abs(poses.angle - 0.02) < 1e-6)
    // 3 % of the distances from the middle.
    #expect(poses.position > 0.002)
    #expect(poses.position < 0.02)
  }

  @Test func tooLittleOfAPathIsNotCompared() {
    #expect(RecordedPoses(Array(path().prefix(9))) == nil)
    let still = [RigidTransform](repeating: .identity, count: 40)
    #expect(RecordedPoses(zip(still, path()).map { ($0, $1.found) }) == nil)
  }

  /// The mean of what was felt, turned round; directions that are more than 60° off their mean cancel each other.
  @Test func upIsAgainstWhatPointsDown() throws {
    let downs: [Vector3] = [[0, 0, -1], [0, 0.6, -0.8], [0, -0.6, -0.8]]
    let up = try #require(Scan.up(from: downs))
    #expect((up - Vector3(0, 0, 1)).length < 1e-12)
    let apart = { (degrees: Double) -> Vector3? in
      let angle = degrees * .pi / 180
      let sides: [Vector3] = [[sin(angle), -cos(angle), 0], [-sin(angle), -cos(angle), 0]]
      return Scan.up(from: sides)
    }
    let mean = try #require(apart(59))
    #expect((mean - Vector3(0, 1, 0)).length < 1e-9)
    #expect(apart(61) == nil)
    #expect(Scan.up(from: []) == nil)
  }

  /// A hostile file's places, whose squares overflow, can't be written as numbers.
  @Test func placesBeyondAllNumbersAreNotCompared() {
    #expect(RecordedPoses(path(scale: 1e200)) == nil)
  }
}
