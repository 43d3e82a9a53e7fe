/// A figure or a name in a ``Finding``.
public enum FindingValue: Sendable, Equatable {
  /// A figure, the decimals to print, and its unit (`mm`, `%`, `°` …; empty for none).
  case number(Double, decimals: Int, unit: String = "")
  /// How many there are of something.
  case count(Int)
  /// A word with a text in each language, such as a place or a landmark, and the values in it.
  case term(String, of: String, [String: FindingValue] = [:])
  /// A text as it stands: the name of a file, a code.
  case text(String)
  /// Several of these.
  case list([FindingValue])
  /// One of these that files hold as its English text.
  indirect case written(FindingValue)

  /// Metres as millimetres.
  public static func millimetres(_ metres: Double, decimals: Int = 0) -> FindingValue {
    .number(metres * 1000, decimals: decimals, unit: "mm")
  }

  /// A fraction as per cent.
  public static func percent(_ share: Double, decimals: Int = 0) -> FindingValue {
    .number(share * 100, decimals: decimals, unit: "%")
  }

  /// A place on or around the head, by its key.
  public static func place(_ key: String) -> FindingValue { .term(key, of: "place") }

  /// The key or text that files have for a name; nil for a figure.
  public var key: String? {
    switch self {
    case .term(let key, _, _): key
    case .text(let text): text
    default: nil
    }
  }

  /// The keys or texts that files have for the names of a list.
  var keys: [String] {
    if case .list(let values) = self { values.flatMap(\.keys) } else { key.map { [$0] } ?? [] }
  }

  /// The names of both as one list, each once.
  func joined(_ other: FindingValue) -> FindingValue {
    let (own, more) = (list, other.list)
    return .list(own + more.filter { !own.contains($0) })
  }

  private var list: [FindingValue] {
    if case .list(let values) = self { values } else { [self] }
  }

  /// The figure; nil for a name.
  public var figure: Double? {
    switch self {
    case .number(let value, _, _): value
    case .count(let value): Double(value)
    default: nil
    }
  }

  /// How many things it names.
  var many: Int {
    switch self {
    case .count(let value): value
    case .list(let values): values.count
    case .number(let value, _, _): value == 1 ? 1 : 2
    default: 1
    }
  }
}

extension FindingValue: Encodable {
  /// A figure as a number, cut to its decimals and null where it is not finite; a name as its key; a list as a list.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let value, let decimals, _):
      if value.isFinite { try container.encode(rounded(value, decimals)) } else { try container.encodeNil() }
    case .count(let value): try container.encode(value)
    case .term(let key, _, _): try container.encode(key)
    case .text(let text): try container.encode(text)
    case .list(let values): try container.encode(values)
    case .written(let value): try container.encode(value.text())
    }
  }
}

extension FindingValue: Decodable {
  /// Reads a bare figure or name. Its unit, or the kind of word that it is, is not written with it: ``declared(as:)`` puts it
  /// back.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self = .count(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value, decimals: (0..<4).first { rounded(value, $0) == value } ?? 4)
    } else if let values = try? container.decode([FindingValue].self) {
      self = .list(values)
    } else {
      self = container.decodeNil() ? .number(.nan, decimals: 0) : .text(try container.decode(String.self))
    }
  }

  /// A figure with its unit, a name as a word of its kind, as the code of the finding declares them (``FindingCode/kinds``).
  func declared(as kind: String) -> FindingValue {
    switch self {
    case .number(let value, let decimals, _): .number(value, decimals: decimals, unit: kind)
    case .count(let value): .number(Double(value), decimals: 0, unit: kind)
    case .text(let key): .term(key, of: kind)
    case .list(let values): .list(values.map { $0.declared(as: kind) })
    default: self
    }
  }
}

/// What the messages of errors are put together from.
extension FindingValue {
  /// A part of the text of an error, by its key.
  public static func phrase(_ key: String, _ values: [String: FindingValue] = [:]) -> FindingValue {
    .term(key, of: "phrase", values)
  }

  /// A figure with as many decimals as it has; one of more digits than can be relied on with six. A negative one keeps the
  /// hyphen that files have.
  public static func exact(_ value: Double, unit: String = "") -> FindingValue {
    let text = value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
    guard value.isFinite, (0..<1e9).contains(value), !text.contains("e") else {
      return .text(unit.isEmpty ? text : text + " " + unit)
    }
    let decimals = text.drop { $0 != "." }.dropFirst().count
    return .number(value, decimals: value.fixed(decimals: decimals) == nil ? 6 : decimals, unit: unit)
  }

  /// A text in quotes, short and safe to print.
  public static func quoted(_ text: some StringProtocol) -> FindingValue { .text(text.quoted) }

  /// A place in a text file; lines count from 1.
  public static func line(_ line: Int) -> FindingValue { .phrase("line", ["line": .count(line)]) }

  /// Names one after the other.
  public static func names(_ names: some Sequence<String>) -> FindingValue { .list(names.map { .text($0) }) }

  /// One of some words, as a file must have it.
  public static func oneOf(_ words: some Sequence<String>) -> FindingValue {
    .phrase("one_of", ["words": .names(words)])
  }

  /// A whole number in a range.
  public static func wholeNumber(_ range: ClosedRange<Int>) -> FindingValue {
    .phrase("whole_number", ["low": .count(range.lowerBound), "high": .count(range.upperBound)])
  }

  /// A number in a range.
  public static func number(in range: ClosedRange<Double>) -> FindingValue {
    .phrase("number", ["low": .exact(range.lowerBound), "high": .exact(range.upperBound)])
  }

  /// The size that a file may have.
  public static func atMostMiB(_ limit: Int) -> FindingValue { .phrase("at_most_mib", ["limit": .count(limit)]) }

  /// What was expected and what was found.
  public static func expected(_ expected: FindingValue, found: FindingValue) -> FindingValue {
    .phrase("expected", ["expected": expected, "found": found])
  }
}
