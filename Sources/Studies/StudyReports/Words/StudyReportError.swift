public import Diagnostics

/// Why a study has not what is asked for.
public enum StudyReportError: UserFacingError, Equatable {
  /// It has no figure of that name, or its scans can't carry it.
  case noFigure(name: String, known: [String])

  public var message: ErrorMessage {
    switch self {
    case .noFigure(let name, let known):
      ErrorMessage(
        .studyNoFigure, at: "--figure", nil,
        ["name": .quoted(name), "known": known.isEmpty ? .phrase("none") : .names(known)])
    }
  }
}
