import Analysis
public import Diagnostics
public import Feedback
public import Geometry
import Landmarks
import Markers
import PointClouds
public import Reconstruction
internal import Recordings
import Tracking
public import Workers

/// From a recording to the orientation of a head against its torso in every frame. No surface of the head is made.
///
/// The torso is the printed patch's where that is seen, else its own surface by depth, else the camera that stands still.
public struct NeckTracking: Sendable {
  private let input: HeadRecording
  private let options: ReconstructionOptions
  private let reference: MotionReference?
  private let layout: (path: String, corners: [Int: [Vector3]])?
  private let movement: JointMovement
  private let rules: MotionRules
  private let neck: NeckRules
  private let workers: Workers
  private let progress: @Sendable (ScanProgress) -> Void

  /// Nothing is done yet.
  ///
  /// - Parameters:
  ///   - movement: what is to be measured: a reference that does not show it is not taken.
  ///   - reference: what the torso is to be told by; nil for the best that there is.
  ///   - layout: where an earlier reconstruction has the cap's markers in the head frame, and what it is called.
  public init(
    _ input: HeadRecording, _ movement: JointMovement, reference: MotionReference? = nil,
    layout: (path: String, corners: [Int: [Vector3]])? = nil, options: ReconstructionOptions = ReconstructionOptions(),
    rules: MotionRules = .standard, neck: NeckRules = .standard, workers: Workers,
    progress: @escaping @Sendable (ScanProgress) -> Void = { _ in }
  ) {
    (self.input, self.movement, self.reference, self.layout) = (input, movement, reference, layout)
    (self.options, self.rules, self.neck, self.workers, self.progress) = (options, rules, neck, workers, progress)
  }

  /// Tracks head and torso.
  ///
  /// - Returns: the series, and the digest of all images.
  /// - Throws: errors of the recording, of markers and of tracking; ``NeckMotionError``.
  public func series() throws -> (series: NeckSeries, digest: String) {
    if reference == .patch, input.cap.torso == nil { throw NeckMotionError.noPatch }
    return try series(of: try Reconstruction(input, options, workers: workers, progress: progress).detect())
  }

  /// Tracks head and torso by the markers that were seen in every frame.
  func series(of views: Views) throws -> (series: NeckSeries, digest: String) {
    progress(ScanProgress(stage: .tracking, done: 0, total: 1))
    let head = try Tracker(options: options.tracking).track(views.usable, cap: input.cap, workers: workers)
    let axes = try axes(head)
    let torso = try torso(head, views.observations, axes)
    let covariances = workers.map(head.scanFromCamera.count) { TurnCovariance.ofMarkers(head, frame: $0, options) }
    var (poses, reasons) = ([NeckSeries.Pose?](), [RejectionReason?]())
    for frame in head.scanFromCamera.indices {
      let (pose, reason) = Self.pose(head.scanFromCamera[frame], covariances[frame], torso.poses[frame])
      poses.append(pose)
      reasons.append(reason)
    }
    return (
      NeckSeries(
        times: input.recording.frames.map(\.time), frames: input.recording.frames.map(\.name), poses: poses,
        reasons: reasons, reference: torso.reference,
        axes: NeckAxes(
          headFromRAS: axes?.headFromRAS, torsoFromRAS: torso.torsoFromRAS, source: axes?.source ?? .movement),
        findings: input.findings + torso.findings), views.digest
    )
  }

  private static func pose(
    _ head: RigidTransform?, _ covariance: Matrix3?, _ torso: TorsoPoses.Pose?
  ) -> (NeckSeries.Pose?, RejectionReason?) {
    guard let head, let covariance else { return (nil, .headUnseen) }
    guard let torso else { return (nil, .torsoUnseen) }
    let torsoFromHead = torso.torsoFromCamera * head.rotation.transpose
    return (
      NeckSeries.Pose(
        torsoFromHead: torsoFromHead, covariance: torso.covariance + covariance.turned(by: torsoFromHead)), nil
    )
  }

  private func axes(_ head: Tracking) throws(NeckMotionError) -> HeadAxes? {
    if let layout { return try HeadAxes(layout.corners, head, path: layout.path) }
    return HeadAxes(input.clicks, input.recording, head, workers: workers)
  }
}

extension NeckTracking {
  /// The torso by the first reference that shows it, or a finding that withholds everything.
  private func torso(
    _ head: Tracking, _ observations: [FrameObservations], _ axes: HeadAxes?
  ) throws -> TorsoPoses {
    // A cap lies on the vault. With exchanged tragions up would be down, and the neck's left its right.
    if let axes, let up = FusionRegion.around(markerCentres: head.map.centres)?.floor?.normal,
      axes.headFromRAS.c2.dot(up) < 0
    {
      return nothing([Finding(.frameUpsideDown)])
    }
    var findings: [Finding] = []
    if reference == nil || reference == .patch, let patch = input.cap.torso {
      let found = TorsoPoses.ofPatch(
        patch, input.cap, observations, calibration: head.calibration, options, workers: workers)
      if let found { return found }
      findings.append(Finding(.neckPatchUnseen))
      if reference == .patch { return nothing(findings + [Finding(.neckNoReference)]) }
    }
    if reference == nil || reference == .surface {
      let found = try axes.flatMap {
        TorsoSurface(input.recording, head, up: $0.headFromRAS.c2, options, workers: workers)
      }?.poses()
      if var found, found.share >= rules.gates.leastValid {
        let blind = axes.flatMap { blindness(found, head, $0) }
        if blind == nil || reference == .surface {
          found.findings += findings + [blind].compactMap(\.self)
          return found
        }
        // The camera may serve all the same; why the surface does not is said.
        findings += [blind].compactMap { $0?.with(severity: .warning) }
      } else if reference == .surface {
        return nothing(findings + [Finding(axes == nil ? .neckNoAxes : .neckNoReference)])
      }
    }
    let camera = try CameraStillness.measure(input.recording, observations, workers: workers)
    guard camera.isKnown else { return nothing(findings + [Finding(.neckCameraUnknown)]) }
    guard camera.isStill else {
      return nothing(
        findings + [Finding(.neckCameraMoves, ["share_percent": .percent((100 * camera.share).rounded(.down) / 100)])])
    }
    var still = TorsoPoses.ofCamera(frames: observations.count, deviation: camera.deviation)
    still.findings += findings
    return still
  }

  private func nothing(_ findings: [Finding]) -> TorsoPoses {
    TorsoPoses(
      reference: nil, poses: [TorsoPoses.Pose?](repeating: nil, count: input.recording.frames.count),
      findings: findings)
  }

  /// What a surface does not show of the movement; nil where it does. A plane does not show a turn about its normal, nor a
  /// round back one about its axis.
  private func blindness(_ torso: TorsoPoses, _ head: Tracking, _ axes: HeadAxes) -> Finding? {
    guard let first = torso.poses.firstIndex(where: { $0 != nil }), let start = torso.poses[first],
      let pose = head.scanFromCamera[first]
    else { return nil }
    let columns = start.torsoFromCamera * pose.rotation.transpose * axes.headFromRAS
    let axis = movement == .flexion ? columns.c0 : movement == .lateral ? columns.c1 : columns.c2
    let deviation = RobustStatistics.median(
      torso.poses.compactMap { $0.map { max(0, axis.dot($0.covariance * axis)).squareRoot() * 180 / .pi } })
    guard deviation > neck.frames.mostPoseDeviation else { return nil }
    return Finding(
      .neckSurfaceBlind,
      [
        "movement": .term(movement.rawValue, of: "movement"),
        "deviation_degrees": .number(deviation, decimals: 1, unit: "°"),
        "limit_degrees": .number(neck.frames.mostPoseDeviation, decimals: 1, unit: "°"),
      ])
  }
}

/// Why a neck can't be measured as it was asked for.
public enum NeckMotionError: UserFacingError, Equatable {
  /// The patch is to be the reference, and the cap file names none.
  case noPatch
  /// A reconstruction is of another cap: how many markers both have, and how many are needed.
  case otherCap(path: String, shared: Int, needed: Int)

  public var message: ErrorMessage {
    switch self {
    case .noPatch: ErrorMessage(.neckNoPatch, at: "--reference")
    case .otherCap(let path, let shared, let needed):
      ErrorMessage(.neckOtherCap, at: path, nil, ["shared": .count(shared), "needed": .count(needed)])
    }
  }
}
