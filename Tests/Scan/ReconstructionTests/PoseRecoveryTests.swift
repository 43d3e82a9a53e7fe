import Geometry
import Markers
import PointClouds
import Testing
import Workers

@testable import Reconstruction
@testable import Tracking

/// Frames that the markers left without a pose get one from the surface of the others.
@Suite struct PoseRecoveryTests {
  private static func recovered(
    _ scene: BumpyRecording, without open: Set<Int>, leaving out: Set<Int> = [], threads: Int = 2
  ) throws -> Tracking {
    let poses = scene.headFromCamera.enumerated().map { open.contains($0) ? nil : $1 }
    let context = ReconstructionContext(
      input: HeadRecording(scene.recording, cap: BumpyHead.cap), options: ReconstructionOptions(),
      workers: Workers(count: threads))
    return try PoseRecovery(context, scene.tracking(poses), leaving: out).recovered()
  }

  /// Single frames and a gap of half a second, which closes from both ends.
  @Test func missingPosesAreFound() throws {
    let scene = try BumpyRecording.rounds.get()
    let open: Set = [4, 20, 21, 22, 23, 24, 40, 60]
    let tracking = try Self.recovered(scene, without: open, leaving: [40])
    #expect(Set(tracking.recovered.keys) == open.subtracting([40]))
    #expect(tracking.scanFromCamera[40] == nil)
    for frame in open where frame != 40 {
      let pose = try #require(tracking.scanFromCamera[frame])
      let distance = RigidTransform.headDistance(pose, scene.headFromCamera[frame])
      #expect(tracking.rejections[frame].isEmpty)
      #expect(tracking.origin(ofFrame: frame) == "dense")
      let found = try #require(tracking.recovered[frame])
      #expect(distance < 3 * found.deviation, "frame \(frame): \(distance)")
      #expect(distance < 0.0005, "frame \(frame): \(distance)")
      #expect(found.scanFromCamera == pose)
      #expect(found.inlierShare > 0.8)
      #expect(found.residual < 0.0006)
    }
    for (frame, pose) in scene.headFromCamera.enumerated() where !open.contains(frame) {
      #expect(tracking.scanFromCamera[frame] == pose)
      #expect(tracking.origin(ofFrame: frame) == "markers")
    }
  }

  @Test func theNumberOfThreadsChangesNothing() throws {
    let scene = try BumpyRecording.rounds.get()
    let open: Set = [10, 11, 12, 33]
    let (one, three) = (
      try Self.recovered(scene, without: open, threads: 1), try Self.recovered(scene, without: open, threads: 3)
    )
    #expect(one.scanFromCamera == three.scanFromCamera)
    #expect(one.recovered == three.recovered)
  }

  /// One frame of 72 is not worth a model, and seven make none.
  @Test func hardlyAnythingMissingOrHardlyAnythingKnownIsLeftAsItIs() throws {
    let scene = try BumpyRecording.rounds.get()
    #expect(try Self.recovered(scene, without: [30]).scanFromCamera[30] == nil)
    let open = Set(scene.headFromCamera.indices).subtracting(30..<37)
    #expect(try Self.recovered(scene, without: open).recovered.isEmpty)
  }

  /// Frames that see nothing stay without a pose, and say why; those beside them are found all the same.
  @Test func whatSeesNothingStaysWithoutAPose() throws {
    let poses = try BumpyRecording.rounds.get().headFromCamera
    let scene = try BumpyRecording(Array(poses[..<36]), blind: [12, 13])
    let tracking = try Self.recovered(scene, without: [11, 12, 13, 14])
    for frame in [12, 13] {
      #expect(tracking.scanFromCamera[frame] == nil && !tracking.rejections[frame].isEmpty)
    }
    for frame in [11, 14] {
      let pose = try #require(tracking.scanFromCamera[frame])
      #expect(RigidTransform.headDistance(pose, scene.headFromCamera[frame]) < 0.0006)
    }
  }
}
