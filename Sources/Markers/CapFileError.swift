import Diagnostics

/// Why a cap file can't be used.
public enum CapFileError: UserFacingError {
  /// The file is missing or can't be read.
  case unreadable(path: String, found: String)
  /// The content is not a valid cap.
  case invalid(path: String, place: String?, String)

  public var kind: UserFacingErrorKind {
    switch self {
    case .unreadable: .inputMissing
    case .invalid: .badConfiguration
    }
  }

  public var subject: String {
    switch self {
    case .unreadable(let path, _): path
    case .invalid(let path, let place, _): [path, place].compactMap { $0 }.joined(separator: ", ")
    }
  }

  public var problem: String {
    switch self {
    case .unreadable(_, let found): "expected a readable cap file, found \(found)"
    case .invalid(_, _, let problem): problem
    }
  }

  public var remedy: String? {
    switch self {
    case .unreadable: "name one with --cap, or put a cap.yaml into the recording"
    case .invalid: "see Docs/formats/cap.md"
    }
  }
}
