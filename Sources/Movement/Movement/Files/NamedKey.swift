/// A key of an object whose names are many.
struct NamedKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }

  /// Whether it is a word in small letters, in whatever case and with whatever underscores: `frameId`, `frame_id`.
  func isSpelt(_ word: String) -> Bool {
    stringValue.utf8.lazy.filter { $0 != UInt8(ascii: "_") }.map { $0 | 0x20 }.elementsEqual(word.utf8)
  }
}

extension KeyedDecodingContainer<NamedKey> {
  /// The first value that there is of the keys of some names, in their order.
  func first<Value>(_ names: [String], _ value: (NamedKey) throws -> Value?) rethrows -> Value? {
    let keys = allKeys
    for name in names {
      for key in keys.filter({ $0.isSpelt(name) }).sorted(by: { $0.stringValue < $1.stringValue }) {
        if let found = try value(key) { return found }
      }
    }
    return nil
  }
}
