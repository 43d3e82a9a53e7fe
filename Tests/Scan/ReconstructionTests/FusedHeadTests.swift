import Geometry
import Images
import PointClouds
import Recordings
import Synchronization
import Testing
import Workers

@testable import Reconstruction
@testable import Tracking

/// The surface that is fused from the frames of a recording.
@Suite struct FusedHeadTests {
  private static let region = FusionRegion(centre: .zero, radius: 0.1)

  private static func fuse(
    _ scene: BumpyRecording, _ poses: [RigidTransform?], mostFrames: Int = .max, threads: Int = 2,
    step: @Sendable (Int) -> Void = { _ in }
  ) throws -> FusedHead {
    try FusedHead.fuse(
      scene.recording, scene.tracking(poses), region: region, .coarse, mostFrames: mostFrames,
      workers: Workers(count: threads), step: step)
  }

  /// How far the surface lies off the head, root mean square, metres.
  private static func error(_ mesh: Mesh, from frame: RigidTransform = .identity) -> Double {
    RobustStatistics.rms(mesh.positions.map { BumpyHead.distance(frame * $0) })
  }

  @Test func theSurfaceIsTheHeads() throws {
    let scene = try BumpyRecording.rounds.get()
    let head = try Self.fuse(scene, scene.headFromCamera)
    #expect(head.mesh.positions.count > 8000)
    #expect(Self.error(head.mesh) < 0.0002, "\(Self.error(head.mesh))")
    for (place, normal) in zip(head.mesh.positions, head.mesh.normals).prefix(500) {
      #expect(Vector3(normal).dot(BumpyHead.normal(at: place)) > 0.9)
    }
    let validity = head.headValidity.map { $0?.fraction ?? 0 }
    // The head is narrower than the ball through its markers.
    #expect(validity.min()! > 0.9, "\(validity.min()!)")
    #expect(head.samples.map(\.frame) == Array(0..<72))
    for sample in head.samples {
      let distances = sample.cloud.positions.map { abs(BumpyHead.distance($0)) }
      #expect(!distances.isEmpty)
      #expect(RobustStatistics.median(distances) < 0.0003)
    }
  }

  /// Frames without a pose take no part; recovered ones are fused, but are no sample for the check of a slip.
  @Test func onlyPosedFramesTakePart() throws {
    let scene = try BumpyRecording.rounds.get()
    var poses = scene.headFromCamera.map(Optional.some)
    for frame in 30..<60 { poses[frame] = nil }
    let head = try Self.fuse(scene, poses)
    #expect(head.headValidity.indices.filter { head.headValidity[$0] == nil } == Array(30..<60))
    #expect(head.samples.map(\.frame) == Array(0..<30) + Array(60..<72))
    let recovered = scene.tracking(poses).recovering(
      [45: RecoveredPose(scanFromCamera: scene.headFromCamera[45], deviation: 0, inlierShare: 1, residual: 0)])
    let more = try FusedHead.fuse(
      scene.recording, recovered, region: Self.region, .coarse, workers: Workers(count: 2))
    #expect(more.headValidity[45] != nil)
    #expect(!more.samples.map(\.frame).contains(45))
  }

  @Test(arguments: [(72, 72), (71, 36), (36, 36), (35, 24), (1, 1)]) func ofManyFramesSomeAreTaken(
    most: Int, taken: Int
  ) throws {
    let scene = try BumpyRecording.rounds.get()
    let steps = Mutex<[Int]>([])
    let head = try Self.fuse(scene, scene.headFromCamera, mostFrames: most) { frame in
      steps.withLock { $0.append(frame) }
    }
    let used = head.headValidity.indices.filter { head.headValidity[$0] != nil }
    #expect(used.count == taken)
    #expect(used.first == 0)
    #expect(Set(zip(used.dropFirst(), used).map { $0 - $1 }).count <= 1, "evenly: \(used)")
    #expect(steps.withLock { $0.sorted() } == used, "every frame is told once")
  }

  @Test func theNumberOfThreadsChangesNothing() throws {
    let scene = try BumpyRecording.rounds.get()
    let (one, three) = (
      try Self.fuse(scene, scene.headFromCamera, mostFrames: 20, threads: 1),
      try Self.fuse(scene, scene.headFromCamera, mostFrames: 20, threads: 3)
    )
    #expect(one.mesh.positions == three.mesh.positions)
    #expect(one.mesh.triangles == three.mesh.triangles)
    #expect(one.headValidity == three.headValidity)
  }

  /// The order of the frames changes nothing but the rounding.
  @Test func theOrderOfFramesChangesNothing() throws {
    let poses = try BumpyRecording.swing.get().headFromCamera
    let some = stride(from: 0, to: 60, by: 5).map { poses[$0] }
    let forwards = try BumpyRecording(some)
    let backwards = try SyntheticRecording.open(
      some.indices.reversed().map { try forwards.recording.depth(forwards.recording.frames[$0]) }, BumpyHead.camera,
      times: some.indices.map(Double.init))
    let (a, b) = (
      try Self.fuse(forwards, some),
      try Self.fuse(
        BumpyRecording(recording: backwards, headFromCamera: some.reversed()), some.reversed())
    )
    #expect(abs(a.mesh.positions.count - b.mesh.positions.count) <= a.mesh.positions.count / 200)
    let tree = KDTree(b.mesh.positions)
    let distances = a.mesh.positions.compactMap { tree.nearest(to: $0)?.distance }
    #expect(RobustStatistics.quantile(distances, 0.99) < 0.00002)
  }

  /// The same scan in another frame of reference is the same surface there.
  @Test func theFrameOfReferenceDoesNotMatter() throws {
    let scene = try BumpyRecording.rounds.get()
    let motion = RigidTransform(rotation: .rotation([0.5, -0.3, 0.9]), translation: [0.2, 0.1, -0.4])
    let tracking = scene.tracking(
      scene.headFromCamera.map { motion * $0 }, map: BumpyHead.map.transformed(by: motion))
    let head = try FusedHead.fuse(
      scene.recording, tracking, region: FusionRegion(centre: motion * .zero, radius: 0.1), .coarse,
      workers: Workers(count: 2))
    #expect(head.mesh.positions.count > 8000)
    #expect(Self.error(head.mesh, from: motion.inverse) < 0.0002)
  }
}
