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
  /// The same on a mesh whose faces look inwards, as they do after mirroring.
  case mirrored

  public var kind: UserFacingErrorKind { .badData }
  public var subject: String { "landmarks" }

  public var problem: String {
    switch self {
    case .notFinite: "positions must be finite numbers, one is not"
    case .collinear: "sellion and tragions must span a plane, they lie on one line"
    case .implausible(let distance, let found, let range):
      "\(Language.english.term(distance.rawValue, of: "distance")) must be \(NumberText.number(range.lowerBound * 1000, digits: 0)) to "
        + "\(NumberText.millimetres(range.upperBound)), it is \(NumberText.number(found * 1000, digits: 1)) mm"
    case .skewed(let degrees):
      "the sellion must lie in front of the middle of the tragions, it lies "
        + "\(NumberText.number(abs(degrees), digits: 0))° to the side"
    case .mixedUp:
      "sellion and tragions have changed places: with them passed on, the head would be less than half as asymmetric"
    case .upsideDown:
      "left and right are exchanged: the head must lie above the plane of sellion and tragions, it lies below"
    case .mirrored:
      "the mesh is mirrored, or left and right are exchanged: the head must lie above the plane of sellion and tragions, "
        + "it lies below, and the mesh's faces look inwards"
    }
  }

  /// The same as a finding.
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
    }
  }

  public var remedy: String? {
    switch self {
    case .notFinite, .collinear: "pick the landmarks again"
    case .implausible: "check the unit of the mesh and which landmark is which"
    case .skewed, .mixedUp: "check which landmark is which"
    case .upsideDown:
      "check tragion_left and tragion_right (the subject's own left and right), that the sellion is not at the back, and "
        + "that the vault is not missing"
    case .mirrored: "export the mesh without mirroring, or check tragion_left and tragion_right"
    }
  }
}
