public import Geometry
import Platform

/// The anatomical points whose exact position a simulated head knows.
public enum PhantomLandmark: String, CaseIterable, Sendable {
  /// The deepest point of the nasal root.
  case sellion
  /// The notch in front of the left ear.
  case tragionLeft = "tragion_left"
  /// The notch in front of the right ear.
  case tragionRight = "tragion_right"
  /// The foremost point of the nose.
  case noseTip = "nose_tip"
}

extension PhantomHead {
  /// Where a landmark lies, metres, on the surface.
  public func position(of landmark: PhantomLandmark) -> Vector3 {
    switch landmark {
    case .sellion: foremost(elevations: -0.32...0, sign: -1)
    case .noseTip: foremost(elevations: -0.75 ... -0.35, sign: 1)
    case .tragionLeft: tragion(side: .left)
    case .tragionRight: tragion(side: .right)
    }
  }

  private func tragion(side: HeadSide) -> Vector3 {
    let flattened = side == shape.flatSide
    let original = features.tragion(side: flattened ? -1 : 1)
    return point(toward: directionFromOriginal(original))
  }

  /// The midline point of greatest (sign +1) or least (−1) Y between two elevations, by golden-section search
  /// (Kiefer 1953), so exact to about a micrometre.
  private func foremost(elevations: ClosedRange<Double>, sign: Double) -> Vector3 {
    let profile = { (elevation: Double) in point(toward: [0, cos(elevation), sin(elevation)]) }
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (elevations.lowerBound, elevations.upperBound)
    while high - low > 1e-6 {
      let step = ratio * (high - low)
      if sign * profile(high - step).y > sign * profile(low + step).y {
        high = low + step
      } else {
        low = high - step
      }
    }
    return profile((low + high) / 2)
  }
}
