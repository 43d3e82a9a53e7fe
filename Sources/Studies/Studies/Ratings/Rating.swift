internal import Files
public import Platform

/// An answer to a field of a form.
public enum RatingAnswer: Sendable, Equatable, Encodable {
  /// A whole number.
  case number(Int)
  /// A word or a line.
  case text(String)

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value): try container.encode(value)
    case .text(let text): try container.encode(text)
    }
  }
}

/// A form, filled in.
public struct Rating: Sendable, Equatable {
  /// What was asked.
  public let form: RatingForm
  /// What was answered, by the fields' keys; what was left open is absent.
  public let answers: [String: RatingAnswer]

  /// A rating by settings of the kind `field=value`, each field once; all that must be answered are needed.
  public init(_ form: RatingForm, settings: [String]) throws(RatingError) {
    var texts: [String: String] = [:]
    for setting in settings {
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw .noSetting(setting) }
      guard form.field(parts[0]) != nil else { throw .unknown(field: parts[0], known: form.fields.map(\.key)) }
      guard texts.updateValue(parts[1], forKey: parts[0]) == nil else { throw .twice(field: parts[0]) }
    }
    let missing = form.fields.filter { $0.isRequired && texts[$0.key] == nil }.map(\.key)
    if !missing.isEmpty { throw .missing(fields: missing) }
    try self.init(form) { field throws(RatingError) in try field.answer(texts[field.key] ?? "") }
  }

  /// A rating by asking each field in turn.
  public init<Failure: Error>(
    _ form: RatingForm, asking: (RatingForm.Field) throws(Failure) -> RatingAnswer?
  ) throws(Failure) {
    self.form = form
    var answers: [String: RatingAnswer] = [:]
    for field in form.fields { answers[field.key] = try asking(field) }
    self.answers = answers
  }

  /// The answers, a line each.
  public var table: String {
    let width = form.fields.map(\.key.count).max() ?? 0
    return form.fields.map { field in
      let value =
        switch answers[field.key] {
        case .number(let value): "\(value)"
        case .text(let text): text
        case nil: "–"
        }
      return field.key + String(repeating: " ", count: width - field.key.count + 2) + value + "\n"
    }.joined()
  }

  /// The bytes of `rating.json`: keys sorted, a line break at the end.
  ///
  /// - Parameter resultDigest: the SHA-256 of the rated `result.json`, in hexadecimal digits; nil for a scan without one.
  public func json(resultDigest: String?) throws -> Data {
    try JSONText.encode(File(self, resultDigest))
  }

  private struct File: Encodable {
    let schema = "calvaria/rating/1"
    let form: [String: String], result: [String: String]?
    let answers: [String: RatingAnswer?]

    init(_ rating: Rating, _ digest: String?) {
      form = ["name": rating.form.name, "version": rating.form.version]
      result = digest.map { ["sha256": $0] }
      let pairs = rating.form.fields.map { ($0.key, rating.answers[$0.key]) }
      answers = Dictionary(uniqueKeysWithValues: pairs)
    }
  }
}
