internal import Geometry
import PointClouds
import Reconstruction
import Tracking

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
  /// The same covariance about other axes.
  func turned(by rotation: Matrix3) -> Matrix3 { rotation * self * rotation.transpose }
}
