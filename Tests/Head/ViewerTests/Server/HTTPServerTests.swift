import Diagnostics
import Foundation
import LibMicrohttpd
import Synchronization
import TestSupport
import Testing

@testable import Viewer

/// Requests over a connection of this machine.
@Suite struct HTTPServerTests {
  /// Tells what it was asked; a slow answer takes a fifth of a second.
  private final class Echo: ViewResponding {
    let language = Language.english
    let guardian: RequestGuard
    private let counts = Mutex((begun: 0, answered: 0))
    var begun: Int { counts.withLock { $0.begun } }
    var answered: Int { counts.withLock { $0.answered } }

    init(_ guardian: RequestGuard) { self.guardian = guardian }

    func answer(_ request: ViewRequest) async -> ViewAnswer {
      counts.withLock { $0.begun += 1 }
      if request.target.hasSuffix("slow") { try? await Task.sleep(for: .milliseconds(200)) }
      counts.withLock { $0.answered += 1 }
      let text = "\(request.method) \(request.query["a"] ?? "-") \(String(decoding: request.body, as: UTF8.self))."
      return ViewAnswer(status: 201, content: Data(text.utf8), type: "text/plain")
    }
  }

  /// Sends a request and reads until the connection is closed.
  private static func exchange(_ port: UInt16, _ request: String) async throws -> String {
    try await Background.run { try LoopbackRequest.exchange(request, port: Int(port)) }
  }

  private static func request(_ method: String, _ target: String, _ port: UInt16, body: String = "") -> String {
    """
    \(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r
    Content-Length: \(body.utf8.count)\r\n\r\n\(body)
    """
  }

  private func served() throws -> (port: UInt16, server: HTTPServer, echo: Echo) {
    var port: UInt16 = 0
    let listening = listen_on_loopback(&port)
    let echo = Echo(RequestGuard(token: "t", port: Int(port)))
    return (port, try #require(HTTPServer(listening: listening, echo)), echo)
  }

  @Test func aRequestIsAnsweredWithItsBody() async throws {
    let (port, server, echo) = try served()
    let got = try await Self.exchange(port, Self.request("GET", "/t/x?a=7", port))
    #expect(got.hasPrefix("HTTP/1.1 201"))
    #expect(got.hasSuffix("\r\n\r\nGET 7 ."))
    #expect(got.contains("Content-Type: text/plain"))
    #expect(got.contains("Cache-Control: no-store"))
    let sent = try await Self.exchange(port, Self.request("POST", "/t/x", port, body: "hello"))
    #expect(sent.hasSuffix("\r\n\r\nPOST - hello."))
    // What is refused by its head never gets to who answers.
    #expect(try await Self.exchange(port, Self.request("GET", "/other/x", port)).hasPrefix("HTTP/1.1 403"))
    let large = "POST /t/x HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\nContent-Length: 1048577\r\n\r\n"
    #expect(try await Self.exchange(port, large).hasPrefix("HTTP/1.1 413"))
    #expect(echo.begun == 2)
    await server.end(within: .seconds(600))
  }

  /// An answer that is under way at the end is waited for, and nobody is let in afterwards.
  @Test func theEndWaitsForWhatIsUnderWay() async throws {
    let (port, server, echo) = try served()
    let slow = Task { try await Self.exchange(port, Self.request("GET", "/t/slow", port)) }
    let patience = ContinuousClock.now + .seconds(60)
    while echo.begun == 0, .now < patience { try await Task.sleep(for: .milliseconds(5)) }
    await server.end(within: .seconds(600))
    #expect(echo.answered == 1)
    #expect(try await slow.value.hasSuffix("GET - ."))
    await #expect(throws: LoopbackRequest.NobodyListens.self) {
      try await Self.exchange(port, Self.request("GET", "/t/x", port))
    }
  }

  @Test func thePageHasAnAddressOfItsOwn() async throws {
    let addresses = Mutex<[String]>([])
    try await Loopback.serve(port: 0) {
    } started: { address in
      addresses.withLock { $0.append(address) }
    } _: {
      Echo($0)
    }
    let address = try #require(addresses.withLock { $0.first })
    #expect(addresses.withLock { $0.count } == 1)
    #expect(try address.wholeMatch(of: Regex(#"http://127\.0\.0\.1:[0-9]+/[0-9a-f]{32}/"#)) != nil, "\(address)")
  }

  @Test func aPortThatIsTakenIsTold() async throws {
    var port: UInt16 = 0
    let listening = listen_on_loopback(&port)
    defer { close(listening) }
    for taken in [Int(port), 70_000, -1] {
      await #expect(throws: ViewServerError.self) {
        try await Loopback.serve(port: taken) {
        } started: { _ in
          Issue.record("port \(taken) is served")
        } _: {
          Echo($0)
        }
      }
    }
  }

  /// Two digits a byte, small ones too: of 64 tokens of 16 bytes some 60 bytes are below 16.
  @Test func aTokenHas32Digits() {
    let tokens = (0..<64).map { _ in Loopback.newToken() }
    #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
    #expect(Set(tokens).count == 64)
  }
}
