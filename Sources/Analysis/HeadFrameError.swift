import Diagnostics

/// Why landmarks don't make a head frame.
public enum HeadFrameError: Diagnosis, Equatable {
  /// A position is NaN or infinite.
  case notFinite
  /// The three landmarks lie on one line, or two coincide.
  case collinear
  /// A distance no head has; metres.
  case implausible(what: String, found: Double, range: ClosedRange<Double>)
  /// The bulk of the head lies under the base plane: left and right are exchanged.
  case upsideDown

  public var kind: DiagnosisKind { .badData }
  public var subject: String { "landmarks" }

  public var problem: String {
    switch self {
    case .notFinite: "positions must be finite numbers, one is not"
    case .collinear: "sellion and tragions must span a plane, they lie on one line"
    case .implausible(let what, let found, let range):
      "\(what) must be \(Words.number(range.lowerBound * 1000, digits: 0)) to "
        + "\(Words.millimetres(range.upperBound)), it is \(Words.number(found * 1000, digits: 1)) mm"
    case .upsideDown: "the head must lie above the plane of sellion and tragions, it lies below"
    }
  }

  public var remedy: String? {
    switch self {
    case .notFinite, .collinear: "pick the landmarks again"
    case .implausible: "check the unit of the mesh and which landmark is which"
    case .upsideDown: "exchange tragion_left and tragion_right (the subject's own left and right)"
    }
  }
}
