import Geometry

/// Prior knowledge of a pose: a normal distribution.
public struct PosePrior: Sendable {
  /// The likeliest `modelFromCamera`.
  public let pose: RigidTransform
  /// Deviations are small motions of the camera's points about this place of the model frame, metres.
  public let pivot: Vector3
  /// The information matrix (inverse covariance) of rotation vector (rad) and translation (m) about the pivot.
  public let information: MotionMatrix

  /// A prior from its parts.
  public init(pose: RigidTransform, pivot: Vector3, information: MotionMatrix) {
    (self.pose, self.pivot, self.information) = (pose, pivot, information)
  }

  /// A pose known to within a rotation (rad) and a translation (m) of the pivot, per axis, standard deviations.
  public init(pose: RigidTransform, pivot: Vector3, rotationSigma: Double, translationSigma: Double) {
    let (r, t) = (1 / (rotationSigma * rotationSigma), 1 / (translationSigma * translationSigma))
    self.init(pose: pose, pivot: pivot, information: MotionMatrix(diagonal: [r, r, r, t, t, t, 0, 0]))
  }

  /// The prior from points seen in the camera whose places in the model are known: the corners of a marker.
  ///
  /// - Parameters:
  ///   - seen: points in the camera frame, at least three not on a line, metres.
  ///   - places: their places in the model frame.
  ///   - sigmas: for each, the standard deviation across the line of sight and along it, metres.
  /// - Returns: nil where the points don't determine a pose.
  public init?(seen: [Vector3], places: [Vector3], sigmas: [(across: Double, along: Double)]) {
    guard seen.count == sigmas.count,
      let start = RigidTransform.fit(seen, onto: places, weights: sigmas.map { 1 / ($0.along * $0.along) })
    else { return nil }
    let pivot = places.reduce(.zero, +) / Double(places.count)
    var pose = start
    var equations = MotionEquations()
    for _ in 0..<5 {
      equations = MotionEquations()
      for k in seen.indices {
        let moved = pose * seen[k]
        let sight = (pose.rotation * seen[k]).normalized
        let side = sight.anyOrthogonal
        let axes = [
          (sight, sigmas[k].along), (side, sigmas[k].across), (sight.cross(side), sigmas[k].across),
        ]
        for (axis, sigma) in axes {
          equations.add(
            at: moved - pivot, along: axis, residual: (moved - places[k]).dot(axis), weight: 1 / (sigma * sigma))
        }
      }
      guard let step = equations.solution else { return nil }
      pose = pose.moved(by: step, about: pivot)
    }
    self.init(pose: pose, pivot: pivot, information: equations.matrix)
  }

  /// This prior and another one combined.
  public func combined(with other: PosePrior) -> PosePrior {
    let own = information.shifted(by: other.pivot - pivot)
    var equations = MotionEquations()
    equations.add(own, motion: other.pose.motion(to: pose, about: other.pivot))
    equations.add(other.information, motion: .zero)
    let step = equations.solution ?? .zero
    return PosePrior(
      pose: other.pose.moved(by: step, about: other.pivot), pivot: other.pivot, information: equations.matrix)
  }
}
