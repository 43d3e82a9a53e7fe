public import Diagnostics

/// What fails here.
extension ErrorCode {
  public static let feedbackFileUnreadable = ErrorCode("feedback_file.unreadable")
  public static let feedbackFileInvalid = ErrorCode("feedback_file.invalid")
  public static let feedbackFileNoLanguage = ErrorCode("feedback_file.no_language")
}
