/// Who a person is, where a program follows people: a number, a text, or a list of one. −1 says that it does not.
struct PersonID: Decodable {
  /// What programs that follow people call it.
  fileprivate static let keys = [
    "idx", "trackid", "trackingid", "trackerid", "personid", "instanceid", "objectid",
  ]

  /// The text, of a whole number without a fraction; nil where there is none.
  let text: String?

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Double.self) {
      text = Self.text(number)
    } else if let word = try? value.decode(String.self) {
      text = word.isEmpty ? nil : Double(word).map(Self.text) ?? word
    } else {
      text = (try? value.decode([PersonID].self))?.first?.text
    }
  }

  private static func text(_ number: Double) -> String? { number >= 0 ? Int(exactly: number).map { "\($0)" } : nil }
}

extension KeyedDecodingContainer<NamedKey> {
  /// Who a person is; nil where nothing says so.
  func person() throws -> String? {
    try first(PersonID.keys) { try decodeIfPresent(PersonID.self, forKey: $0)?.text }
  }

  /// What `id` says, which may be the number of a person or of a remark.
  func id() throws -> String? { try first(["id"]) { try decodeIfPresent(PersonID.self, forKey: $0)?.text } }
}
