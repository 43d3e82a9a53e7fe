import Diagnostics

/// Why a scan can't be rated.
public enum RatingError: UserFacingError, Equatable {
  /// A setting is not `field=value`.
  case noSetting(String)
  /// The form has no such field.
  case unknown(field: String, known: [String])
  /// A field is answered twice.
  case twice(field: String)
  /// An answer is not what may be answered.
  case wrong(field: String, expected: String, found: String)
  /// Fields that must be answered are not.
  case missing(fields: [String])
  /// There are no answers and nobody can be asked.
  case nobodyToAsk

  public var kind: UserFacingErrorKind { .usage }

  public var subject: String {
    switch self {
    case .noSetting, .unknown, .twice, .missing: "--set"
    case .wrong(let field, _, _): field
    case .nobodyToAsk: "standard input"
    }
  }

  public var problem: String {
    switch self {
    case .noSetting(let text): "expected field=value, found \(text.quoted)"
    case .unknown(let field, let known):
      "expected one of the form's fields (\(known.joined(separator: ", "))), found \(field.quoted)"
    case .twice(let field): "expected each field once, found `\(field)` twice"
    case .wrong(_, let expected, let found): "expected \(expected), found \(found.isEmpty ? "nothing" : found.quoted)"
    case .missing(let fields): "expected an answer to every field, found none to " + fields.joined(separator: ", ")
    case .nobodyToAsk: "expected a terminal to ask at, found none, and no answers"
    }
  }

  public var remedy: String? {
    switch self {
    case .noSetting, .twice, .wrong: nil
    case .unknown: "correct it, or name another form with --form"
    case .missing: "add --set field=value for each"
    case .nobodyToAsk: "give each answer with --set field=value"
    }
  }
}
