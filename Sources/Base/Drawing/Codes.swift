public import Diagnostics

/// The errors of drawing.
extension ErrorCode {
  public static let drawingNoTypeface = ErrorCode("drawing.no_typeface")
  public static let drawingFailed = ErrorCode("drawing.failed")
}
