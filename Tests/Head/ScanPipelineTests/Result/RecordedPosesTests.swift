import Foundation
import Geometry
import Recordings
import Reports
import TestSupport
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

  /// The poses that were found, in another frame, 3 % farther apart and turned by 2°: in millimetres and degrees.
  @Test func theResultHasMillimetresAndDegrees() throws {
    let (folder, scan) = (try TemporaryFolder(), try SampleScan.scan.get())
    for name in ["cap.yaml", "intrinsic.json", "rgb", "rgb.txt", "depth", "depth.txt"] {
      try FileManager.default.copyItem(
        at: SampleScan.folder.appending(path: name), to: folder.url.appending(path: name))
    }
    let motion = RigidTransform(rotation: .rotation([0.4, -1.1, 0.7]), translation: [3, -2, 1])
    let found = scan.tracking.scanFromCamera
    let poses = zip(scan.recording.frames, found).map { frame, pose in
      let moved = pose.map { motion * $0 }
      return (
        stamp: frame.name,
        pose: moved.map {
          RigidTransform(rotation: $0.rotation * .rotation([.pi / 90, 0, 0]), translation: $0.translation * 1.03)
        }
      )
    }
    try #require(PoseList.text(poses)).write(to: folder.url.appending(path: PoseList.name))
    let written = try #require(
      try SampleScan.altered(recording: Recording.open(folder.url)).result(meshDigest: "").recordedPoses)
    let places = found.compactMap { $0?.translation }
    let mean = places.reduce(Vector3.zero, +) / Double(places.count)
    let extent = places.map { ($0 - mean).length }.reduce(0) { $0 + $1 * $1 } / Double(places.count)
    #expect(written.frames == places.count)
    #expect(abs(written.positionRmsMm - 30 * extent.squareRoot()) < 0.01)
    #expect(abs(written.angleRmsDegrees - 2) < 0.01)
    #expect(abs(written.scale - 1.03) < 1e-3)
  }

  /// A hostile file's places, whose squares overflow, can't be written as numbers.
  @Test func placesBeyondAllNumbersAreNotCompared() {
    #expect(RecordedPoses(path(scale: 1e200)) == nil)
  }
}
