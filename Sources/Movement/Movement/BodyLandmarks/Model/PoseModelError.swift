public import Files
public import Diagnostics
public import Recordings

/// Why a pose model, or pictures, can't be used.
public enum PoseModelError: UserFacingError, Equatable {
  /// The model's file is missing or can't be read.
  case unreadable(path: String, found: FindingValue)
  /// It is no ONNX file that could be one of a pose model.
  case malformed(path: String, expected: FindingValue, found: FindingValue)
  /// The size of its input is not stated, and none was given.
  case noInputSize(path: String, found: FindingValue)
  /// It states another size than was given.
  case otherInputSize(found: FindingValue)
  /// Its outputs are none of a pose model's heads.
  case unknownHead(path: String, found: FindingValue)
  /// OpenCV can't read or run it; OpenCV's reason.
  case failed(path: String, reason: String)
  /// The file beside it that describes it is wrong.
  case badDescription(FileError)
  /// There are no pictures where they should be.
  case noPictures(path: String)
  /// Images of a folder hold no times, and no rate was given.
  case noRate(path: String)
  /// The person's box does not lie in the pictures.
  case boxOutside(found: FindingValue)
  /// Landmarks of this kind are no pixels of a picture, and depth has no place for them.
  case notFlat(path: String)
  /// Frames of the landmarks are not those of the recording: so many of so many are.
  case otherFrames(path: String, matched: Int, count: Int)
  /// The landmarks are of a picture of another shape than the recording's.
  case otherPicture(path: String, found: FindingValue, expected: FindingValue)
  /// The video, an image or the recording can't be read.
  case recording(RecordingError)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path, let found): ErrorMessage(.poseModelUnreadable, at: path, nil, ["found": found])
    case .malformed(let path, let expected, let found):
      ErrorMessage(.poseModelMalformed, at: path, nil, ["expected": expected, "found": found])
    case .noInputSize(let path, let found): ErrorMessage(.poseModelNoInputSize, at: path, nil, ["found": found])
    case .otherInputSize(let found):
      ErrorMessage(.poseModelOtherInputSize, at: "--pose-input-size", nil, ["found": found])
    case .unknownHead(let path, let found): ErrorMessage(.poseModelUnknownHead, at: path, nil, ["found": found])
    case .failed(let path, let reason):
      ErrorMessage(.poseModelFailed, at: path, nil, ["reason": .text(reason)])
    case .badDescription(let error): error.message
    case .noPictures(let path): ErrorMessage(.poseModelNoPictures, at: path)
    case .noRate(let path): ErrorMessage(.motionFileNoRate, at: path)
    case .boxOutside(let found): ErrorMessage(.poseModelBoxOutside, at: "--person-box", nil, ["found": found])
    case .notFlat(let path): ErrorMessage(.liftingNotFlat, at: path)
    case .otherFrames(let path, let matched, let count):
      ErrorMessage(.liftingOtherFrames, at: path, nil, ["matched": .count(matched), "count": .count(count)])
    case .otherPicture(let path, let found, let expected):
      ErrorMessage(.liftingOtherPicture, at: path, nil, ["found": found, "expected": expected])
    case .recording(let error): error.message
    }
  }
}
