public import Diagnostics

/// Why an image can't be read or written.
public enum ImageError: UserFacingError, Equatable {
  /// The file is truncated, corrupt, too large or of no known kind.
  case unreadable(name: String, reason: String)
  /// The image is of a kind that is not read; a command converts it.
  case foreign(name: String, kind: String, command: String)
  /// The image is sound, but not of the kind that is needed here.
  case unsuitable(name: String, expected: FindingValue, found: ImageHeader)
  /// The image can't be encoded.
  case cannotEncode(reason: String)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let name, let reason): ErrorMessage(.imageUnreadable, at: name, nil, ["reason": .text(reason)])
    case .foreign(let name, let kind, let command):
      ErrorMessage(
        .imageForeign, at: name, nil,
        ["expected": .phrase("image_of_kind"), "found": .text(kind), "command": .text(command)])
    case .unsuitable(let name, let expected, let found):
      ErrorMessage(.imageUnsuitable, at: name, nil, ["expected": expected, "found": found.words])
    case .cannotEncode(let reason):
      ErrorMessage(.imageCannotEncode, at: .phrase("image"), ["reason": .text(reason)])
    }
  }
}
