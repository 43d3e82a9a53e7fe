import Geometry
import PointClouds
import Testing
import Workers

@testable import Reconstruction
@testable import Tracking

/// A head without a cap is followed by its surface.
@Suite struct DenseTrackingTests {
  private static func track(
    _ scene: BumpyRecording, threads: Int = 2
  ) throws -> (tracking: Tracking, region: FusionRegion) {
    try DenseTracking(scene.recording, ReconstructionOptions(), workers: Workers(count: threads)).track { _ in }
  }

  /// The scan frame is the first camera's; the camera goes to and fro, so the closure is known to be small.
  @Test func thePosesAreThoseOfTheCamera() throws {
    let scene = try BumpyRecording.swing.get()
    let (tracking, region) = try Self.track(scene)
    let headFromScan = scene.headFromCamera[0]
    #expect(tracking.scanFromCamera[0] == .identity)
    for (frame, truth) in scene.headFromCamera.enumerated() {
      let pose = try #require(tracking.scanFromCamera[frame], "frame \(frame)")
      let distance = RigidTransform.headDistance(headFromScan * pose, truth)
      #expect(distance < 0.0012, "frame \(frame): \(distance)")
      #expect(tracking.origin(ofFrame: frame) == "dense")
    }
    let closure = try #require(tracking.closure)
    #expect(closure.distance < 0.001, "\(closure)")
    #expect(closure.angleDegrees < 0.8, "\(closure)")
    #expect(tracking.map.ids.isEmpty)
    #expect(tracking.posedFraction == 1)
    // The ball around the head.
    #expect((headFromScan * region.centre).length < 0.02, "\(headFromScan * region.centre)")
    #expect(region.radius > 0.07)
    #expect(region.radius < 0.14)
  }

  @Test func theNumberOfThreadsChangesNothing() throws {
    let poses = try BumpyRecording.swing.get().headFromCamera
    let scene = try BumpyRecording(Array(poses[..<12]))
    let (one, three) = (try Self.track(scene, threads: 1), try Self.track(scene, threads: 3))
    #expect(one.tracking.scanFromCamera == three.tracking.scanFromCamera)
    #expect(one.region == three.region)
  }

  /// Frames before the head comes, and one in the middle that sees nothing.
  @Test func framesThatSeeNothingHaveNoPose() throws {
    let poses = try BumpyRecording.swing.get().headFromCamera
    let scene = try BumpyRecording(Array(poses[..<14]), blind: [0, 1, 7])
    let tracking = try Self.track(scene).tracking
    for frame in [0, 1, 7] {
      #expect(tracking.scanFromCamera[frame] == nil && !tracking.rejections[frame].isEmpty)
    }
    #expect(tracking.scanFromCamera[2] == .identity)
    for frame in [3, 6, 8, 13] {
      let pose = try #require(tracking.scanFromCamera[frame], "frame \(frame)")
      let truth = scene.headFromCamera[frame]
      #expect(RigidTransform.headDistance(scene.headFromCamera[2] * pose, truth) < 0.0012, "frame \(frame)")
    }
  }

  @Test func withoutAHeadThereIsNoTracking() throws {
    let recording = try SyntheticRecording.blank(times: [0, 0.1, 0.2])
    #expect {
      try DenseTracking(recording, ReconstructionOptions(), workers: Workers(count: 1)).track { _ in }
    } throws: {
      if case DenseTrackingError.noHead(frames: 3, _) = $0 { true } else { false }
    }
  }
}
