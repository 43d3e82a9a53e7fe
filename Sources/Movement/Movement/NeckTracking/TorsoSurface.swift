internal import Diagnostics
internal import Geometry
internal import Images
import Markers
import PointClouds
import Reconstruction
internal import Recordings
import Tracking
import Workers

/// A torso's surface, registered by depth with what the first frames show of it. Its frame is the depth camera's in the first.
struct TorsoSurface {
  private let recording: Recording
  private let head: Tracking
  private let choices: ReconstructionOptions
  private let workers: Workers
  private let fusion: FusionOptions
  private let first: Int

  /// How far below the middle of the cap's sphere the torso begins and its middle lies, and how far it reaches, in metres.
  private static let (begins, middle, reach) = (0.145, 0.2, 0.13)
  /// How many of the first posed frames make the model: half a second at 20 frames/s.
  private static let modelFrames = 10
  /// How far a torso may turn, in radians, and move, in metres, from one frame to the next.
  private static let (turn, shift) = (0.03, 0.01)

  /// The surface below a head; nil where no frame shows one.
  ///
  /// - Parameter up: the head's upward axis in the scan frame. The mean direction of the markers does not serve: it leans
  ///   to the side from which a camera that stands still has seen the cap.
  init?(
    _ recording: Recording, _ head: Tracking, up: Vector3, _ choices: ReconstructionOptions, workers: Workers
  ) {
    // Without a floor the middle is none of a head: too few markers, or too flat a patch of them.
    guard let first = head.scanFromCamera.firstIndex(where: { $0 != nil }), let pose = head.scanFromCamera[first],
      let ball = FusionRegion.around(markerCentres: head.map.centres), ball.floor != nil
    else { return nil }
    (self.recording, self.head, self.workers, self.first) = (recording, head, workers, first)
    let cameraFromScan = recording.frames[first].cameras.colorFromDepth.inverse * pose.inverse
    let (centre, down) = (cameraFromScan * ball.centre, cameraFromScan.rotation * -up)
    let below = Plane(normal: down, offset: down.dot(centre) + Self.begins)
    var choices = choices
    // A torso without a print is smooth: the motion from frame to frame holds what its shape leaves open, which the
    // covariance of its poses then says.
    choices.registration.largestDeviation = .infinity
    choices.registration.leastInlierShare = 0.3
    choices.registration.largestResidual = 0.004
    self.choices = choices
    fusion = FusionOptions(
      region: FusionRegion(centre: centre + down * Self.middle, radius: Self.reach, floor: below), voxelSize: 0.002,
      rules: choices.fusion)
  }

  /// The torso in every frame.
  func poses() throws -> TorsoPoses {
    var poses = [TorsoPoses.Pose?](repeating: nil, count: recording.frames.count)
    guard let model = try model() else { return TorsoPoses(reference: .surface, poses: poses) }
    var last = RigidTransform.identity
    for frame in first..<recording.frames.count {
      guard let (registration, prior) = try register(frame, with: model, near: last) else { continue }
      last = registration.modelFromCamera
      let own = registration.information + prior.information.shifted(by: registration.pivot - prior.pivot) * -1
      guard let covariance = TurnCovariance.rotation(of: own) else { continue }
      poses[frame] = TorsoPoses.Pose(
        torsoFromCamera: registration.modelFromCamera.rotation
          * recording.frames[frame].cameras.colorFromDepth.rotation.transpose, covariance: covariance)
    }
    return TorsoPoses(reference: .surface, poses: poses, findings: [Finding(.neckReferenceSurface)])
  }

  /// The surface of the first frames, each registered with those before.
  private func model() throws -> RegistrationModel? {
    var volume = try TSDFVolume(fusion)
    volume.integrate(try view(first, at: .identity), workers: workers)
    guard let start = RegistrationModel(mesh(volume)) else { return nil }
    var last = RigidTransform.identity
    for frame in (first + 1)..<min(first + Self.modelFrames, recording.frames.count) {
      guard let (registration, _) = try register(frame, with: start, near: last) else { continue }
      last = registration.modelFromCamera
      volume.integrate(try view(frame, at: last), workers: workers)
    }
    return RegistrationModel(mesh(volume))
  }

  private func mesh(_ volume: borrowing TSDFVolume) -> Mesh {
    var extraction = choices.meshing
    extraction.minimumSight = MeshExtraction.sightPerView
    return volume.mesh(extraction, workers: workers)
  }

  private func register(
    _ frame: Int, with model: RegistrationModel, near last: RigidTransform
  ) throws -> (Registration, PosePrior)? {
    let prior = PosePrior(
      pose: last, pivot: fusion.region.centre, rotationSigma: Self.turn, translationSigma: Self.shift)
    let found = model.register(try view(frame, at: last), prior: prior, options: choices.registration)
    return found.refusal == nil ? (found, prior) : nil
  }

  private func view(_ frame: Int, at pose: RigidTransform) throws -> DepthView {
    DepthView(
      depth: try recording.depth(recording.frames[frame]),
      camera: head.calibration.corrected(recording.frames[frame].cameras).depth, scanFromCamera: pose,
      correction: head.depthCorrection, options: fusion, workers: workers)
  }
}
