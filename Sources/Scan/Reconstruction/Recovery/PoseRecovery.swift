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
      let next = open.filter { !open.contains($0 - 1) || !open.contains($0 + 1) }.sorted()
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

  /// The surface of posed frames, evenly chosen; nil where they show too little.
  private func model(_ posed: [Int]) throws -> RegistrationModel? {
    let most = Self.modelFrames
    let stride = max(1, (posed.count + most - 1) / most)
    let chosen = Swift.stride(from: 0, to: posed.count, by: stride).map { posed[$0] }
    var fusion = try TSDFVolume(options)
    for start in Swift.stride(from: 0, to: chosen.count, by: 8) {
      let group = chosen[start..<min(start + 8, chosen.count)]
      let views = workers.map(group.count) { k in
        let frame = group[group.startIndex + k]
        return Result { try view(of: frame, at: tracking.scanFromDepthCamera(frame)!) }
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
