import Diagnostics

/// Why an output can't be written.
public enum OutputError: UserFacingError, Equatable {
  /// The destination exists.
  case exists(path: String)
  /// The destination is to be replaced but holds something else.
  case notOurs(path: String, kind: OutputKind, found: String)
  /// The destination is, or holds, what is read.
  case isInput(path: String, input: String)
  /// The file system refuses.
  case cannotWrite(path: String, reason: String)
  /// Standard output refuses.
  case cannotPrint

  public var kind: UserFacingErrorKind { .cannotWrite }

  public var subject: String {
    switch self {
    case .exists(let path), .notOurs(let path, _, _), .isInput(let path, _), .cannotWrite(let path, _): path
    case .cannotPrint: "standard output"
    }
  }

  public var problem: String {
    switch self {
    case .exists: "expected a new output, found one that exists"
    case .notOurs(_, let kind, let found): "expected \(kind.title) to replace, found \(found)"
    case .isInput(_, let input):
      "expected an output apart from what is read, found "
        + (input == subject ? "an input" : "the input \(input) under another name, or a file in it")
    case .cannotWrite(_, let reason): "can't be written: \(reason)"
    case .cannotPrint: "writing failed (is the disk full?)"
    }
  }

  public var remedy: String? {
    switch self {
    case .exists: "name another one, or replace it with --force"
    case .notOurs(_, let kind, _): "name another folder; --force replaces only \(kind.title) and empty folders"
    case .isInput: "name another one; inputs are never replaced"
    case .cannotWrite: "name a place that can be written"
    case .cannotPrint: "send it to a place with free space"
    }
  }
}
