/// An error that may also be the reason why something is withheld.
public protocol FindingError: UserFacingError {
  /// The same as a finding.
  var finding: Finding { get }
}
