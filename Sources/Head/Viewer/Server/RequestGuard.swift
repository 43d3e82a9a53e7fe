internal import HTTPTypes
internal import Hummingbird

/// Lets nothing in but requests of the page itself.
///
/// The token in the address is a secret of the user's browser. Host and Origin are checked as well: a page of another
/// site can make a browser send requests here (by a name that leads to this address), but not under this name.
struct RequestGuard: Sendable {
  let token: String
  let place: ServedPlace

  /// The path within the page, its parts without the token.
  ///
  /// - Throws: ``ViewRefusal/foreign``.
  func path(of request: Request) async throws -> [String] {
    let port = await place.port ?? 0
    let hosts = ["\(ServedPlace.host):\(port)", "localhost:\(port)"]
    guard let host = request.head.authority, hosts.contains(host) else { throw ViewRefusal.foreign }
    if let origin = request.headers[.origin], origin != "http://\(host)" { throw ViewRefusal.foreign }
    if let site = request.headers[Self.fetchSite], !["same-origin", "none"].contains(site) {
      throw ViewRefusal.foreign
    }
    let parts = request.uri.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // The first part is the nothing before the first slash.
    guard parts.count >= 3, Self.areEqual(parts[1], token) else { throw ViewRefusal.foreign }
    return Array(parts[2...])
  }

  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!

  /// Compares two texts in a time that does not tell where they differ.
  private static func areEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
