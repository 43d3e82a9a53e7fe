import Diagnostics

/// Why a file that defines something, such as a protocol or a severity scale, can't be used.
public enum DefinitionError: UserFacingError, Equatable {
  /// The file is missing or unreadable, and no built-in definition has that name.
  case unreadable(kind: String, name: String, known: [String], found: String)
  /// The file's content is not what it should be.
  case invalid(file: String, place: String, expected: String, found: String)

  public var kind: UserFacingErrorKind {
    switch self {
    case .unreadable: .inputMissing
    case .invalid: .badConfiguration
    }
  }

  public var subject: String {
    switch self {
    case .unreadable(_, let name, _, _): name
    case .invalid(let file, let place, _, _): "\(file), \(place)"
    }
  }

  public var problem: String {
    switch self {
    case .unreadable(let kind, _, let known, let found):
      "expected a readable \(kind) file or the name of a built-in one (\(known.joined(separator: ", "))), found "
        + (found == "none" ? "neither" : found)
    case .invalid(_, _, let expected, let found): "expected \(expected), found \(found)"
    }
  }

  public var remedy: String? {
    switch self {
    case .unreadable: "check the path or the name"
    case .invalid: "see Docs/formats"
    }
  }
}
