import Foundation
import Geometry
import Images
import PointClouds
import Recordings
import Synchronization
import Testing
import Workers

@testable import Markers
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

  @Test(arguments: [100, 72, 71, 36, 35, 1]) func ofManyFramesSomeAreTaken(_ most: Int) throws {
    let scene = try BumpyRecording.rounds.get()
    let steps = Mutex<[Int]>([])
    let head = try Self.fuse(scene, scene.headFromCamera, mostFrames: most) { frame in
      steps.withLock { $0.append(frame) }
    }
    let used = head.headValidity.indices.filter { head.headValidity[$0] != nil }
    // A step that is longer than a share leaves one out.
    #expect(used.count <= min(most, 72))
    #expect(used.count >= min(most, 72) * 9 / 10)
    #expect(used.first == 0)
    let gaps = zip(used.dropFirst(), used).map { $0 - $1 }
    #expect((gaps.max() ?? 0) <= 72 / most + 1, "evenly: \(used)")
    #expect(steps.withLock { $0.sorted() } == Array(0..<72), "every frame is told once")
  }

  /// The camera rests for two thirds of the scan, and then goes round: half of the frames are of the way round.
  @Test func aCameraThatRestsAddsLittle() throws {
    let scene = try BumpyRecording.rounds.get()
    let ways = Array(repeating: 0, count: 48) + Array(0..<24)
    let tracking = scene.tracking(ways.map { scene.headFromCamera[$0] })
    let chosen = tracking.posedFrames(atMost: 24, around: .zero)
    #expect(chosen == chosen.sorted())
    #expect(chosen.count <= 24)
    #expect((7...9).contains(chosen.count { $0 < 48 }), "\(chosen)")
    #expect(tracking.posedFrames(atMost: 72, around: .zero) == Array(0..<72))
    // Around the head wherever it is.
    let motion = RigidTransform(rotation: .identity, translation: [0.4, -0.3, 0.2])
    let elsewhere = scene.tracking(ways.map { motion * scene.headFromCamera[$0] })
    #expect(elsewhere.posedFrames(atMost: 24, around: motion.translation) == chosen)
    // A camera that never moves is told by time alone.
    let still = scene.tracking(ways.map { _ in scene.headFromCamera[5] })
    #expect(still.posedFrames(atMost: 36, around: .zero) == (0..<36).map { 2 * $0 })
  }

  /// Of frames that see the same, the one with the most markers is fused.
  @Test(arguments: [0, 17, 40, 71]) func theFrameWithTheMostMarkersIsTaken(_ sharp: Int) throws {
    let scene = try BumpyRecording.rounds.get()
    let seen = MarkerObservation(id: 0, corners: [], metric: nil, depthPixels: 0, validDepthPixels: 0)
    let observations = scene.recording.frames.map { frame in
      FrameObservations(
        frame: frame.index, time: frame.time, camera: frame.camera,
        markers: Array(repeating: seen, count: frame.index == sharp ? 3 : 2))
    }
    let chosen = scene.tracking(scene.headFromCamera, observations: observations).posedFrames(atMost: 6, around: .zero)
    #expect(chosen.count == 6)
    #expect(chosen.contains(sharp), "\(chosen)")
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

  /// Of 123 frames every third one is painted: a grey of 80, the first one black, while the others would be nearly white.
  @Test func someOfManyFramesArePainted() throws {
    let camera = Camera(width: 64, height: 48, fx: 60, fy: 60, cx: 31.5, cy: 23.5)
    let wall = DepthImage(width: 64, height: 48, pixels: Array(repeating: 0.3, count: 64 * 48))
    let grays = (0..<123).map { frame -> GrayImage in
      let level: UInt8 = frame == 0 ? 0 : frame.isMultiple(of: 3) ? 80 : 200
      return GrayImage(width: 64, height: 48, pixels: Array(repeating: level, count: 64 * 48))
    }
    let recording = try SyntheticRecording.open(
      Array(repeating: wall, count: 123), camera, grays: grays, times: (0..<123).map { 0.1 * Double($0) })
    let scene = BumpyRecording(recording: recording, headFromCamera: [])
    // Without a seed the largest part is taken.
    let tracking = scene.tracking(Array(repeating: .identity, count: 123), map: MarkerMap(markers: [:]))
    var options = ReconstructionOptions()
    options.voxelSize = 0.004
    let head = try FusedHead.fuse(
      recording, tracking, region: FusionRegion(centre: [0, 0, 0.3], radius: 0.06), options, workers: Workers(count: 2))
    #expect(head.mesh.positions.count > 100)
    #expect(head.mesh.colors.count == head.mesh.positions.count)
    // 40 of 41 times 80 are 78.
    for color in head.mesh.colors { #expect((75...81).contains(color.y), "\(color)") }
    #expect(head.samples.count == 123)
  }

  /// At most 300 frames are fused, and the points of every second of these are kept; of 450 those of every third.
  @Test func ofVeryManyFramesSomeAreFusedAndFewerSampled() throws {
    let recording = try SyntheticRecording.blank(times: (0..<450).map { 0.03 * Double($0) })
    let scene = BumpyRecording(recording: recording, headFromCamera: [])
    let tracking = scene.tracking(Array(repeating: .identity, count: 450))
    let head = try FusedHead.fuse(recording, tracking, region: Self.region, .coarse, workers: Workers(count: 2))
    let fused = head.headValidity.indices.filter { head.headValidity[$0] != nil }
    #expect(fused.count == 300)
    #expect(fused == tracking.posedFrames(atMost: 300, around: .zero))
    #expect(head.samples.map(\.frame) == stride(from: 0, to: 300, by: 2).map { fused[$0] })
    let more = try FusedHead.fuse(
      recording, tracking, region: Self.region, .coarse, mostFrames: 450, workers: Workers(count: 2))
    #expect(more.samples.map(\.frame) == Array(stride(from: 0, to: 450, by: 3)))
    #expect(head.mesh == Mesh())
    #expect(head.beyond == nil)
    #expect(head.ending(in: Self.region) == nil)
  }

  /// What is fused beyond a region does not change the mesh in it: that ends at the region's floor, and the outline of a face
  /// goes on below, where less evidence is enough.
  @Test func aSurfaceBeyondTheRegionIsForFaces() throws {
    let scene = try BumpyRecording.rounds.get()
    let tracking = scene.tracking(scene.headFromCamera)
    let region = FusionRegion(centre: .zero, radius: 0.085, floor: Plane(normal: [0, 0, 1], offset: 0.01))
    let deep = FusionRegion(centre: .zero, radius: 0.1, floor: Plane(normal: [0, 0, 1], offset: -0.02))
    let head = try FusedHead.fuse(
      scene.recording, tracking, region: region, beyond: deep, .coarse, mostFrames: 24, workers: Workers(count: 2))
    let beyond = try #require(head.beyond)
    #expect(head.mesh.positions.count > 1500)
    #expect(head.mesh.positions.allSatisfy { region.contains($0) })
    let lowest = head.mesh.positions.map(\.z).min()!
    #expect(lowest < 0.016, "\(lowest)")
    let face = beyond.face.positions
    #expect(face.map(\.z).min()! < -0.01)
    #expect(face.count > head.mesh.positions.count)
    let whole = beyond.surface.mesh(beyond.extraction)
    #expect(face.count > whole.positions.count, "less evidence is enough")
    // Another floor, without fusing again.
    var higher = region
    higher.floor?.offset = 0.03
    let ending = try #require(head.ending(in: higher))
    #expect(ending.mesh.positions.allSatisfy { higher.contains($0) })
    #expect(ending.mesh.positions.count > 500)
    #expect(ending.mesh.positions.count < head.mesh.positions.count)
    #expect(ending.samples.count == head.samples.count && ending.headValidity == head.headValidity)
    #expect(ending.beyond != nil)
  }

  /// On the camera's axis the outline of a ball is a circle: the pixels in it are counted, those with depth apart. The
  /// radii leave less than half a pixel of the outermost row.
  @Test(arguments: [10.02, 7.3, 12.005, 30.3])
  func theBallOfTheMarkersCoversItsOutline(_ pixels: Double) throws {
    let camera = Camera(width: 64, height: 48, fx: 50, fy: 50, cx: 31, cy: 22)
    // Markers on a circle about the middle: half of their diagonals is the radius.
    var markers: [Int: MarkerMap.Marker] = [:]
    let sine = (pixels / 50) / (1 + pixels * pixels / 2500).squareRoot()
    for k in 0..<12 {
      let angle = Double(k) * .pi / 6
      let centre = Vector3(cos(angle), sin(angle), 0) * 0.06
      markers[k] = .init(corners: [centre, centre, centre, centre], cornerSigmas: [0, 0, 0, 0], sightings: 1)
    }
    let ball = MarkerBall(MarkerMap(markers: markers))
    #expect(abs(ball.radius - 0.06) < 1e-9)
    let scanFromCamera = RigidTransform(
      rotation: .identity, translation: ball.centre - Vector3(0, 0, ball.radius / sine))
    let depth = DepthImage(
      width: 64, height: 48, pixels: (0..<(64 * 48)).map { ($0 / 64 + $0 % 64).isMultiple(of: 3) ? 0 : 0.3 })
    let found = ball.validity(of: depth, camera, scanFromCamera: scanFromCamera)
    var (all, valid) = (0, 0)
    for y in 0..<48 {
      for x in 0..<64 where (Vector2(Double(x), Double(y)) - Vector2(31, 22)).length < pixels {
        all += 1
        if depth[x, y] > 0 { valid += 1 }
      }
    }
    #expect(found == ValidCount(valid: valid, total: all))
  }
}

/// The pixels that the ball of the cap's markers covers.
@Suite struct MarkerBallTests {
  /// A map of one-point markers spread over the upper part of a ball.
  private static func map(_ centre: Vector3, _ radius: Double, count: Int = 30) -> MarkerMap {
    MarkerMap(
      markers: Dictionary(
        uniqueKeysWithValues: (0..<count).map { id in
          let z = 1 - 1.2 * (Double(id) + 0.5) / Double(count)
          let turn = Matrix3.rotation([0, 0, 2.399963 * Double(id)])
          let place = centre + turn * Vector3((1 - z * z).squareRoot(), 0, z) * radius
          return (
            id, .init(corners: [place, place, place, place], cornerSigmas: [0, 0, 0, 0], sightings: 1)
          )
        }))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func theBallIsTheMarkers(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (centre, radius) = (random.normal3() * 0.2, 0.05 + 0.04 * random.uniform())
    let ball = MarkerBall(Self.map(centre, radius))
    #expect((ball.centre - centre).length < 1e-9, "seed \(seed)")
    #expect(abs(ball.radius - radius) < 1e-9, "seed \(seed)")
  }

  /// Every pixel's ray is tried against the ball: the circle that stands for its outline errs by pixels of the border only.
  @Test(arguments: [
    Vector3(0, 0, 0.3), [0.01, -0.02, 0.35], [0.08, 0.05, 0.4], [-0.14, 0, 0.3], [0, 0.12, 0.28], [0.3, 0, 0.3],
  ])
  func pixelsAreThoseWhoseRaysMeetTheBall(middle: Vector3) {
    let camera = BumpyHead.camera
    let (pose, radius) = (BumpyHead.pose(azimuth: 1, elevation: 0.3), 0.06)
    var random = SeededGenerator(seed: 9)
    let pixels = (0..<(camera.width * camera.height)).map { _ in random.uniform() < 0.3 ? Float.nan : 0.3 }
    let image = DepthImage(width: camera.width, height: camera.height, pixels: pixels)
    var expected = ValidCount()
    for y in 0..<camera.height {
      for x in 0..<camera.width {
        let ray = camera.ray([Double(x), Double(y)]).normalized
        let miss = (middle - ray * middle.dot(ray)).length
        if miss < radius { expected.add(image[x, y] > 0) }
      }
    }
    let found = MarkerBall(Self.map(pose * middle, radius)).validity(
      of: image, camera, scanFromCamera: pose)
    // Off the axis a ball's outline is an ellipse, longer than wide by 1 / cos of its angle.
    let stretch = middle.length / middle.z
    let border = 2 * Double.pi * camera.fx * radius / middle.z
    let share = max(1, stretch * stretch * stretch) - 1
    #expect(abs(Double(found.total - expected.total)) <= border / 2 + 2 * share * Double(expected.total))
    guard expected.total > 0 else { return }
    #expect(abs(found.fraction! - expected.fraction!) < 0.03)
    #expect(abs(found.fraction! - 0.7) < 0.03)
  }

  @Test func aBallAroundTheCameraOrBehindItCoversNothing() {
    let image = DepthImage(width: 320, height: 240, pixels: Array(repeating: 0.3, count: 320 * 240))
    for middle in [Vector3(0, 0, 0), [0, 0, 0.05], [0, 0, -0.3]] {
      let ball = MarkerBall(Self.map(middle, 0.06))
      #expect(ball.validity(of: image, BumpyHead.camera, scanFromCamera: .identity).total == 0, "\(middle)")
    }
    let none = MarkerBall(MarkerMap(markers: [:]))
    #expect(none.validity(of: image, BumpyHead.camera, scanFromCamera: .identity).total == 0)
  }
}
