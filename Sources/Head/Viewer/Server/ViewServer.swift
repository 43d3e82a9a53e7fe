import Diagnostics
import Foundation
internal import LibMicrohttpd

/// The page of one scan, or of several one after the other, on a loopback address, for the browser of the same machine.
public struct ViewServer: Sendable {
  private let sittings: Sittings
  private let language: Language

  /// A server for one scan; it does not listen yet.
  public init(_ view: View, language: Language) { self.init(ViewWalk(view), language: language) }

  /// A server for several scans; it does not listen yet.
  public init(_ walk: ViewWalk, language: Language) {
    (sittings, self.language) = (Sittings(walk, language: language), language)
  }

  /// Serves until it is asked to end.
  ///
  /// - Parameters:
  ///   - port: the port, or 0 for one that is free.
  ///   - end: returns when it is to end; answers that are not out then have ``grace``, and a save has the time that it takes.
  ///   - started: called with the page's address as soon as it can be opened.
  /// - Returns: whether something was picked that is not saved.
  /// - Throws: ``ViewServerError`` where no port can be had.
  public func run(
    port: Int = 0, until end: @escaping @Sendable () async -> Void, started: @escaping @Sendable (String) -> Void
  ) async throws -> Bool {
    try await Loopback.serve(port: port, until: end, started: started) { guardian in
      Task { await sittings.begin() }
      return ViewResponder(sittings: sittings, language: language, guardian: guardian)
    }
    await sittings.finishSaving()
    return await sittings.hasUnsaved
  }
}

/// Serves pages to the browsers of this machine alone.
package enum Loopback {
  /// Serves until it is asked to end.
  ///
  /// - Parameters:
  ///   - port: the port, or 0 for one that is free.
  ///   - end: returns when it is to end; answers that are not out then have ``grace``.
  ///   - started: called with the page's address as soon as it can be opened.
  ///   - responder: makes what answers, from what lets requests in.
  /// - Throws: ``ViewServerError`` where no port can be had.
  package static func serve(
    port: Int, until end: @Sendable () async -> Void, started: @Sendable (String) -> Void,
    _ responder: (RequestGuard) -> some ViewResponding
  ) async throws {
    guard var bound = UInt16(exactly: port) else { throw ViewServerError(port: port, errno: EINVAL) }
    let listening = listen_on_loopback(&bound)
    guard listening >= 0 else { throw ViewServerError(port: port, errno: errno) }
    let guardian = RequestGuard(token: newToken(), port: Int(bound))
    guard let server = HTTPServer(listening: listening, responder(guardian)) else {
      close(listening)
      throw ViewServerError(port: port, errno: EAGAIN)
    }
    started("http://\(RequestGuard.host):\(bound)/\(guardian.token)/")
    await end()
    await server.end(within: grace)
  }

  /// How long requests that are under way may take at the end.
  private static let grace = Duration.seconds(1)

  /// 128 random bits as 32 hexadecimal digits.
  package static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &random)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}

/// Why a page can't be served.
public enum ViewServerError: UserFacingError, Equatable {
  /// The port is in use or not allowed.
  case cannotListen(port: Int, reason: String)

  /// The port can't be had for the reason that the system gave.
  init(port: Int, errno: Int32) { self = .cannotListen(port: port, reason: String(cString: strerror(errno))) }

  public var message: ErrorMessage {
    switch self {
    case .cannotListen(let port, let reason):
      ErrorMessage(.viewCannotListen, at: "calvaria view", nil, ["port": .count(port), "reason": .text(reason)])
    }
  }
}
