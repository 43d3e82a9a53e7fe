public import Diagnostics

/// Why an image can't be read or written.
public enum ImageError: UserFacingError, Equatable {
  /// The file is truncated, corrupt, too large or of no known kind.
  case unreadable(name: String, reason: String)
  /// The image is sound, but not of the kind that is needed here.
  case unsuitable(name: String, expected: String, found: ImageHeader)
  /// The image can't be encoded.
  case cannotEncode(reason: String)

  /// Bad data, except for an image that can't be written.
  public var kind: UserFacingErrorKind {
    if case .cannotEncode = self { return .failure }
    return .badData
  }

  /// The file.
  public var subject: String {
    switch self {
    case .unreadable(let name, _), .unsuitable(let name, _, _): name
    case .cannotEncode: "image"
    }
  }

  /// What is wrong with it.
  public var problem: String {
    switch self {
    case .unreadable(_, let reason): "expected a whole image, found a damaged or foreign one (\(reason))"
    case .unsuitable(_, let expected, let found): "expected \(expected), found \(found)"
    case .cannotEncode(let reason): "can't be encoded (\(reason))"
    }
  }

  /// What helps.
  public var remedy: String? {
    switch self {
    case .unreadable: "copy the file again from the recorder, or leave the frame out of the recording"
    case .unsuitable, .cannotEncode: nil
    }
  }
}
