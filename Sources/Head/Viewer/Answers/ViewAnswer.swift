import Foundation
internal import Files

/// An answer: a status, a kind of content and its bytes.
struct ViewAnswer: Sendable {
  var status = 200
  var content: Data
  var type: String
  /// Fields of its head beside those that every answer has.
  var fields: [String: String] = [:]

  /// Nothing new.
  static let nothing = ViewAnswer(status: 204, content: Data(), type: "")

  /// A value as JSON, keys in snake case.
  static func json(_ value: some Encodable, status: Int = 200) throws -> ViewAnswer {
    ViewAnswer(
      status: status, content: try JSONText.encode(value, keys: .convertToSnakeCase, isOneLine: true),
      type: "application/json")
  }

  /// The page may load scripts, styles and images from here alone, and nobody else may show it or read what is here.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The fields of its head.
  var head: [String: String] {
    let always = [
      "Content-Security-Policy": Self.policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
    ]
    let type = type.isEmpty ? [:] : ["Content-Type": type]
    return always.merging(type) { $1 }.merging(fields) { $1 }
  }
}
