import ArgumentParser
import Diagnostics
import Foundation

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
      let unsaved = try await run(port, patience.end) { address in
        Terminal.narrate(language("narration.view", ["address": .text(address)]))
        if open { Browser.open(address) }
      }
      if unsaved { Terminal.narrate(language("narration.view_unsaved")) }
    }
  }
}
