import Diagnostics

/// Why two scans can't be compared.
public enum ComparisonError: UserFacingError, Equatable {
  /// The surfaces do not find each other.
  case noFit
  /// One is larger than the other by more than a head grows; the factor from A to B.
  case implausibleGrowth(Double)

  public var kind: UserFacingErrorKind { .badData }
  public var subject: String { "A and B" }

  public var problem: String {
    switch self {
    case .noFit: "expected two scans of one head, found surfaces that do not fit each other"
    case .implausibleGrowth(let factor):
      "expected two scans of one head, found B \(NumberText.number(factor, digits: 3)) times as large as A"
    }
  }

  public var remedy: String? {
    switch self {
    case .noFit: "check the landmarks of both, and that both show the vault"
    case .implausibleGrowth: "check the units, and that both are scans of one head"
    }
  }
}
