internal import Diagnostics

/// What is said of a scan `s` and its result `r`, in SQL.
enum ResultStatus {
  /// How a scan `s` went by the result `r`: one that has results, and none by this protocol, is not complete without a value.
  static let status =
    "CASE WHEN r.scan IS NOT NULL THEN r.status WHEN \(isOtherwise) THEN 'not_measured' ELSE s.status END"
  /// The code that goes with the ``status``.
  static let code = """
    CASE WHEN r.scan IS NOT NULL THEN r.code WHEN \(hasOthers) THEN '\(FindingCode.storeNotMeasured.rawValue)' \
    WHEN s.status = 'complete' THEN '\(FindingCode.storeOtherResult.rawValue)' ELSE s.code END
    """
  private static let hasOthers = "EXISTS (SELECT 1 FROM results o WHERE o.scan = s.scan)"
  private static let isOtherwise = "(s.status = 'complete' OR \(hasOthers))"
}
