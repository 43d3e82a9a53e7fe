import ArgumentParser
import Diagnostics
import Foundation
import Synchronization

/// How a page is served to the browser of this machine.
struct PageOptions: ParsableArguments {
  @Option(help: "The port of the page; by default one that is free.")
  var port = 0

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser.")
  var open = true

  @Option(help: "Threads; the result does not depend on it.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    try CallError.require("--port", port, in: 0...65535)
    try CallError.require("--threads", threads, in: 1...64)
  }

  /// Serves until Ctrl-C, and tells where the page is.
  ///
  /// - Parameter run: serves on a port until an end, calls back with the address, and says whether something was picked that is
  ///   not saved.
  func serve(
    _ language: Language,
    _ run:
      @escaping @Sendable (
        _ port: Int, _ end: @escaping @Sendable () async -> Void, _ started: @escaping @Sendable (String) -> Void
      ) async throws -> Bool
  ) throws {
    let patience = Patience()
    try Blocking.run { [port, open] in
      let unsaved = try await run(port, patience.end) { Self.tell(of: $0, language, open: open) }
      if unsaved { Terminal.narrate(language("narration.view_unsaved")) }
    }
  }

  /// Serves while the caller does something else, and tells where the page is.
  ///
  /// - Parameter run: as for ``serve(_:_:)``.
  func begin(
    _ language: Language,
    _ run:
      @escaping @Sendable (
        _ port: Int, _ end: @escaping @Sendable () async -> Void, _ started: @escaping @Sendable (String) -> Void
      ) async throws -> Bool
  ) throws -> ServedPage {
    try ServedPage { [port, open] end, begun in
      let unsaved = try await run(port, end) { address in
        Self.tell(of: address, language, open: open)
        begun()
      }
      if unsaved { Terminal.narrate(language("narration.view_unsaved")) }
    }
  }

  private static func tell(of address: String, _ language: Language, open: Bool) {
    Terminal.narrate(language("narration.view", ["address": .text(address)]))
    if open { Browser.open(address) }
  }
}

/// A page that is served beside something else.
final class ServedPage: Sendable {
  private let (asked, ask) = AsyncStream.makeStream(of: Void.self)
  private let over = DispatchSemaphore(value: 0)
  private let fault = Mutex<(any Error)?>(nil)

  /// Returns when the page can be opened.
  ///
  /// - Parameter run: serves until an end, and calls back when it has begun.
  init(
    _ run:
      @escaping @Sendable (_ end: @escaping @Sendable () async -> Void, _ begun: @escaping @Sendable () -> Void)
      async throws -> Void
  ) throws {
    let begun = DispatchSemaphore(value: 0)
    Task.detached { [self] in
      do { try await run({ for await _ in self.asked {} }, { begun.signal() }) } catch {
        fault.withLock { $0 = error }
        begun.signal()
      }
      over.signal()
    }
    begun.wait()
    if let error = fault.withLock({ $0 }) { throw error }
  }

  /// Serves no longer.
  func end() {
    ask.finish()
    over.wait()
  }
}
