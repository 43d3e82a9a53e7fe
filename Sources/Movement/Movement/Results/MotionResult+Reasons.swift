internal import Diagnostics

extension MotionResult {
  /// The same result, whose findings say in any language why frames do not count, and how many: a file holds the names of the
  /// reasons alone, and their numbers among the gates.
  package func withCountedReasons() -> MotionResult {
    guard gates.rejected.keys.allSatisfy({ RejectionReason(rawValue: $0) != nil }) else { return self }
    let reasons = gates.rejected.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
      FindingValue.term(reason, of: "motion_reason", ["count": .count(count)])
    }
    var result = self
    for index in result.findings.indices where result.findings[index].values["reasons"] != nil {
      result.findings[index].values["reasons"] = .list(reasons)
    }
    return result
  }
}
