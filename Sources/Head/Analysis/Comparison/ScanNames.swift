public import Diagnostics

/// What two compared scans are called in findings: letters, in the order of the visits.
public struct ScanNames: Sendable, Equatable {
  /// The earlier and the later scan.
  public var a, b: String

  /// Two names; without any, A and B.
  public init(_ a: String = "A", _ b: String = "B") { (self.a, self.b) = (a, b) }

  /// The names as values of a finding.
  var both: [String: FindingValue] { ["a": .text(a), "b": .text(b)] }

  /// The finding as one of the earlier scan alone.
  public func ofA(_ cause: Finding, severity: Finding.Severity? = nil) -> Finding {
    Finding(.comparisonSideA, ["a": .text(a)], severity: severity, causes: [cause])
  }

  /// The finding as one of the later scan alone.
  public func ofB(_ cause: Finding, severity: Finding.Severity? = nil) -> Finding {
    Finding(.comparisonSideB, ["b": .text(b)], severity: severity, causes: [cause])
  }
}
