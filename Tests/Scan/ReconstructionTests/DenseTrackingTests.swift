import Diagnostics
import Geometry
import Images
import PointClouds
import Recordings
import Testing
import Workers

@testable import Reconstruction
@testable import Tracking

/// A head without a cap is followed by its surface.
@Suite struct DenseTrackingTests {
  @Test func aHeadThatIsNowhereIsToldWithItsDistances() {
    let text = DenseTrackingError.noHead(frames: 5, distances: 0.15...0.7).problem
    #expect(text.contains("15") && text.contains("70") && text.contains("5"), Comment(rawValue: text))
  }

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

  /// Only the last frame shows a head. The others say where one was looked for.
  @Test func aHeadThatComesInTheLastFrameIsPosed() throws {
    let poses = try BumpyRecording.swing.get().headFromCamera
    let scene = try BumpyRecording(Array(poses[..<3]), blind: [0, 1])
    let tracking = try Self.track(scene).tracking
    #expect(tracking.scanFromCamera == [nil, nil, .identity])
    #expect(tracking.closure == nil)
    for frame in [0, 1] {
      let told = tracking.rejections[frame]
      #expect(told.map(\.code) == [.denseNoHead])
      #expect(told.first?.values["nearest_cm"] == .number(15, decimals: 0, unit: "cm"))
      #expect(told.first?.values["farthest_cm"] == .number(60, decimals: 0, unit: "cm"))
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

/// Where the motion of two poses leads.
@Suite struct MotionPriorTests {
  private static let pivot: Vector3 = [0.01, 0.02, 0.3]

  /// What is expected so long after a pose at 10 mm; the one before it was at 0, so long before.
  private static func prior(_ elapsed: Double, interval: Double?) -> PosePrior {
    let last = RigidTransform(rotation: .rotation([0, 0.04, 0]), translation: [0.01, 0, 0])
    return DenseTracking.prior(
      after: (pose: last, elapsed: elapsed), before: interval.map { (pose: .identity, interval: $0) }, pivot: pivot)
  }

  /// Carried on for at most two intervals, and not at all where 0.3 s or more lie between.
  @Test(arguments: [
    (0.05, 0.1, 0.015), (0.2, 0.1, 0.03), (0.25, 0.1, 0.03), (0.29, 0.29, 0.02), (0.31, 0.2, 0.01), (0.1, 0.31, 0.01),
  ])
  func theMotionIsCarriedOn(elapsed: Double, interval: Double, place: Double) {
    let pose = Self.prior(elapsed, interval: interval).pose
    #expect(abs(pose.translation.x - place) < 1e-12)
    #expect(abs(pose.rotation.rotationVector.y - 4 * place) < 1e-9)
    let first = Self.prior(elapsed, interval: nil).pose
    #expect(first.translation == [0.01, 0, 0])
  }

  /// The last two of the posed frames tell it: 150 ms from one to the other, and 100 ms on to the frame, which are two thirds
  /// of the 15 mm between them.
  @Test func theLastTwoPosedFramesTellTheNextOne() throws {
    let recording = try SyntheticRecording.blank(times: [0, 0.1, 0.25, 0.3, 0.35])
    let tracking = DenseTracking(recording, ReconstructionOptions(), workers: Workers(count: 1))
    let poses = [0.5, 0.01, 0.025].map { (x: Double) -> RecoveredPose in
      let pose = RigidTransform(rotation: .identity, translation: [x, 0, 0])
      return RecoveredPose(scanFromCamera: pose, deviation: 0, inlierShare: 1, residual: 0)
    }
    let known = [0: poses[0], 1: poses[1], 2: poses[2]]
    let prior = tracking.prior(4, [0, 1, 2], known, pivot: Self.pivot)
    #expect(abs(prior.pose.translation.x - 0.035) < 1e-6, "\(prior.pose.translation)")
    // 0.12 m/s for 100 ms.
    #expect(abs(prior.information.rows[3][3] * 0.012 * 0.012 - 1) < 1e-4)
    #expect(prior.pivot == Self.pivot)
    let first = tracking.prior(2, [1], known, pivot: Self.pivot)
    #expect(first.pose.translation == [0.01, 0, 0])
    #expect(abs(first.information.rows[3][3] * 0.018 * 0.018 - 1) < 1e-4)
  }

  /// 0.6 rad and 0.12 m a second, and never as if less than 20 ms had passed.
  @Test(arguments: [(0.05, 0.05), (0.5, 0.5), (0.01, 0.02), (0, 0.02)])
  func theLongerAgoTheLessIsKnown(elapsed: Double, counted: Double) {
    let prior = Self.prior(elapsed, interval: 0.1)
    let (turn, shift) = (0.6 * counted, 0.12 * counted)
    for k in 0..<3 {
      #expect(abs(prior.information.rows[k][k] * turn * turn - 1) < 1e-9)
      #expect(abs(prior.information.rows[k + 3][k + 3] * shift * shift - 1) < 1e-9)
    }
    #expect(prior.pivot == Self.pivot)
  }
}

@Suite struct DenseSeedTests {
  private static let camera = Camera(width: 160, height: 120, fx: 150, fy: 148, cx: 78.4, cy: 61.7)

  /// The region that an image shows, given by its depth at each pixel.
  private static func region(_ depth: (_ x: Int, _ y: Int) -> Float) -> FusionRegion? {
    let pixels = (0..<(160 * 120)).map { depth($0 % 160, $0 / 160) }
    return DenseSeed.region(DepthImage(width: 160, height: 120, pixels: pixels), camera)
  }

  /// Of every fourth pixel from the 26th column and the 15th row on: an object in columns 90 to 126 and rows 71 to 103 has
  /// its middle at (108, 87), and the head's lies 65 mm behind it on the same ray.
  @Test(arguments: [Float.nan, 0.5]) func theHeadLiesBehindTheNearestObject(_ behind: Float) throws {
    let region = try #require(
      Self.region { x, y in (88..<130).contains(x) && (68..<106).contains(y) ? 0.3 : behind })
    let front = Self.camera.ray([108, 87]) * 0.3
    #expect((region.centre - front - front.normalized * 0.065).length < 1e-6, "\(region.centre)")
    #expect(region.radius == 0.115)
    #expect(region.floor == nil)
  }

  /// What lies right of column 60 counts where it is less than 60 mm behind the rest: of columns 26, 30 … 130 the middle one is
  /// 78, of 26 … 58 it is 42.
  @Test(arguments: [(Float(0.355), 78.0), (0.365, 42.0)]) func onlyTheFrontIsTheHeads(
    _ right: Float, _ column: Double
  ) throws {
    let region = try #require(Self.region { x, _ in x < 60 ? 0.3 : right })
    let ray = region.centre / region.centre.z
    let expected = (column - Self.camera.cx) / Self.camera.fx
    #expect(abs(ray.x - expected) < 0.01, "\(ray.x), \(expected)")
  }

  /// From 15 to 60 cm.
  @Test(arguments: [(Float(0.148), false), (0.152, true), (0.598, true), (0.602, false)])
  func aHeadIsHeldAtArmsLength(_ z: Float, _ isSeen: Bool) {
    #expect((Self.region { _, _ in z } != nil) == isSeen)
  }

  /// A twenty-fifth of 27 × 23 places: 25 of them, and not 24.
  @Test func aFewPointsAreNoHead() {
    let shown = { (columns: Int, rows: Int) in
      Self.region { x, y in (50..<(50 + 4 * columns)).contains(x) && (31..<(31 + 4 * rows)).contains(y) ? 0.3 : .nan }
    }
    #expect(shown(5, 5) != nil)
    #expect(shown(6, 4) == nil)
    // Of an image with 80 places a twenty-fifth is four, but twenty are needed.
    let small = { (rows: Int, isHoled: Bool) -> FusionRegion? in
      let camera = Camera(width: 60, height: 40, fx: 60, fy: 60, cx: 30, cy: 20)
      let pixels = (0..<(60 * 40)).map { i -> Float in
        let (x, y) = (i % 60, i / 60)
        return (10..<30).contains(x) && (5..<(5 + 4 * rows)).contains(y) && !(isHoled && x == 14 && y == 9) ? 0.3 : .nan
      }
      return DenseSeed.region(DepthImage(width: 60, height: 40, pixels: pixels), camera)
    }
    #expect(small(4, false) != nil)
    #expect(small(4, true) == nil)
  }

  private func region(_ width: Int, _ height: Int) -> FusionRegion? {
    let scale = Double(width) / 640
    let camera = Camera(
      width: width, height: height, fx: 592 * scale, fy: 592 * scale, cx: Double(width) / 2, cy: Double(height) / 2)
    let pixels = [Float](repeating: 0.3, count: width * height)
    return DenseSeed.region(DepthImage(width: width, height: height, pixels: pixels), camera)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 8, 16]) func imagesOfAFewPixelsShowNoHead(width: Int) {
    #expect(region(width, width) == nil)
  }

  @Test func theMiddleLiesBehindTheNearestSurface() throws {
    let region = try #require(self.region(160, 120))
    #expect(abs(region.centre.z - 0.365) < 0.002)
    #expect(region.centre.isFinite)
  }
}

/// The surface that grows with the frames registered against it.
@Suite struct GrowingModelTests {
  private static let options = FusionOptions(region: FusionRegion(centre: .zero, radius: 0.1), voxelSize: 0.002)

  private static func view(_ pose: RigidTransform) -> DepthView {
    DepthView(
      depth: BumpyHead.depth(from: pose), camera: BumpyHead.camera, scanFromCamera: pose, options: options)
  }

  /// A view that sees nothing, from so many radians around the head.
  private static func blank(_ azimuth: Double) -> DepthView {
    let camera = Camera(width: 16, height: 12, fx: 15, fy: 15, cx: 7.5, cy: 5.5)
    let nothing = DepthImage(width: 16, height: 12, pixels: Array(repeating: .nan, count: 192))
    let pose = BumpyHead.pose(azimuth: azimuth, elevation: 0, distance: 0.25)
    return DepthView(depth: nothing, camera: camera, scanFromCamera: pose, options: options)
  }

  /// The model holds what was fused when it was last renewed, on the head's surface, and grows with the camera's way.
  @Test func theModelGrowsWhenItIsRenewed() throws {
    var growing = try GrowingModel(Self.options, .coarse, workers: Workers(count: 1))
    growing.renew()
    var points = growing.model.points
    #expect(points.isEmpty, "nothing was fused yet")
    var middles: [Vector3] = []
    for k in 0..<8 {
      growing.add(Self.view(BumpyHead.pose(azimuth: 0.15 * Double(k), elevation: 0.2, distance: 0.25)))
      let (views, known) = (growing.views, growing.model.points)
      #expect(views == k + 1)
      #expect(known == points)
      if k % 4 == 3 {
        growing.renew()
        points = growing.model.points
        middles.append(points.reduce(.zero, +) / Double(points.count))
        let error = RobustStatistics.rms(points.map { BumpyHead.distance($0) })
        #expect(points.count > 1000, "\(error)")
        #expect(error < 0.0004, "\(error)")
      }
    }
    // The camera has gone by 0.6 rad between, towards y.
    #expect(middles[1].y > middles[0].y + 0.005, "\(middles)")
  }

  /// A single view is enough for a model of one; of many views, what one alone glanced at is no surface.
  @Test func whatOneOfManyViewsGlancedAtIsNotInTheModel() throws {
    var growing = try GrowingModel(Self.options, .coarse, workers: Workers(count: 1))
    let poses = [0.0, 0.9].map { BumpyHead.pose(azimuth: $0, elevation: 0.1, distance: 0.3) }
    // Seen from the first under more than 45°, from the second under more than 75°.
    let glancedAt = { (points: [Vector3]) -> Int in
      points.count { point in
        let normal = BumpyHead.normal(at: point)
        let cosines = poses.map { normal.dot(($0.translation - point).normalized) }
        return cosines[0] < 0.7 && cosines[1] < 0.25
      }
    }
    growing.add(Self.view(poses[0]))
    growing.renew()
    let before = glancedAt(growing.model.points)
    #expect(before > 20)
    let other = Self.view(poses[1])
    for _ in 0..<7 { growing.add(other) }
    growing.renew()
    let (after, count) = (glancedAt(growing.model.points), growing.model.points.count)
    #expect(after < before / 8, "\(after) of \(before)")
    #expect(count > 1000)
  }

  /// Every second posed frame is, and any other where the camera has turned by 0.05 rad since the last that was.
  @Test func everySecondViewIsFusedAndThoseAfterATurn() throws {
    var growing = try GrowingModel(Self.options, .coarse, workers: Workers(count: 1))
    growing.add(Self.blank(0))
    growing.renew()
    growing.add(Self.blank(0.3))
    let pose = { (azimuth: Double) in BumpyHead.pose(azimuth: azimuth, elevation: 0, distance: 0.25) }
    let counted = [2, 3, 4, 5].map { growing.wants(pose(0.3), posed: $0) }
    #expect(counted == [true, false, true, false])
    let turned = [0.24, 0.26, 0.34, 0.36].map { growing.wants(pose($0), posed: 3) }
    #expect(turned == [true, false, false, true])
    let nearer = growing.wants(BumpyHead.pose(azimuth: 0.3, elevation: 0, distance: 0.4), posed: 3)
    #expect(!nearer, "coming nearer is no turn")
  }

  /// After each of the first four views and after every fifth, and where the camera has turned by 0.15 rad since the last that
  /// the model holds.
  @Test func theModelIsRenewedNowAndThenAndAfterATurn() throws {
    var growing = try GrowingModel(Self.options, .coarse, workers: Workers(count: 1))
    var renewed: [Int] = []
    for view in 1...16 {
      growing.add(Self.blank(0.3))
      guard growing.isStale else { continue }
      growing.renew()
      renewed.append(view)
    }
    #expect(renewed == [1, 2, 3, 4, 5, 10, 15])
    var stale: [Bool] = []
    for azimuth in [0.44, 0.46, 0.16] {
      growing.add(Self.blank(azimuth))
      stale.append(growing.isStale)
    }
    #expect(stale == [false, true, false])
    growing.renew()
    // The twentieth is the turn of all; from 0.16 rad on they are counted now.
    stale = []
    for azimuth in [0.16, 0.3, 0.32] {
      growing.add(Self.blank(azimuth))
      stale.append(growing.isStale)
    }
    #expect(stale == [true, false, true])
  }

  /// Whatever ball was looked in, as long as the head's is not much larger.
  @Test func theRegionIsTheHeads() throws {
    let around = { (centre: Vector3, radius: Double) in
      FusionOptions(region: FusionRegion(centre: centre, radius: radius), voxelSize: 0.002)
    }
    let options = around([0.006, -0.004, 0.005], 0.1)
    var growing = try GrowingModel(options, .coarse, workers: Workers(count: 1))
    let unknown = growing.headRegion
    #expect(unknown == options.region, "nothing is known yet")
    // A ball of 4 cm about a place on the head, of which 1.2 radii are less than the region of any cap.
    let piece = around([0.056, 0.004, 0], 0.04)
    var small = try GrowingModel(piece, .coarse, workers: Workers(count: 1))
    for k in 0..<24 {
      let pose = BumpyHead.pose(azimuth: Double(k) / 4, elevation: k.isMultiple(of: 2) ? 0.5 : -0.5, distance: 0.25)
      let depth = BumpyHead.depth(from: pose)
      growing.add(DepthView(depth: depth, camera: BumpyHead.camera, scanFromCamera: pose, options: options))
      guard k < 4 else { continue }
      small.add(DepthView(depth: depth, camera: BumpyHead.camera, scanFromCamera: pose, options: piece))
    }
    growing.renew()
    let region = growing.headRegion
    #expect(region.centre.length < 0.004, "\(region)")
    #expect(region.floor == nil)
    #expect(region.radius > 0.072)
    #expect(region.radius < 0.12)
    small.renew()
    let (count, own) = (small.model.points.count, small.headRegion)
    #expect(count > 100)
    #expect(own == piece.region)
  }
}

/// Drift that was put into the poses is found at the end of the recording.
@Suite struct DenseClosureTests {
  private static let options = FusionOptions(
    region: FusionRegion(centre: [0.002, -0.001, 0.003], radius: 0.1), voxelSize: 0.002)

  /// The closure of the swing, whose last third of poses is displaced by a motion of the head's middle.
  private static func closure(
    _ scene: BumpyRecording, _ posed: [Int], drift: RigidTransform = .identity, from first: Int = 0, threads: Int = 2
  ) throws -> SplitHalfClosure? {
    var poses: [Int: RecoveredPose] = [:]
    for frame in posed {
      let pose = frame >= first ? drift * scene.headFromCamera[frame] : scene.headFromCamera[frame]
      poses[frame] = RecoveredPose(scanFromCamera: pose, deviation: 0, inlierShare: 1, residual: 0)
    }
    return try DenseClosure(
      scene.recording, ReconstructionOptions(), workers: Workers(count: threads), options: options
    )
    .measure(posed, poses)
  }

  @Test func truePosesClose() throws {
    let closure = try #require(try Self.closure(try BumpyRecording.swing.get(), Array(0...60)))
    #expect(closure.distance < 0.0003, "\(closure)")
    #expect(closure.angleDegrees < 0.25, "\(closure)")
  }

  /// A turn about the middle of the region and a shift, found to within the noise of single views.
  @Test(arguments: [(1.0, 0.0), (2, 0.001), (0, 0.002), (3, 0)]) func driftIsMeasured(
    degrees: Double, shift: Double
  ) throws {
    let scene = try BumpyRecording.swing.get()
    let (middle, angle) = (Self.options.region.centre, degrees * .pi / 180)
    let turn = Matrix3.rotation(Vector3(0.5, 1, -0.4).normalized * angle)
    let drift = RigidTransform(
      rotation: turn, translation: middle - turn * middle + Vector3(1, 1, 0.3).normalized * shift)
    let closure = try #require(try Self.closure(scene, Array(0...60), drift: drift, from: 40))
    let expected = (shift * shift + angle * angle * 0.065 * 0.065 * 2 / 3).squareRoot()
    #expect(abs(closure.distance - expected) < 0.0003, "\(closure.distance) for \(expected)")
    #expect(abs(closure.angleDegrees - degrees) < 0.3, "\(closure.angleDegrees) for \(degrees)")
  }

  @Test func anEndThatDoesNotShowTheBeginningTellsNothing() throws {
    // The camera has gone half around the head.
    let scene = try BumpyRecording.rounds.get()
    #expect(try Self.closure(scene, Array(0...6) + Array(8...14) + Array(17...23)) == nil)
    #expect(try Self.closure(scene, Array(0..<9)) == nil, "three times three frames are too few")
    #expect(try Self.closure(scene, Array(0...6) + Array(8...14) + Array(31...37)) != nil)
  }

  @Test func theNumberOfThreadsChangesNothing() throws {
    let scene = try BumpyRecording.swing.get()
    let posed = Array(0...60)
    let (one, three) = (try Self.closure(scene, posed, threads: 1), try Self.closure(scene, posed, threads: 3))
    #expect(one == three)
    #expect(one != nil)
  }
}
