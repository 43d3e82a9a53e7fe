/// A value that may be missing, which JSON then says by null: pages ask for keys that are always there.
@propertyWrapper struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}
