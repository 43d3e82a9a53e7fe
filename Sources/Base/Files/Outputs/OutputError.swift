public import Diagnostics

/// Why an output can't be written.
public enum OutputError: UserFacingError, Equatable {
  /// The destination exists.
  case exists(path: String)
  /// The destination exists, and nothing of this kind is ever replaced.
  case taken(path: String)
  /// The destination is to be replaced but holds something else.
  case notOurs(path: String, kind: OutputKind, found: FindingValue)
  /// The destination is, or holds, what is read.
  case isInput(path: String, input: String)
  /// The file system refuses.
  case cannotWrite(path: String, reason: FindingValue)
  /// Standard output refuses.
  case cannotPrint

  public var message: ErrorMessage {
    switch self {
    case .exists(let path): ErrorMessage(.outputExists, at: path)
    case .taken(let path): ErrorMessage(.outputTaken, at: path)
    case .notOurs(let path, let kind, let found):
      ErrorMessage(.outputNotOurs, at: path, nil, ["kind": kind.title, "found": found])
    case .isInput(let path, let input):
      ErrorMessage(
        .outputIsInput, at: path, nil,
        ["found": input == path ? .phrase("an_input") : .phrase("input_within", ["input": .text(input)])])
    case .cannotWrite(let path, let reason): ErrorMessage(.outputCannotWrite, at: path, nil, ["reason": reason])
    case .cannotPrint: ErrorMessage(.outputCannotPrint, at: .phrase("standard_output"))
    }
  }
}
