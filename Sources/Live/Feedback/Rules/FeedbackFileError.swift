import Diagnostics

/// Why a feedback file can't be used.
public enum FeedbackFileError: UserFacingError, Equatable {
  /// The file is missing or can't be read.
  case unreadable(path: String, found: FindingValue)
  /// The content is not what it should be.
  case invalid(path: String, place: FindingValue?, FindingValue)
  /// It has no phrases in a language.
  case noLanguage(String, known: [String])

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path, let found): ErrorMessage(.feedbackFileUnreadable, at: path, nil, ["found": found])
    case .invalid(let path, let place, let problem):
      ErrorMessage(.feedbackFileInvalid, at: path, place, ["problem": problem])
    case .noLanguage(let language, let known):
      ErrorMessage(
        .feedbackFileNoLanguage, at: .text("--language"), ["known": .names(known), "found": .text(language)])
    }
  }
}
