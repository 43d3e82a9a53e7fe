import Diagnostics

/// Why landmarks don't make a head frame.
public enum HeadFrameError: UserFacingError, Equatable {
  /// A position is NaN or infinite.
  case notFinite
  /// The three landmarks lie on one line, or two coincide.
  case collinear
  /// A distance no head has; metres.
  case implausible(what: String, found: Double, range: ClosedRange<Double>)
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
    case .implausible(let what, let found, let range):
      "\(what) must be \(NumberText.number(range.lowerBound * 1000, digits: 0)) to "
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
