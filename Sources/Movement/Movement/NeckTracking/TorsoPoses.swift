internal import Diagnostics
internal import Geometry
import Markers
import PointClouds
import Reconstruction
import Tracking
import Workers

/// Where a torso is, frame by frame.
struct TorsoPoses {
  /// The torso in a frame.
  struct Pose {
    /// Takes directions of the camera's frame to the torso's.
    var torsoFromCamera: Matrix3
    /// The covariance of a small turn on its left, in rad².
    var covariance: Matrix3
  }

  /// What they come from; nil where nothing shows the torso.
  let reference: MotionReference?
  /// The torso in each frame; nil where it is not known.
  let poses: [Pose?]
  /// Right, anterior and superior in the torso's frame, as columns; nil where nothing shows them.
  var torsoFromRAS: Matrix3?
  /// What is to be said of it.
  var findings: [Finding] = []

  /// The share of frames in which the torso is known.
  var share: Double { poses.isEmpty ? 0 : Double(poses.count { $0 != nil }) / Double(poses.count) }
}

extension TorsoPoses {
  /// The poses of a printed patch; nil where no frame shows it.
  ///
  /// - Parameters:
  ///   - observations: all markers of every frame, none rejected.
  ///   - calibration: what the cap has shown of the sensor.
  static func ofPatch(
    _ patch: TorsoPatch, _ cap: Cap, _ observations: [FrameObservations], calibration: SelfCalibration,
    _ options: ReconstructionOptions, workers: Workers
  ) -> TorsoPoses? {
    let print = Cap(dictionary: cap.dictionary, markerSize: patch.markerSize, ids: patch.ids, thickness: 0)
    guard
      let screened = try? MarkerScreening.screen(observations, cap: print, options: options.markers.screening),
      let tracking = try? Tracker(options: options.tracking).track(
        screened, cap: print, calibration: calibration, workers: workers)
    else { return nil }
    let covariances = workers.map(observations.count) { TurnCovariance.ofMarkers(tracking, frame: $0, options) }
    return TorsoPoses(
      reference: .patch,
      poses: observations.indices.map { frame in
        tracking.scanFromCamera[frame].flatMap { pose in
          covariances[frame].map { Pose(torsoFromCamera: pose.rotation, covariance: $0) }
        }
      }, torsoFromRAS: tracking.map.upright)
  }

  /// A torso that does not move before a camera that stands still.
  ///
  /// - Parameter deviation: how far the camera may have turned, in radians.
  static func ofCamera(frames: Int, deviation: Double) -> TorsoPoses {
    let pose = Pose(torsoFromCamera: .identity, covariance: .identity * (deviation * deviation))
    return TorsoPoses(
      reference: .camera, poses: [Pose?](repeating: pose, count: frames),
      findings: [Finding(.neckReferenceCamera)])
  }
}

extension MarkerMap {
  /// Right, anterior and superior of who wears the markers on the chest, all printed upright; nil where they are not.
  var upright: Matrix3? {
    let prints = ids.map { markers[$0]! }
    guard !prints.isEmpty else { return nil }
    let mean = { (direction: (Marker) -> Vector3) -> Vector3 in
      prints.reduce(.zero) { $0 + direction($1).normalized } / Double(prints.count)
    }
    let across = mean { $0.corners[1] - $0.corners[0] + $0.corners[2] - $0.corners[3] }
    let anterior = mean { $0.normal }
    guard across.length > Self.leastAgreement, anterior.length > Self.leastAgreement else { return nil }
    let front = anterior.normalized
    // The print's right is at the wearer's left.
    let right = (front * across.dot(front) - across).normalized
    return Matrix3(columns: right, front, right.cross(front))
  }

  /// The length of the mean of unit vectors: 0.9 is a spread of some 26°.
  private static let leastAgreement = 0.9
}

/// How well a pose's rotation is known.
enum TurnCovariance {
  /// The covariance of a small turn of markers' frame by the corners that a frame sees, about the map's axes, in rad²; nil
  /// where they do not determine it.
  static func ofMarkers(_ tracking: Tracking, frame: Int, _ options: ReconstructionOptions) -> Matrix3? {
    MarkerPrior(tracking, frame: frame, options, atAnyDelay: true).flatMap { rotation(of: $0.prior.information) }
  }

  /// The covariance of the turn in an information matrix over turn and shift, what is not known of the shift included.
  static func rotation(of information: MotionMatrix) -> Matrix3? {
    let eigen = information.eigen(radius: radius)
    // What nothing holds is known to half a turn at best.
    let least = 1 / (radius * radius * Double.pi * Double.pi)
    guard eigen.values.allSatisfy(\.isFinite) else { return nil }
    var covariance = Matrix3.zero
    for (value, vector) in zip(eigen.values, eigen.vectors) {
      let turn = Vector3(vector[0], vector[1], vector[2]) / radius
      covariance = covariance + Matrix3.outer(turn, turn) * (1 / max(value, least))
    }
    return covariance
  }

  /// Where turns are arcs that compare with shifts, in metres: on a torso or a head.
  private static let radius = 0.1
}

extension Matrix3 {
  /// A covariance, expressed about turned axes.
  func turned(by rotation: Matrix3) -> Matrix3 { rotation * self * rotation.transpose }
}
