internal import Files
package import Platform

/// A request as it came.
package struct ViewRequest: Sendable {
  package let method: String
  /// Where it leads, escapes resolved, without the query; with scheme and host where it names them.
  package let target: String
  /// The arguments of the query by their names.
  package let query: [String: String]
  /// The fields of the head, in their order; a name may occur more than once.
  package let fields: [(name: String, value: String)]
  package var body = Data()
  /// True where the body was larger than ``largestBody``; it is empty then.
  package private(set) var isTooLarge = false

  /// No body is larger, in bytes.
  private static let largestBody = 1 << 20

  package init(method: String, target: String, query: [String: String], fields: [(name: String, value: String)]) {
    (self.method, self.target, self.query, self.fields) = (method, target, query, fields)
    // What is announced is refused before a byte of it is read.
    isTooLarge = self["Content-Length"].flatMap { Int($0) }.map { $0 > Self.largestBody } ?? false
  }

  /// The fields of a name, whose letters may be large or small, joined by commas; nil where there is none.
  package subscript(name: String) -> String? {
    let all = values(of: name)
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  /// The values of all fields of a name.
  func values(of name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  /// What its body of JSON says.
  ///
  /// - Throws: ``ViewRefusal`` where it is none, or says something else.
  package func body<Body: Decodable>(
    keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
  ) throws(ViewRefusal) -> Body {
    if isTooLarge { throw .tooLarge }
    guard self["Content-Type"]?.split(separator: ";").first == "application/json" else { throw .wrongType }
    guard let value = try? JSONText.decode(Body.self, from: body, keys: keys) else { throw .badRequest }
    return value
  }

  /// Takes a further part of the body, as long as that is not too large.
  mutating func append(_ part: UnsafeRawBufferPointer) {
    isTooLarge = isTooLarge || body.count + part.count > Self.largestBody
    if isTooLarge { body = Data() } else { body.append(contentsOf: part) }
  }
}

/// Lets nothing in but requests of the page itself.
///
/// The token in the address is a secret of the user's browser. Host and Origin are checked as well: a page of another
/// site can make a browser send requests here (by a name that leads to this address), but not under this name.
package struct RequestGuard: Sendable {
  /// Nothing but programs of this machine reaches the server.
  static let host = "127.0.0.1"

  let token: String
  let port: Int

  /// The path within the page, its parts without the token.
  ///
  /// - Throws: ``ViewRefusal/badRequest`` where it is not clear which server is meant, else ``ViewRefusal/foreign``.
  package func path(of request: ViewRequest) throws(ViewRefusal) -> [String] {
    let host = try Self.host(of: request)
    guard ["\(Self.host):\(port)", "localhost:\(port)"].contains(host) else { throw .foreign }
    if let origin = request["Origin"], origin != "http://\(host)" { throw .foreign }
    if let site = request["Sec-Fetch-Site"], !["same-origin", "none"].contains(site) { throw .foreign }
    let path = request.target.hasPrefix("/") ? request.target[...] : request.target.dropFirst("http://\(host)".count)
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // The first part is the nothing before the first slash.
    guard parts.count >= 3, Self.areEqual(parts[1], token) else { throw .foreign }
    return Array(parts[2...])
  }

  /// The one host that a request names; a target with a host must be on it (RFC 9112, 3.2).
  private static func host(of request: ViewRequest) throws(ViewRefusal) -> String {
    let (hosts, target) = (request.values(of: "Host"), request.target)
    guard hosts.count == 1, target.hasPrefix("/") || target.lowercased().hasPrefix("http://\(hosts[0].lowercased())/")
    else { throw .badRequest }
    return hosts[0]
  }

  /// Compares two texts in a time that does not tell where they differ.
  private static func areEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
