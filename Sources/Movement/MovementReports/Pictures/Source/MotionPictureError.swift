public import Diagnostics

/// Why there are no pictures of frames.
public enum MotionPictureError: UserFacingError, Equatable {
  /// Nothing has that name.
  case missing(path: String)
  /// It holds no picture of the frames.
  case none(path: String, found: FindingValue)
  /// ffmpeg can't decode it.
  case unreadable(path: String, found: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .missing(let path): ErrorMessage(.motionPicturesMissing, at: path, nil, ["found": .phrase("none")])
    case .none(let path, let found): ErrorMessage(.motionPicturesNone, at: path, nil, ["found": found])
    case .unreadable(let path, let found): ErrorMessage(.motionPicturesUnreadable, at: path, nil, ["found": found])
    }
  }
}
