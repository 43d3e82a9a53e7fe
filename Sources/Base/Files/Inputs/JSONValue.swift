public import Diagnostics

/// A value of a file that is checked key by key: what JSON can hold, with whole numbers kept apart.
public enum JSONValue: Sendable, Equatable {
  case none
  case flag(Bool)
  case count(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case group([String: JSONValue])

  /// The value as a number; nil for anything else.
  public var asNumber: Double? {
    switch self {
    case .count(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value as a whole number; nil for anything else.
  public var asCount: Int? {
    switch self {
    case .count(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The value in a few words, as messages in any language name it.
  public var described: FindingValue {
    switch self {
    case .text(let text): .quoted(text)
    case .list(let items) where items.count > 8: .phrase("list_of", ["count": .count(items.count)])
    case .group(let members) where members.count > 4: .phrase("object_of_keys", ["count": .count(members.count)])
    default: .text(summary)
    }
  }

  /// The value in a few words, as messages and tables name it.
  public var summary: String {
    switch self {
    case .none: "null"
    case .flag(let value): "\(value)"
    case .count(let value): "\(value)"
    case .number(let value): value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    case .text(let value): "\"\(value)\""
    case .list(let items):
      items.count <= 8 ? "[\(items.map(\.summary).joined(separator: ", "))]" : "a list of \(items.count)"
    case .group(let members):
      members.count <= 4
        ? "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.summary)" }.joined(separator: ", "))}"
        : "an object with \(members.count) keys"
    }
  }
}

extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .none
    } else if let value = try? container.decode(Bool.self) {
      self = .flag(value)
    } else if let value = try? container.decode(Int.self) {
      self = .count(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .group(try container.decode([String: JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .none: try container.encodeNil()
    case .flag(let value): try container.encode(value)
    case .count(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .group(let value): try container.encode(value)
    }
  }
}
