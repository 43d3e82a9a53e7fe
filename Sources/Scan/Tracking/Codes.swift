public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let trackingFewMarkers = FindingCode("tracking.few_markers")
  public static let trackingDisagreement = FindingCode("tracking.disagreement")
}

/// What fails here.
extension ErrorCode {
  public static let trackingTooFewMarkers = ErrorCode("tracking.too_few_markers")
  public static let trackingNoMap = ErrorCode("tracking.no_map")
  public static let trackingNothingAgrees = ErrorCode("tracking.nothing_agrees")
  public static let trackingSolverFailed = ErrorCode("tracking.solver_failed")

  public static let boardTooFewViews = ErrorCode("board.too_few_views")
  public static let boardTooLittleTilt = ErrorCode("board.too_little_tilt")
  public static let boardTooLittleRange = ErrorCode("board.too_little_range")
  public static let boardOther = ErrorCode("board.other")
}
