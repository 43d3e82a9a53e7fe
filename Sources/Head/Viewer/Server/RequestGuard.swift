/// Lets nothing in but requests of the page itself.
///
/// The token in the address is a secret of the user's browser. Host and Origin are checked as well: a page of another
/// site can make a browser send requests here (by a name that leads to this address), but not under this name.
struct RequestGuard: Sendable {
  /// Nothing but programs of this machine reaches the server.
  static let host = "127.0.0.1"

  let token: String
  let port: Int

  /// The path within the page, its parts without the token.
  ///
  /// - Throws: ``ViewRefusal/badRequest`` where it is not clear which server is meant, else ``ViewRefusal/foreign``.
  func path(of request: ViewRequest) throws(ViewRefusal) -> [String] {
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
