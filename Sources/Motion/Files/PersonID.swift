/// Who a person is, where a program follows people: a number, or a list of one. −1 says that it does not.
struct PersonID: Decodable {
  /// The number; nil where there is none.
  let number: Int?

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let given = (try? value.decode(Double.self)) ?? (try? value.decode([Double].self))?.first
    number = given.flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
  }
}
