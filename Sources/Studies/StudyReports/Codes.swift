public import Diagnostics

/// What fails here.
extension ErrorCode {
  public static let studyNoFigure = ErrorCode("study.no_figure")
}
