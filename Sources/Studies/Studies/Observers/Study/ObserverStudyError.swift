public import Diagnostics
public import Landmarks

/// Why landmark files make no study of observers.
public enum ObserverStudyError: UserFacingError, Equatable {
  /// Neither the file nor its name says who picked.
  case unknownObserver(file: String)
  /// A landmark was picked, but the file does not say where it lies in space.
  case noPlace(file: String, landmark: Landmark)
  /// A landmark was changed after the file was saved.
  case changed(file: String, landmark: Landmark)
  /// Two files hold the same landmarks.
  case copied(file: String, other: String)
  /// Two files of one scan hold a landmark at places that no two observers pick; the distance is in metres.
  case farApart(file: String, other: String, landmark: Landmark, distance: Double)
  /// Files of one scan have their places in different frames.
  case mixedFrames(file: String, other: String)
  /// There are more files than are read.
  case tooMany(files: Int)
  /// No file was picked on the head on which the effect is to be told.
  case otherHead(path: String)

  /// What is said of it.
  public var message: ErrorMessage {
    switch self {
    case .unknownObserver(let file): ErrorMessage(.observersUnknown, at: file)
    case .noPlace(let file, let landmark): ErrorMessage(.observersNoPlace, at: file, .text(landmark.rawValue))
    case .changed(let file, let landmark): ErrorMessage(.observersChanged, at: file, .text(landmark.rawValue))
    case .copied(let file, let other): ErrorMessage(.observersCopied, at: file, nil, ["other": .text(other)])
    case .farApart(let file, let other, let landmark, let distance):
      ErrorMessage(
        .observersFarApart, at: file, .text(landmark.rawValue),
        [
          "other": .text(other), "limit": .millimetres(ObserverLimits.distance), "distance": .millimetres(distance),
        ])
    case .mixedFrames(let file, let other):
      ErrorMessage(.observersMixedFrames, at: file, nil, ["other": .text(other)])
    case .tooMany(let files):
      ErrorMessage(
        .observersTooMany, at: .phrase("landmark_files"),
        ["limit": .count(ObserverLimits.files), "found": .count(files)])
    case .otherHead(let path): ErrorMessage(.observersOtherHead, at: path)
    }
  }
}
