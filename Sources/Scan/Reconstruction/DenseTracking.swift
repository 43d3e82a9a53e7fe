import Diagnostics
import Geometry
import Images
import Markers
import PointClouds
import Recordings
import Tracking
import Workers

extension RecoveredPose {
  /// The pose of a depth camera as that of the colour camera beside it.
  fileprivate func moved(to cameras: CameraPair) -> RecoveredPose {
    RecoveredPose(
      scanFromCamera: scanFromCamera * cameras.colorFromDepth.inverse, deviation: deviation, inlierShare: inlierShare,
      residual: residual)
  }
}

/// Tracks the head by its surface alone: each frame is registered with the model of those before, which then grows by
/// it (Newcombe et al. 2011). The first frame's camera is the scan frame.
struct DenseTracking {
  private let recording: Recording
  private let workers: Workers
  private let choices: ReconstructionOptions
  private var registration: RegistrationOptions

  /// The model's voxels, metres. Chosen for speed; Docs/evaluation/tracking.md (Without a cap) has the surface error
  /// with it.
  private static let voxelSize = 0.002
  /// How far a pose may be turned from where the motion before leads, standard deviation in rad/s. Assumed.
  private static let turnSigma = 0.6
  /// How far its place may lie from there, standard deviation in m/s. Assumed.
  private static let shiftSigma = 0.12
  /// Poses farther apart in time than this tell nothing of the next one, seconds. Assumed.
  private static let longestMotion = 0.3
  /// How far ahead a motion is carried on, in intervals of the two poses that tell it. Assumed.
  private static let farthestAhead = 2.0
  /// A pose is never predicted as if less time than this had passed, seconds. Assumed.
  private static let leastInterval = 0.02
  /// The largest standard deviation of a pose along its least certain direction, metres: the next frames resolve it.
  /// Assumed; the closure shows how far the ends of the scan drift apart.
  private static let largestDeviation = 0.004

  init(_ recording: Recording, _ choices: ReconstructionOptions, workers: Workers) {
    (self.recording, self.workers, self.choices) = (recording, workers, choices)
    registration = choices.registration
    // The motion carries poses over where the shape leaves them open; the closure shows how far the ends of the scan
    // drift apart.
    registration.largestDeviation = Self.largestDeviation
  }

  /// The tracking of all frames and the ball in which the head lies.
  func track(step: @Sendable (Int) -> Void) throws -> (tracking: Tracking, region: FusionRegion) {
    let (first, region) = try start()
    var growing = try GrowingModel(
      FusionOptions(region: region, voxelSize: Self.voxelSize, rules: choices.fusion), choices, workers: workers)
    let identity = RigidTransform.identity
    growing.add(view(first, try recording.depth(recording.frames[first]), at: identity, growing.options))
    growing.renew()
    var poses = [first: RecoveredPose(scanFromCamera: identity, deviation: 0, inlierShare: 1, residual: 0)]
    var refusals: [Int: Finding] = [:]
    for frame in 0..<first {
      refusals[frame] = Finding(
        .denseNoHead,
        [
          "nearest_cm": .centimetres(DenseSeed.range.lowerBound),
          "farthest_cm": .centimetres(DenseSeed.range.upperBound),
        ])
    }
    var posed = [first]
    for frame in (first + 1)..<max(recording.frames.count, first + 1) {
      let depth = try recording.depth(recording.frames[frame])
      let result = register(frame, depth, with: growing, posed, poses)
      step(frame)
      if let refusal = result.refusal {
        refusals[frame] = refusal.finding
        continue
      }
      poses[frame] = RecoveredPose(result, CameraPair(recording.frames[frame].cameras.depth))
      posed.append(frame)
      if growing.wants(result.modelFromCamera, posed: posed.count) {
        growing.add(view(frame, depth, at: result.modelFromCamera, growing.options))
        if growing.isStale { growing.renew() }
      }
    }
    growing.renew()
    let closure = try DenseClosure(recording, choices, workers: workers, options: growing.options).measure(posed, poses)
    let observations = recording.frames.map {
      FrameObservations(frame: $0.index, time: $0.time, depthDelay: $0.depthDelay, cameras: $0.cameras, markers: [])
    }
    let colorPoses = poses.reduce(into: [:]) { all, found in
      all[found.key] = found.value.moved(to: recording.frames[found.key].cameras)
    }
    let tracking = Tracking.withoutMarkers(observations, poses: colorPoses, refusals: refusals, closure: closure)
    return (tracking, growing.headRegion)
  }

  /// The first frame that shows a head, and where.
  private func start() throws -> (frame: Int, region: FusionRegion) {
    for frame in recording.frames {
      if let region = DenseSeed.region(try recording.depth(frame), frame.cameras.depth) {
        return (frame.index, region)
      }
    }
    throw DenseTrackingError.noHead(frames: recording.frames.count, distances: DenseSeed.range)
  }

  private func register(
    _ frame: Int, _ depth: DepthImage, with growing: borrowing GrowingModel, _ posed: [Int],
    _ poses: [Int: RecoveredPose]
  ) -> Registration {
    let prior = prior(frame, posed, poses, pivot: growing.options.region.centre)
    var best: Registration?
    for start in [prior.pose, poses[posed[posed.count - 1]]!.scanFromCamera] {
      let result = growing.model.register(
        view(frame, depth, at: start, growing.options), prior: prior, options: registration)
      if result.refusal == nil { return result }
      if result.inlierShare >= best?.inlierShare ?? 0 { best = result }
    }
    return best!
  }

  /// What the frames posed so far tell of the next one.
  func prior(_ frame: Int, _ posed: [Int], _ poses: [Int: RecoveredPose], pivot: Vector3) -> PosePrior {
    let last = posed[posed.count - 1]
    let before = posed.dropLast().last.map { (pose: poses[$0]!.scanFromCamera, interval: time(last) - time($0)) }
    return Self.prior(
      after: (pose: poses[last]!.scanFromCamera, elapsed: time(frame) - time(last)), before: before, pivot: pivot)
  }

  /// Where the motion of the last two poses leads, and how far from there a pose may be.
  ///
  /// - Parameters:
  ///   - last: the newest pose, and the seconds since.
  ///   - before: the one before it, and the seconds between the two; nil where it is the first.
  static func prior(
    after last: (pose: RigidTransform, elapsed: Double), before: (pose: RigidTransform, interval: Double)?,
    pivot: Vector3
  ) -> PosePrior {
    var predicted = last.pose
    if let before, before.interval < longestMotion, last.elapsed < longestMotion {
      let share = last.elapsed / max(before.interval, 1e-9)
      predicted = before.pose.interpolated(to: last.pose, 1 + min(share, farthestAhead))
    }
    let interval = max(last.elapsed, leastInterval)
    return PosePrior(
      pose: predicted, pivot: pivot, rotationSigma: turnSigma * interval, translationSigma: shiftSigma * interval)
  }

  private func time(_ frame: Int) -> Double { recording.frames[frame].depthTime }

  private func view(
    _ frame: Int, _ depth: DepthImage, at pose: RigidTransform, _ options: FusionOptions
  ) -> DepthView {
    DepthView(
      depth: depth, camera: recording.frames[frame].cameras.depth, scanFromCamera: pose, options: options,
      workers: workers)
  }
}

/// The place of the head in a frame without a cap: the nearest object in front of the camera.
enum DenseSeed {
  /// How far away a head is held, metres; nearer is a hand over the lens, farther the room. Assumed: the usual range of
  /// a TrueDepth camera with room.
  static let range = 0.15...0.6
  /// The least share of the middle of the image that must lie there. Assumed.
  private static let leastShare = 0.04
  /// The fewest points in which a head is looked for. Assumed.
  private static let fewestPoints = 20
  /// How deep behind its nearest point a head is looked for, metres. Assumed: about a head's radius.
  private static let depth = 0.06
  /// The radius of the ball that is tracked, metres: the head and as little as possible of what does not move with it.
  /// Assumed.
  private static let reach = 0.115
  /// The step along both axes of the image, in pixels, at which a head is looked for. Chosen for speed.
  private static let seedStep = 4
  /// The quantile of depth that counts as a head's nearest point. Assumed.
  private static let nearestShare = 0.05

  /// The ball around the head in the camera frame; nil where nothing is near.
  static func region(_ image: DepthImage, _ camera: Camera) -> FusionRegion? {
    var points: [Vector3] = []
    var total = 0
    for y in stride(from: image.height / 8, to: 7 * image.height / 8, by: seedStep) {
      for x in stride(from: image.width / 6, to: 5 * image.width / 6, by: seedStep) {
        total += 1
        let z = Double(image.pixels[y * image.width + x])
        if range.contains(z) { points.append(camera.ray([Double(x), Double(y)]) * z) }
      }
    }
    guard points.count >= fewestPoints, Double(points.count) >= leastShare * Double(total) else {
      return nil
    }
    let nearest = RobustStatistics.quantile(points.map(\.z), nearestShare)
    let front = points.filter { $0.z < nearest + depth }
    let middle = Vector3(
      RobustStatistics.median(front.map(\.x)), RobustStatistics.median(front.map(\.y)), nearest)
    return FusionRegion(centre: middle + middle.normalized * UsualHead.radius, radius: reach)
  }
}

/// A surface that grows with the frames registered against it.
struct GrowingModel: ~Copyable {
  let options: FusionOptions
  private(set) var model: RegistrationModel
  private(set) var views = 0
  /// The poses of the last view that was fused, and of the last that the model holds.
  private var last, newest: RigidTransform
  private var fusion: TSDFVolume
  private let workers: Workers
  private let choices: ReconstructionOptions

  /// The number of posed frames from one fused frame to the next. Chosen for speed.
  private static let fuseEvery = 2
  /// After how many fused frames the model is renewed. Chosen for speed.
  private static let renewEvery = 5
  /// The turn since the last fused frame after which the next is fused in any case, radians. Assumed: 3°.
  private static let fuseTurn = 0.05
  /// The turn since the last renewal after which the model is renewed in any case, radians. Assumed: 9°.
  private static let renewTurn = 0.15
  /// After each of this many fused frames the model is renewed. Assumed.
  private static let firstRenewals = 4
  /// The largest head's region, from the sphere through the model, in radii of the tracked ball. Assumed.
  private static let mostGrowth = 1.2

  init(_ options: FusionOptions, _ choices: ReconstructionOptions, workers: Workers) throws {
    (self.options, self.workers, self.choices) = (options, workers, choices)
    (last, newest) = (.identity, .identity)
    fusion = try TSDFVolume(options)
    model = RegistrationModel.empty
  }

  /// Fuses a view.
  mutating func add(_ view: DepthView) {
    fusion.integrate(view, workers: workers)
    views += 1
    last = view.scanFromCamera
  }

  /// Whether the view of the newest of so many posed frames is to be fused: every so many, and after a turn in any case.
  func wants(_ pose: RigidTransform, posed: Int) -> Bool {
    posed % Self.fuseEvery == 0 || Self.turn(last, pose) > Self.fuseTurn
  }

  /// Whether the model is to be renewed: often at first, then now and then, and after a turn in any case.
  var isStale: Bool {
    views <= Self.firstRenewals || views % Self.renewEvery == 0 || Self.turn(newest, last) > Self.renewTurn
  }

  private static func turn(_ a: RigidTransform, _ b: RigidTransform) -> Double {
    (b.rotation * a.rotation.transpose).rotationVector.length
  }

  /// Takes the surface fused so far as the model, if there is any.
  mutating func renew() {
    var extraction = choices.meshing
    // A fast camera leaves no more than a few views for any place.
    extraction.minimumSight = min(1, MeshExtraction.sightPerView * Double(views))
    newest = last
    model = RegistrationModel(fusion.mesh(extraction, workers: workers)) ?? model
  }

  /// The part of space in which the model's head lies: the sphere through its surface, somewhat larger.
  var headRegion: FusionRegion {
    var region = FusionRegion.around(markerCentres: model.points) ?? options.region
    region.floor = nil
    return region.radius < options.region.radius * Self.mostGrowth ? region : options.region
  }
}

/// How far tracking drifted: frames of the recording's end are registered with the surface of its beginning, which
/// influenced their poses only through the frames between.
struct DenseClosure {
  private let recording: Recording
  private let workers: Workers
  private let options: FusionOptions
  private let choices: ReconstructionOptions

  /// The share of the frames that counts as beginning, and as end, of the closure. Assumed: a third.
  private static let share = 0.33
  /// The most frames of either end that take part. Chosen for speed.
  private static let mostFrames = 60
  /// The fewest registrations for a closure. Assumed.
  private static let fewestFrames = 3

  init(_ recording: Recording, _ choices: ReconstructionOptions, workers: Workers, options: FusionOptions) {
    (self.recording, self.workers, self.options, self.choices) = (recording, workers, options, choices)
  }

  /// The root mean square distance and angle between both poses; nil where the end does not show the beginning again.
  func measure(_ posed: [Int], _ poses: [Int: RecoveredPose]) throws -> SplitHalfClosure? {
    let count = Int(Self.share * Double(posed.count))
    guard count >= Self.fewestFrames, let model = try model(posed.prefix(count).thinned(to: Self.mostFrames), poses)
    else { return nil }
    let end = posed.suffix(count).thinned(to: Self.mostFrames)
    let results = try workers.map(end.count) { k in
      Result { model.register(try view(end[k], poses[end[k]]!.scanFromCamera), options: choices.registration) }
    }.map { try $0.get() }
    let radius = UsualHead.radius
    var (distances, angles) = ([Double](), [Double]())
    for (frame, result) in zip(end, results) where result.refusal == nil {
      let change = result.modelFromCamera * poses[frame]!.scanFromCamera.inverse
      let middle = options.region.centre
      let (turn, shift) = (change.rotation.rotationVector.length, (change * middle - middle).length)
      // On a ball of radius R a turn moves the surface by R √(2/3) times its angle, root mean square.
      distances.append((shift * shift + turn * turn * radius * radius * 2 / 3).squareRoot())
      angles.append(turn * 180 / .pi)
    }
    guard distances.count >= Self.fewestFrames else { return nil }
    return SplitHalfClosure(distance: RobustStatistics.rms(distances), angleDegrees: RobustStatistics.rms(angles))
  }

  private func model(_ frames: [Int], _ poses: [Int: RecoveredPose]) throws -> RegistrationModel? {
    var fusion = try TSDFVolume(options)
    for frame in frames { fusion.integrate(try view(frame, poses[frame]!.scanFromCamera), workers: workers) }
    return RegistrationModel(fusion.mesh(choices.meshing, workers: workers))
  }

  private func view(_ frame: Int, _ pose: RigidTransform) throws -> DepthView {
    DepthView(
      depth: try recording.depth(recording.frames[frame]), camera: recording.frames[frame].cameras.depth,
      scanFromCamera: pose, options: options)
  }
}

/// Why a head could not be followed by its surface.
enum DenseTrackingError: UserFacingError {
  /// No frame shows anything at a head's distance; metres.
  case noHead(frames: Int, distances: ClosedRange<Double>)

  var message: ErrorMessage {
    switch self {
    case .noHead(let frames, let distances):
      ErrorMessage(
        .trackingNoHead, at: .phrase("tracking"),
        [
          "nearest": .centimetres(distances.lowerBound), "farthest": .centimetres(distances.upperBound),
          "frames": .count(frames),
        ])
    }
  }
}

extension FindingValue {
  /// Metres as whole centimetres.
  static func centimetres(_ metres: Double) -> FindingValue { .number(metres * 100, decimals: 0, unit: "cm") }
}
