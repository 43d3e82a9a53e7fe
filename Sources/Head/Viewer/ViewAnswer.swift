import Diagnostics
internal import Files
package import Platform

/// An answer: a status, a kind of content and its bytes.
package struct ViewAnswer: Sendable {
  package var status = 200
  package var content: Data
  package var type: String
  /// Fields of its head beside those that every answer has.
  package var fields: [String: String] = [:]

  /// An answer from its parts.
  package init(status: Int = 200, content: Data, type: String, fields: [String: String] = [:]) {
    (self.status, self.content, self.type, self.fields) = (status, content, type, fields)
  }

  /// Nothing new.
  package static let nothing = ViewAnswer(status: 204, content: Data(), type: "")

  /// A text that comes with the program, such as a script.
  package static func text(_ bytes: [UInt8], _ type: String) -> ViewAnswer {
    ViewAnswer(content: Data(bytes), type: type + "; charset=utf-8")
  }

  /// A value as JSON, keys in snake case.
  package static func json(_ value: some Encodable, status: Int = 200) throws -> ViewAnswer {
    ViewAnswer(
      status: status, content: try JSONText.encode(value, keys: .convertToSnakeCase, isOneLine: true),
      type: "application/json")
  }

  /// A report, which brings its script and its styles along. It may use them, and nothing of the page that shows it: it has an
  /// origin of its own.
  package static func report(_ html: Data) -> ViewAnswer {
    let policy =
      "default-src 'none'; script-src 'unsafe-inline' blob:; style-src 'unsafe-inline'; img-src data: blob:; sandbox allow-scripts allow-downloads"
    return ViewAnswer(
      content: html, type: "text/html; charset=utf-8", fields: ["Content-Security-Policy": policy])
  }

  /// The page may load scripts, styles and images from here alone, and nobody else may show it or read what is here.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:", "connect-src 'self'",
    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The fields of its head.
  package var head: [String: String] {
    let always = [
      "Content-Security-Policy": Self.policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
    ]
    let type = type.isEmpty ? [:] : ["Content-Type": type]
    return always.merging(type) { $1 }.merging(fields) { $1 }
  }
}

/// Why a request is refused, each with its status.
package enum ViewRefusal: Error, Equatable {
  /// It is not from the page of this program: a foreign host, origin or token.
  case foreign
  /// There is nothing of that name.
  case notFound
  /// That can't be done to it.
  case wrongMethod(allowed: String)
  /// The body is too large.
  case tooLarge
  /// The body is no JSON.
  case wrongType
  /// The request or its body is not what was expected.
  case badRequest
  /// Another window was first.
  case outdated
  /// What was asked for is not ready yet, or can't be while something is being saved.
  case notReady
  /// The ray misses the head.
  case missesHead

  /// The HTTP status.
  package var status: Int {
    switch self {
    case .foreign: 403
    case .notFound: 404
    case .wrongMethod: 405
    case .outdated, .notReady: 409
    case .tooLarge: 413
    case .wrongType: 415
    case .badRequest, .missesHead: 400
    }
  }

  /// The key of its text in the catalogue.
  package var word: String {
    switch self {
    case .foreign: "view.refused_foreign"
    case .notFound: "view.refused_not_found"
    case .wrongMethod: "view.refused_method"
    case .outdated: "view.refused_outdated"
    case .notReady: "view.refused_not_ready"
    case .tooLarge: "view.refused_too_large"
    case .wrongType: "view.refused_type"
    case .badRequest: "view.refused_bad"
    case .missesHead: "view.refused_misses"
    }
  }
}
