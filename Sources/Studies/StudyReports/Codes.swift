public import Diagnostics

/// The errors of a study's report.
extension ErrorCode {
  public static let studyNoFigure = ErrorCode("study.no_figure")
}
