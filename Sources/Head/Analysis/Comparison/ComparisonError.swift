import Diagnostics

/// Why two scans can't be compared.
public enum ComparisonError: UserFacingError, Equatable {
  /// The surfaces do not find each other.
  case noFit
  /// One is larger than the other by more than a head grows; the factor from A to B.
  case implausibleGrowth(Double)

  public var message: ErrorMessage {
    let subject = FindingValue.phrase("both", ["a": .text("A"), "b": .text("B")])
    return switch self {
    case .noFit: ErrorMessage(.compareNoFit, at: subject)
    case .implausibleGrowth(let factor):
      ErrorMessage(.compareImplausibleGrowth, at: subject, ["factor": .number(factor, decimals: 3)])
    }
  }
}
