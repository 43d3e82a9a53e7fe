public import Diagnostics
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
  /// The form that was filled in.
  public let form: RatingForm
  /// The answers by the fields' keys; a question that was left open has none.
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

/// The answers of a rating, `rating.json` (Docs/formats/rating.md).
///
/// Answers to any form are taken as they are, and a file that is none is told in a finding by what was found alone, so it is not
/// read key by key through `FileNode`.
enum RatingFile {
  /// Why a file is no rating.
  struct Fault: Error {
    /// What was found in its place.
    let found: FindingValue
  }

  private static let largestBytes = 1 << 20

  /// The answers by their fields; what was left open is absent.
  static func answers(_ file: URL) throws(Fault) -> [String: String] { try answers(of: bytes(file)) }

  /// The file's bytes, if they are a rating.
  static func checkedBytes(_ file: URL) throws(Fault) -> [UInt8] {
    let bytes = try bytes(file)
    _ = try answers(of: bytes)
    return bytes
  }

  private static func bytes(_ file: URL) throws(Fault) -> [UInt8] {
    do throws(InputFile.Fault) { return try InputFile.bytes(file.path, atMost: largestBytes) } catch {
      throw Fault(found: error.found)
    }
  }

  private static func answers(of bytes: [UInt8]) throws(Fault) -> [String: String] {
    let value: JSONValue
    do throws(JSONText.Fault) { value = try JSONText.decode(JSONValue.self, from: Data(bytes)) } catch {
      throw Fault(found: error.found)
    }
    guard case .group(let members) = value, case .group(let answers)? = members["answers"] else {
      throw Fault(found: value.described)
    }
    return answers.compactMapValues { answer in
      switch answer {
      case .text(let text): text
      case .none: nil
      default: answer.summary
      }
    }
  }
}
