public import Diagnostics

/// Why a scan can't be rated.
public enum RatingError: UserFacingError, Equatable {
  /// A setting is not `field=value`.
  case noSetting(String)
  /// The form has no such field.
  case unknown(field: String, known: [String])
  /// A field is answered twice.
  case twice(field: String)
  /// An answer is not what may be answered.
  case wrong(field: String, expected: FindingValue, found: String)
  /// Fields that must be answered are not.
  case missing(fields: [String])
  /// There are no answers and nobody can be asked.
  case nobodyToAsk

  public var message: ErrorMessage {
    switch self {
    case .noSetting(let text): ErrorMessage(.ratingNoSetting, at: "--set", nil, ["found": .quoted(text)])
    case .unknown(let field, let known):
      ErrorMessage(.ratingUnknownField, at: "--set", nil, ["known": .names(known), "found": .quoted(field)])
    case .twice(let field): ErrorMessage(.ratingTwice, at: "--set", nil, ["field": .text(field)])
    case .wrong(let field, let expected, let found):
      ErrorMessage(
        .ratingWrong, at: field, nil,
        ["expected": expected, "found": found.isEmpty ? .phrase("nothing") : .quoted(found)])
    case .missing(let fields): ErrorMessage(.ratingMissing, at: "--set", nil, ["fields": .names(fields)])
    case .nobodyToAsk: ErrorMessage(.ratingNobodyToAsk, at: .phrase("standard_input"))
    }
  }
}
