public import Diagnostics

/// Why a file of hands can't be used.
public enum GestureError: UserFacingError, Equatable {
  /// The file is missing or can't be read.
  case unreadable(path: String, found: FindingValue)
  /// What holds for every landmark file.
  case file(MotionError)
  /// A score of handedness is no share, and what it means can't be told.
  case ambiguousScore(path: String, frame: Int, found: Double)
  /// Two hands are seen, and the file does not say which is which.
  case noHandedness(path: String, frame: Int)
  /// Its landmarks are those of a body.
  case body(path: String)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path, let found): ErrorMessage(.gestureFileUnreadable, at: path, nil, ["found": found])
    case .file(let error): error.message
    case .ambiguousScore(let path, let frame, let found):
      ErrorMessage(
        .gestureFileAmbiguousScore, at: path, .phrase("frame", ["frame": .count(frame)]), ["found": .exact(found)])
    case .noHandedness(let path, let frame):
      ErrorMessage(.gestureFileNoHandedness, at: path, .phrase("frame", ["frame": .count(frame)]))
    case .body(let path): ErrorMessage(.gestureFileBody, at: path)
    }
  }
}
