public import Diagnostics

/// Why a file that defines something, such as a protocol or a severity scale, can't be used.
public enum DefinitionError: UserFacingError, Equatable {
  /// The file is missing (then nothing was found) or unreadable, and no built-in definition has that name.
  case unreadable(kind: String, name: String, known: [String], found: FindingValue?)
  /// The file's content is not what it should be.
  case invalid(file: String, place: FindingValue, expected: FindingValue, found: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let kind, let name, let known, let found):
      ErrorMessage(
        .definitionUnreadable, at: name, nil,
        ["kind": .definition(kind), "known": .names(known), "found": found ?? .phrase("neither")])
    case .invalid(let file, let place, let expected, let found):
      ErrorMessage(.definitionInvalid, at: file, place, ["expected": expected, "found": found])
    }
  }
}

extension FindingValue {
  /// What a ``Definition`` is called, by its ``Definition/kind``.
  package static func definition(_ kind: String) -> FindingValue { .term(kind, of: "definition_file") }
}
