internal import Statistics

/// A statistic, or why the data can't carry it.
enum Carried<Value: Encodable & Sendable>: Sendable {
  case value(Value)
  case refused(Refusal)

  init(_ make: () throws(StatisticsError) -> Value) {
    do throws(StatisticsError) { self = .value(try make()) } catch { self = .refused(Refusal(error: error)) }
  }

  /// The statistic; nil where it is refused.
  var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// What follows from it; refused for the same reason where it is refused itself.
  func then<Other>(_ make: (Value) throws(StatisticsError) -> Other) -> Carried<Other> {
    switch self {
    case .value(let value): Carried<Other> { () throws(StatisticsError) in try make(value) }
    case .refused(let reason): .refused(reason)
    }
  }
}

extension Carried: Encodable {
  private enum Key: String, CodingKey { case refused }

  /// The statistic itself, or `refused` with the reason.
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try value.encode(to: encoder)
    case .refused(let reason):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(reason, forKey: .refused)
    }
  }
}
