/// A figure or a name in a ``Finding``.
public enum FindingValue: Sendable, Equatable {
  /// A figure, the decimals that are of use, and its unit (`mm`, `%`, `°` …; empty for none).
  case number(Double, decimals: Int, unit: String = "")
  /// How many there are of something.
  case count(Int)
  /// A word that each language has its own text for, such as a place or a landmark, with what it holds.
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

  /// A share of one as per cent.
  public static func percent(_ share: Double, decimals: Int = 0) -> FindingValue {
    .number(share * 100, decimals: decimals, unit: "%")
  }

  /// A place on or around the head, by its key.
  public static func place(_ key: String) -> FindingValue { .term(key, of: "place") }

  /// What stands for it in files.
  public var key: String? {
    switch self {
    case .term(let key, _, _): key
    case .text(let text): text
    default: nil
    }
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
  /// What a file holds of it: decimals, units and the kind of a word are not written.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int.self) {
      self = .count(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value, decimals: 4)
    } else if let values = try? container.decode([FindingValue].self) {
      self = .list(values)
    } else {
      self = container.decodeNil() ? .number(.nan, decimals: 0) : .text(try container.decode(String.self))
    }
  }
}
