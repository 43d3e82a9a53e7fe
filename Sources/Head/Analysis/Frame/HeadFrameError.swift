import Diagnostics

/// Why landmarks don't make a head frame.
public enum HeadFrameError: FindingError, Equatable {
  /// A distance between landmarks that has its limits.
  public enum Distance: String, Sendable {
    /// Between the tragions.
    case tragions
    /// From the midpoint of the tragions to the sellion.
    case sellion
  }

  /// A position is NaN or infinite.
  case notFinite
  /// The three landmarks lie on one line, or two coincide.
  case collinear
  /// A distance no head has; metres.
  case implausible(Distance, found: Double, range: ClosedRange<Double>)
  /// The sellion lies to one side of the ears; degrees between the sellion axis and the ear-line axis.
  case skewed(degrees: Double)
  /// With the landmarks in other places the head would be far more symmetric.
  case mixedUp
  /// The bulk of the head lies under the base plane: left and right are exchanged.
  case upsideDown
  /// The bulk of the head lies under the base plane of a mesh whose faces look inwards, as they do after mirroring.
  case mirrored
  /// The sellion does not lie far enough above the nose tip; metres by which it does, and the least.
  case crossed(height: Double, least: Double)
  /// The surface shows a face that is turned against the landmarks; degrees.
  case faceElsewhere(degrees: Double)

  public var message: ErrorMessage {
    let landmarks = FindingValue.phrase("landmarks")
    return switch self {
    case .notFinite: ErrorMessage(.headFrameNotFinite, at: landmarks)
    case .collinear: ErrorMessage(.headFrameCollinear, at: landmarks)
    case .implausible(let distance, let found, let range):
      ErrorMessage(
        .headFrameImplausible, at: landmarks,
        [
          "distance": .term(distance.rawValue, of: "distance"), "found": .millimetres(found, decimals: 1),
          "low": .number(range.lowerBound * 1000, decimals: 0), "high": .millimetres(range.upperBound),
        ])
    case .skewed(let degrees):
      ErrorMessage(.headFrameSkewed, at: landmarks, ["angle": .number(abs(degrees), decimals: 0, unit: "°")])
    case .mixedUp: ErrorMessage(.headFrameMixedUp, at: landmarks)
    case .upsideDown: ErrorMessage(.headFrameUpsideDown, at: landmarks)
    case .mirrored: ErrorMessage(.headFrameMirrored, at: landmarks)
    case .crossed(let height, let least):
      ErrorMessage(
        .headFrameCrossed, at: landmarks,
        ["height": .millimetres(height, decimals: 1), "least": .millimetres(least, decimals: 1)])
    case .faceElsewhere(let degrees):
      ErrorMessage(.headFrameFaceElsewhere, at: landmarks, ["angle": .number(degrees, decimals: 0, unit: "°")])
    }
  }

  /// The error as a finding.
  public var finding: Finding {
    switch self {
    case .notFinite: Finding(.frameNotFinite)
    case .collinear: Finding(.frameCollinear)
    case .implausible(let distance, let found, let range):
      Finding(
        .frameImplausible,
        [
          "distance": .term(distance.rawValue, of: "distance"), "found_mm": .millimetres(found, decimals: 1),
          "low_mm": .millimetres(range.lowerBound), "high_mm": .millimetres(range.upperBound),
        ])
    case .skewed(let degrees):
      Finding(.frameSkewed, ["angle_degrees": .number(abs(degrees), decimals: 0, unit: "°")])
    case .mixedUp: Finding(.frameMixedUp)
    case .upsideDown: Finding(.frameUpsideDown)
    case .mirrored: Finding(.frameMirrored)
    case .crossed(let height, let least):
      Finding(
        .frameCrossed,
        ["height_mm": .millimetres(height, decimals: 1), "least_mm": .millimetres(least, decimals: 1)])
    case .faceElsewhere(let degrees):
      Finding(.frameFaceElsewhere, ["angle_degrees": .number(degrees, decimals: 0, unit: "°")])
    }
  }
}
