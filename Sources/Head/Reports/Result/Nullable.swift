/// A value that may be missing, which JSON then says by null: readers ask for keys that are always there. One that is read may
/// lack the key as well.
@propertyWrapper public struct Nullable<Value: Sendable>: Sendable {
  public var wrappedValue: Value?

  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension Nullable: Equatable where Value: Equatable {}

extension Nullable: Encodable where Value: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Nullable: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(Value?.self))
  }
}

extension KeyedDecodingContainer {
  /// A value whose key may be missing. The decoders that the compiler writes for this module's types call this in place of the
  /// general one.
  func decode<Value: Decodable>(_ type: Nullable<Value>.Type, forKey key: Key) throws -> Nullable<Value> {
    try decodeIfPresent(type, forKey: key) ?? Nullable(wrappedValue: nil)
  }
}
