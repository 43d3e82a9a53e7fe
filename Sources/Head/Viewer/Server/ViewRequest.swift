import Foundation

/// A request as it came.
struct ViewRequest: Sendable {
  let method: String
  /// Where it leads, escapes resolved, without the query; with scheme and host where it names them.
  let target: String
  /// The arguments of the query by their names.
  let query: [String: String]
  /// The fields of the head, in their order; a name may occur more than once.
  let fields: [(name: String, value: String)]
  var body = Data()
  /// True where the body was larger than ``largestBody``; it is empty then.
  private(set) var isTooLarge = false

  /// No body is larger, in bytes.
  private static let largestBody = 1 << 20

  init(method: String, target: String, query: [String: String], fields: [(name: String, value: String)]) {
    (self.method, self.target, self.query, self.fields) = (method, target, query, fields)
    // What is announced is refused before a byte of it is read.
    isTooLarge = self["Content-Length"].flatMap { Int($0) }.map { $0 > Self.largestBody } ?? false
  }

  /// The fields of a name, whose letters may be large or small, joined by commas; nil where there is none.
  subscript(name: String) -> String? {
    let all = values(of: name)
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  /// The values of all fields of a name.
  func values(of name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// Takes a further part of the body, as long as that is not too large.
  mutating func append(_ part: UnsafeRawBufferPointer) {
    isTooLarge = isTooLarge || body.count + part.count > Self.largestBody
    if isTooLarge { body = Data() } else { body.append(contentsOf: part) }
  }
}
