import Diagnostics
import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// The page of one scan, or of several one after the other, on a loopback address, for the browser of the same machine.
public struct ViewServer: Sendable {
  private let sittings: Sittings
  private let language: Language
  private let token: String

  /// A server for one scan; it does not listen yet.
  public init(_ view: View, language: Language) { self.init(ViewWalk(view), language: language) }

  /// A server for several scans; it does not listen yet.
  public init(_ walk: ViewWalk, language: Language) {
    (sittings, self.language) = (Sittings(walk, language: language), language)
    token = Self.newToken()
  }

  /// Serves until the process is asked to end (SIGINT, SIGTERM).
  ///
  /// - Parameters:
  ///   - port: the port, or 0 for one that is free.
  ///   - started: called with the page's address as soon as it can be opened.
  ///   - ended: called at the end; told whether something was picked that is not saved.
  /// - Throws: ``ViewServerError`` where no port can be had.
  public func run(
    port: Int = 0, started: @escaping @Sendable (String) -> Void, ended: @escaping @Sendable (Bool) -> Void = { _ in }
  ) async throws {
    let place = ServedPlace()
    var logger = Logger(label: "calvaria.view")
    logger.logLevel = .critical
    let (sittings, token) = (sittings, token)
    let app = Application(
      responder: ViewResponder(
        sittings: sittings, language: language, guardian: RequestGuard(token: token, place: place)),
      server: .http1(configuration: .init(idleTimeout: .seconds(60))),
      configuration: .init(address: .hostname(ServedPlace.host, port: port), serverName: nil),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? port
        await place.take(port: port)
        started("http://\(ServedPlace.host):\(port)/\(token)/")
        Task { await sittings.begin() }
      },
      logger: logger)
    do { try await app.runService() } catch let error as IOError {
      throw ViewServerError.cannotListen(port: port, reason: String(cString: strerror(error.errnoCode)))
    }
    ended(await sittings.hasUnsaved)
  }

  /// 128 random bits as 32 hexadecimal digits.
  private static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &random)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
