public import Diagnostics

/// What fails here.
extension ErrorCode {
  public static let drawingNoTypeface = ErrorCode("drawing.no_typeface")
  public static let drawingFailed = ErrorCode("drawing.failed")
}
