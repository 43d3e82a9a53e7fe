public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let landmarksRejected = FindingCode("landmarks.rejected")
}

/// What fails here.
extension ErrorCode {
  public static let layoutUnreadable = ErrorCode("layout.unreadable")
  public static let layoutInvalid = ErrorCode("layout.invalid")

  public static let reportNoTool = ErrorCode("report.no_tool")
  public static let reportToolFailed = ErrorCode("report.tool_failed")
}
