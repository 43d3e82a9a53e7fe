import Diagnostics

/// What the operator of a scan is asked.
public struct RatingForm: Sendable, Equatable {
  /// Name and version, which identify the form in ratings.
  public let name, version: String
  /// What it is, in one line.
  public let title: String
  /// What is asked, in order; each key once.
  public let fields: [Field]

  /// A question.
  public struct Field: Sendable, Equatable {
    /// Its name in files and options.
    public let key: String
    /// What is asked.
    public let question: String
    /// What may be answered.
    public let kind: Kind
    /// Whether it must be answered.
    public let isRequired: Bool
  }

  /// What may be answered.
  public enum Kind: Sendable, Equatable {
    /// A whole number.
    case number(ClosedRange<Int>)
    /// One of a few words.
    case choice([String])
    /// A line of at most so many characters.
    case text(longest: Int)
  }

  /// The field of a name.
  func field(_ key: String) -> Field? { fields.first { $0.key == key } }
}

extension RatingForm.Field {
  /// The answer that a text gives; nil for an empty one where none is needed. Spaces around it don't count.
  public func answer(_ text: String) throws(RatingError) -> RatingAnswer? {
    let text = text.trimmed
    if text.isEmpty && !isRequired { return nil }
    switch kind {
    case .number(let range):
      if let value = Int(text), range.contains(value) { return .number(value) }
    case .choice(let words):
      if words.contains(text) { return .text(text) }
    case .text(let longest):
      let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      if !text.isEmpty, isPlain, text.count <= longest { return .text(text) }
    }
    throw .wrong(field: key, expected: expected, found: text)
  }

  /// What may be answered, in words.
  public var expected: FindingValue {
    let wanted: FindingValue =
      switch kind {
      case .number(let range): .wholeNumber(range)
      case .choice(let words): .oneOf(words)
      case .text(let longest): .phrase("line_at_most", ["limit": .count(longest)])
      }
    return isRequired ? wanted : .phrase("or_nothing", ["wanted": wanted])
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
