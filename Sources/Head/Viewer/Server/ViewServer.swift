import Diagnostics
import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

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
    let place = ServedPlace()
    var logger = Logger(label: "calvaria.view")
    logger.logLevel = .critical
    let (sittings, token) = (sittings, token)
    let app = Application(
      responder: ViewResponder(
        sittings: sittings, language: language, guardian: RequestGuard(token: token, place: place)),
      server: HTTPServerBuilder { responder in
        CheckedHeads(inner: HTTP1Channel(responder: responder, configuration: .init(idleTimeout: .seconds(60))))
      },
      configuration: .init(address: .hostname(ServedPlace.host, port: port), serverName: nil),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? port
        await place.take(port: port)
        started("http://\(ServedPlace.host):\(port)/\(token)/")
        Task { await sittings.begin() }
      },
      logger: logger)
    let service = ServiceGroup(configuration: .init(services: [app], logger: logger))
    // The service waits for whoever has a request open, for a minute; this does not wait for the service.
    let (over, finish) = AsyncThrowingStream<Void, any Error>.makeStream()
    Task {
      do {
        try await service.run()
        finish.finish()
      } catch { finish.finish(throwing: error) }
    }
    Task {
      await end()
      await service.triggerGracefulShutdown()
      try? await Task.sleep(for: Self.grace)
      await sittings.finishSaving()
      finish.finish()
    }
    do { for try await _ in over {} } catch let error as IOError {
      throw ViewServerError.cannotListen(port: port, reason: String(cString: strerror(error.errnoCode)))
    }
    return await sittings.hasUnsaved
  }

  /// How long requests that are under way may take at the end.
  private static let grace = Duration.seconds(1)

  /// 128 random bits as 32 hexadecimal digits.
  private static func newToken() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &random)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
