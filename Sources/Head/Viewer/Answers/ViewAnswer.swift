import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Files
internal import NIOCore

/// An answer: a status, a kind of content and its bytes.
struct ViewAnswer: Sendable {
  var status = 200
  var content: Data
  var type: String
  var fields: HTTPFields = [:]

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

  /// As the server sends it.
  var response: Response {
    var headers = fields
    if !type.isEmpty { headers[.contentType] = type }
    headers[.contentSecurityPolicy] = Self.policy
    headers[.xContentTypeOptions] = "nosniff"
    headers[HTTPField.Name("Referrer-Policy")!] = "no-referrer"
    headers[HTTPField.Name("Cross-Origin-Resource-Policy")!] = "same-origin"
    if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
    return Response(
      status: .init(code: status), headers: headers,
      body: content.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: content)))
  }
}
