import Diagnostics

/// Why a cap file can't be used.
public enum CapFileError: UserFacingError {
  /// The file is missing or can't be read.
  case unreadable(path: String, found: FindingValue)
  /// The content is not a valid cap.
  case invalid(path: String, place: FindingValue?, FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path, let found): ErrorMessage(.capFileUnreadable, at: path, nil, ["found": found])
    case .invalid(let path, let place, let problem):
      ErrorMessage(.capFileInvalid, at: path, place, ["problem": problem])
    }
  }
}
