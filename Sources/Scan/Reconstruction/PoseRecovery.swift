import Diagnostics
import Geometry
import Images
import Markers
import PointClouds
import Recordings
import Tracking
import Workers

/// Recovers poses that the markers could not give: depth is registered with the surface of the posed frames.
///
/// Frames next to posed ones come first and then count as posed, so that a gap closes from both ends.
struct PoseRecovery {
  private let recording: Recording
  private let tracking: Tracking
  private let options: FusionOptions
  private let workers: Workers
  private let choices: ReconstructionOptions
  private let excluded: Set<Int>

  /// The share of all frames that must lack a pose before a pass over the model is worth its time. Chosen for speed.
  private static let leastShare = 0.02
  /// The fewest posed frames of a model. Assumed.
  private static let fewestPosed = 8
  /// The most frames of the model. Chosen for speed.
  private static let modelFrames = 100
  /// The distance between the model's voxels, metres. Chosen for speed; Docs/decisions/fusion.md (Voxels of 1.25 mm,
  /// truncation 3 mm) has its surface error.
  private static let voxelSize = 0.0015

  init(_ context: ReconstructionContext, _ tracking: Tracking, leaving excluded: Set<Int> = []) throws {
    (recording, workers) = (context.recording, context.workers)
    choices = context.options
    (self.tracking, self.excluded) = (tracking, excluded)
    let landmarks = context.clicked(tracking).landmarks
    var options = FusionOptions(
      region: try .around(tracking.map, landmarks, options: choices.region), voxelSize: Self.voxelSize,
      rules: choices.fusion)
    options.joinsPixels = false  // a single view's pose needs every pixel
    self.options = options
  }

  /// The tracking with the poses that could be recovered; unchanged where hardly any are missing.
  func recovered() throws -> Tracking {
    var open = Set(recording.frames.indices.filter { tracking.scanFromCamera[$0] == nil }).subtracting(excluded)
    let posed = recording.frames.indices.filter { tracking.scanFromCamera[$0] != nil }
    guard Double(open.count) >= Self.leastShare * Double(recording.frames.count),
      posed.count >= Self.fewestPosed,
      let model = try model(posed)
    else { return tracking }
    var (track, found, refusals) = (
      PoseTrack(recording, tracking, middle: options.region.centre), [Int: RecoveredPose](),
      [Int: Finding]()
    )
    while !open.isEmpty {
      let next = Self.edges(of: open)
      let known = track
      let results = try workers.map(next.count) { k in
        Result { try register(next[k], with: model, known) }
      }.map { try $0.get() }
      for (frame, result) in zip(next, results) {
        open.remove(frame)
        switch result {
        case .failure(let refusal): refusals[frame] = refusal
        case .success(let result):
          found[frame] = RecoveredPose(result, recording.frames[frame].cameras)
          track.add(result.modelFromCamera, at: frame)
        }
      }
    }
    return tracking.recovering(found, refusals: refusals)
  }

  /// The frames at the ends of gaps, in order.
  static func edges(of open: Set<Int>) -> [Int] {
    open.filter { !open.contains($0 - 1) || !open.contains($0 + 1) }.sorted()
  }

  /// The surface of posed frames, evenly chosen; nil where they show too little.
  private func model(_ posed: [Int]) throws -> RegistrationModel? {
    let chosen = posed[...].thinned(to: Self.modelFrames)
    var fusion = try TSDFVolume(options)
    for start in stride(from: 0, to: chosen.count, by: 8) {
      let group = Array(chosen[start...].prefix(8))
      let views = workers.map(group.count) { k in
        Result { try view(of: group[k], at: tracking.scanFromDepthCamera(group[k])!) }
      }
      for view in views { fusion.integrate(try view.get(), workers: workers) }
    }
    var extraction = choices.meshing
    extraction.seeds = tracking.map.centres
    return RegistrationModel(fusion.mesh(extraction, workers: workers))
  }

  /// The first registration from the frame's likely poses that is accepted, else the refusal of the best one.
  private func register(
    _ frame: Int, with model: RegistrationModel, _ track: PoseTrack
  ) throws -> Result<Registration, Finding> {
    let depth = try recording.depth(recording.frames[frame])
    let marker = MarkerPrior(tracking, frame: frame, choices)
    let motion = track.prior(frame)
    var best: (share: Double, refusal: Finding) = (-1, Finding(.recoveryNotNear))
    for start in track.guesses(frame) {
      let near = marker?.prior(near: start)
      let prior = if let near, let motion { near.combined(with: motion) } else { near ?? motion }
      let result = model.register(view(of: frame, depth, at: start), prior: prior, options: choices.registration)
      if result.refusal == nil, track.canReach(result.modelFromCamera, at: frame) { return .success(result) }
      if result.inlierShare > best.share {
        best = (result.inlierShare, result.refusal?.finding ?? Finding(.recoveryFarOff))
      }
    }
    return .failure(best.refusal)
  }

  private func view(of frame: Int, at pose: RigidTransform) throws -> DepthView {
    view(of: frame, try recording.depth(recording.frames[frame]), at: pose)
  }

  private func view(of frame: Int, _ depth: DepthImage, at pose: RigidTransform) -> DepthView {
    DepthView(
      depth: depth, camera: tracking.calibration.corrected(recording.frames[frame].cameras).depth,
      scanFromCamera: pose, correction: tracking.depthCorrection, options: options)
  }
}

extension ArraySlice<Int> {
  /// Every so many of them, from the first on, that at most `most` are left.
  func thinned(to most: Int) -> [Int] {
    let step = Swift.max(1, (count + most - 1) / most)
    return stride(from: startIndex, to: endIndex, by: step).map { self[$0] }
  }
}

extension RecoveredPose {
  /// The colour camera's pose by the depth camera's that a registration found.
  init(_ result: Registration, _ cameras: CameraPair) {
    self.init(
      scanFromCamera: result.modelFromCamera * cameras.colorFromDepth.inverse, deviation: result.weakestDeviation,
      inlierShare: result.inlierShare,
      residual: result.rms)
  }
}

extension TrackedHead {
  /// The head of a tracking: recovers missing poses, except of frames left out on purpose, and fuses.
  static func recovered(
    _ tracked: Tracking, _ observations: [FrameObservations], of screened: [FrameObservations],
    leaving out: Set<Int> = [], slips: [PartSlip] = [], in context: ReconstructionContext,
    step: @Sendable (Int) -> Void = { _ in }
  ) throws -> TrackedHead {
    let repeats = screened.indices.filter { screened[$0].repeatsDepth }
    let tracking = try PoseRecovery(context, tracked, leaving: out.union(repeats)).recovered()
    let region = try FusionRegion.around(
      tracking.map, context.clicked(tracking).landmarks, options: context.options.region)
    return TrackedHead(
      tracking: tracking, surface: try context.fused(tracking, in: region, step: step), region: region,
      screened: screened, observations: observations, partSlips: slips,
      slips: slips.map { CapSlip($0, context.recording) })
  }
}

/// The poses known so far over time, from which missing ones are guessed.
struct PoseTrack {
  /// `scanFromCamera` of each frame; nil where it is not known.
  private(set) var poses: [RigidTransform?]
  private let times: [Double]
  /// The middle of the head, at which deviations of a pose are stated.
  private let middle: Vector3
  /// For each gap in frames, how far poses lie from those interpolated between the gap's ends; nil where too few show
  /// it.
  private let spreads: [Spread?]

  /// The farthest in time that a known pose counts, seconds. Assumed.
  private static let reach = 1.0
  /// The widest gap between known poses, in frames, across which a pose is predicted. Assumed.
  private static let widestGap = 12
  /// How fast a held head and a hand-held camera move against each other at most, m/s. Assumed.
  private static let fastest = 0.6
  /// How fast they turn against each other at most, rad/s. Assumed.
  private static let fastestTurn = 2.5
  /// What is allowed on top of the fastest motion, metres: the error of a pose. Assumed.
  private static let slack = 0.005
  /// What is allowed on top of the fastest turn, radians. Assumed.
  private static let turnSlack = 0.05

  init(_ recording: Recording, _ tracking: Tracking, middle: Vector3) {
    poses = recording.frames.map { tracking.scanFromDepthCamera($0.index) }
    (times, self.middle) = (recording.frames.map(\.depthTime), middle)
    let known = poses
    spreads = (0...Self.widestGap).map {
      $0 == 0 ? nil : Spread(known, gap: $0, middle: middle)
    }
  }

  /// Adds a pose.
  mutating func add(_ pose: RigidTransform, at frame: Int) { poses[frame] = pose }

  /// A frame's likely poses, likeliest first: the one interpolated between its posed neighbours, then the neighbours'
  /// own; none where these are too far away in time.
  func guesses(_ frame: Int) -> [RigidTransform] {
    let (before, after) = neighbours(frame)
    let near = [before, after].compactMap { $0 }.sorted { distance($0, frame) < distance($1, frame) }
    return [interpolated(frame)].compactMap { $0 } + near.map { poses[$0]! }
  }

  /// The prior of a frame's pose from the poses on both sides; its deviations come from the recording's own motion.
  func prior(_ frame: Int) -> PosePrior? {
    let (before, after) = neighbours(frame)
    guard let before, let after, let pose = interpolated(frame),
      let spread = max(frame - before, after - frame) <= Self.widestGap
        ? spreads[max(frame - before, after - frame)] : nil
    else { return nil }
    return PosePrior(
      pose: pose, pivot: middle, rotationSigma: spread.rotation, translationSigma: spread.translation)
  }

  /// True when the head could have moved to a pose from the nearest known ones.
  func canReach(_ pose: RigidTransform, at frame: Int) -> Bool {
    let (before, after) = neighbours(frame)
    return [before, after].compactMap { $0 }.allSatisfy { other in
      let elapsed = distance(other, frame)
      let moved = Spread.motion(poses[other]!, pose, middle)
      return moved.translation <= Self.slack + Self.fastest * elapsed
        && moved.rotation <= Self.turnSlack + Self.fastestTurn * elapsed
    }
  }

  private func interpolated(_ frame: Int) -> RigidTransform? {
    let (before, after) = neighbours(frame)
    guard let before, let after else { return nil }
    let share = (times[frame] - times[before]) / max(times[after] - times[before], 1e-9)
    return poses[before]!.interpolated(to: poses[after]!, share)
  }

  private func neighbours(_ frame: Int) -> (before: Int?, after: Int?) {
    let before = poses[..<frame].lastIndex { $0 != nil }
    let after = poses[(frame + 1)...].firstIndex { $0 != nil }
    let isNear = { (other: Int) in distance(other, frame) <= Self.reach }
    return (before.flatMap { isNear($0) ? $0 : nil }, after.flatMap { isNear($0) ? $0 : nil })
  }

  private func distance(_ a: Int, _ b: Int) -> Double { abs(times[a] - times[b]) }
}

/// How much poses differ from those interpolated between their neighbours: standard deviations per axis.
private struct Spread {
  /// Of the rotation in radians, and of a place on the head in metres.
  var rotation, translation: Double

  /// The fewest poses from which the steadiness of the camera is estimated. Assumed.
  private static let fewestPoses = 10

  /// Over all poses that have known ones `gap` frames before and after them; nil for too few.
  init?(_ poses: [RigidTransform?], gap: Int, middle: Vector3) {
    var (rotations, translations) = ([Double](), [Double]())
    for i in stride(from: gap, to: poses.count - gap, by: 1) {
      guard let pose = poses[i], let before = poses[i - gap], let after = poses[i + gap] else { continue }
      let moved = Self.motion(before.interpolated(to: after, 0.5), pose, middle)
      rotations.append(moved.rotation)
      translations.append(moved.translation)
    }
    guard rotations.count >= Self.fewestPoses else { return nil }
    rotation = max(1e-4, RobustStatistics.rms(rotations) / 3.0.squareRoot())
    translation = max(1e-5, RobustStatistics.rms(translations) / 3.0.squareRoot())
  }

  /// How far the head turns and moves between two poses of the camera.
  static func motion(
    _ a: RigidTransform, _ b: RigidTransform, _ middle: Vector3
  ) -> (rotation: Double, translation: Double) {
    let change = b * a.inverse
    return (change.rotation.rotationVector.length, (change * middle - middle).length)
  }
}

extension RigidTransform {
  /// The pose a share of the way to another: rotation along the shortest arc, translation along the line.
  func interpolated(to other: RigidTransform, _ share: Double) -> RigidTransform {
    let turn = (other.rotation * rotation.transpose).rotationVector
    return RigidTransform(
      rotation: .rotation(turn * share) * rotation, translation: translation + (other.translation - translation) * share
    )
  }
}

/// The prior of a depth camera's pose from the few markers of its frame.
package struct MarkerPrior {
  package let prior: PosePrior

  /// The farthest that markers may move the prediction, metres: others are strays. Assumed.
  private static let markerReach = 0.03

  /// The prior from the frame's usable markers that the map has; nil without any, or where depth was taken at another
  /// moment than the image in which they are seen.
  ///
  /// A delay of depth within the verdict's tolerance counts as none: an estimated one is never exactly 0.
  ///
  /// - Parameter atAnyDelay: with any delay, for how well the pose is known and not for the pose itself.
  package init?(_ tracking: Tracking, frame: Int, _ choices: ReconstructionOptions, atAnyDelay: Bool = false) {
    guard atAnyDelay || abs(tracking.depthDelay(frame)) < SelfCalibration.delayTolerance else { return nil }
    let observations = tracking.observations[frame]
    let cameras = observations.cameras
    let (camera, depthFromColor) = (tracking.calibration.corrected(cameras.color), cameras.colorFromDepth.inverse)
    let options = choices.tracking
    let cornerSigma = options.pixelSigma(whereFound: tracking.calibration.cornerSigma)
    var (seen, places, sigmas) = ([Vector3](), [Vector3](), [(across: Double, along: Double)]())
    for marker in observations.markers {
      guard let metric = marker.metric, let mapped = tracking.map.markers[marker.id] else { continue }
      let cosine = metric.weighingCosine
      for k in 0..<4 {
        let z = tracking.depthCorrection.corrected(
          metric.points[k].z, at: cameras.depthPlace(of: marker.corners[k], at: metric.points[k]))
        let floor = options.depthFloor / (cosine * cosine)
        seen.append(depthFromColor * (camera.ray(marker.corners[k]) * z))
        places.append(mapped.corners[k])
        sigmas.append(
          (
            cornerSigma / cosine * z / camera.fx,
            (metric.depthSigmas[k] * metric.depthSigmas[k] + floor * floor).squareRoot()
          ))
      }
    }
    guard let prior = PosePrior(seen: seen, places: places, sigmas: sigmas) else { return nil }
    self.prior = prior
  }

  /// The prior, unless it contradicts a prediction too much to be the cap's.
  func prior(near prediction: RigidTransform) -> PosePrior? {
    let place = prior.pose.inverse * prior.pivot
    return (prediction * place - prior.pivot).length < Self.markerReach ? prior : nil
  }
}
