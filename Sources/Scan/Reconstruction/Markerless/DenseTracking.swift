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
      if posed.count % Self.fuseEvery == 0 || growing.hasTurned(result.modelFromCamera, by: Self.fuseTurn) {
        growing.add(view(frame, depth, at: result.modelFromCamera, growing.options))
        if growing.views <= Self.firstRenewals || growing.views % Self.renewEvery == 0
          || growing.hasGrownStale(result.modelFromCamera, after: Self.renewTurn)
        {
          growing.renew()
        }
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
    let last = posed[posed.count - 1]
    let elapsed = time(frame) - time(last)
    let pose = poses[last]!.scanFromCamera
    var predicted = pose
    if posed.count > 1, case let before = posed[posed.count - 2], time(last) - time(before) < Self.longestMotion,
      elapsed < Self.longestMotion
    {
      let share = elapsed / max(time(last) - time(before), 1e-9)
      predicted = poses[before]!.scanFromCamera.interpolated(to: pose, 1 + min(share, Self.farthestAhead))
    }
    let interval = max(elapsed, Self.leastInterval)
    let prior = PosePrior(
      pose: predicted, pivot: growing.options.region.centre, rotationSigma: Self.turnSigma * interval,
      translationSigma: Self.shiftSigma * interval)
    var best: Registration?
    for start in [predicted, pose] {
      let result = growing.model.register(
        view(frame, depth, at: start, growing.options), prior: prior, options: registration)
      if result.refusal == nil { return result }
      if result.inlierShare >= best?.inlierShare ?? 0 { best = result }
    }
    return best!
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
