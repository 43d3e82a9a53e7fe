import Diagnostics

/// Why a feedback file can't be used.
public enum FeedbackFileError: UserFacingError, Equatable {
  /// The file is missing or can't be read.
  case unreadable(path: String, found: String)
  /// The content is not what it should be.
  case invalid(path: String, place: String?, String)
  /// It has no phrases in a language.
  case noLanguage(String, known: [String])

  public var kind: UserFacingErrorKind {
    switch self {
    case .unreadable: .inputMissing
    case .invalid, .noLanguage: .badConfiguration
    }
  }

  public var subject: String {
    switch self {
    case .unreadable(let path, _): path
    case .invalid(let path, let place, _): [path, place].compactMap { $0 }.joined(separator: ", ")
    case .noLanguage: "--language"
    }
  }

  public var problem: String {
    switch self {
    case .unreadable(_, let found): "expected a readable feedback file, found \(found)"
    case .invalid(_, _, let problem): problem
    case .noLanguage(let language, let known):
      "expected a language that has phrases (\(known.joined(separator: ", "))), found \(language)"
    }
  }

  public var remedy: String? {
    switch self {
    case .unreadable: "check the path"
    case .invalid: "see Docs/formats/feedback.md"
    case .noLanguage: "write its phrases into a file and name that with --feedback"
    }
  }
}
