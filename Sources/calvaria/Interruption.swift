import Dispatch
import Foundation
import ScanPipeline

/// Ends the program cleanly on Ctrl-C: takes back the folder that is being written and ends with exit code 130.
final class Interruption: @unchecked Sendable {
  /// Guards `output`; the handlers run on it.
  private let queue = DispatchQueue(label: "interruption")
  private var sources: [any DispatchSourceSignal] = []
  private var output: OutputFolder?

  /// Exit codes by signal: 128 and its number, as shells have it.
  private static let codes = [SIGHUP, SIGINT, SIGTERM].map { ($0, 128 + $0) }

  /// Watches the signals for as long as the value lives.
  init() {
    for (number, code) in Self.codes {
      let earlier = signal(number, SIG_IGN)
      // `nohup` asks to survive the terminal.
      if number == SIGHUP && unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [unowned self] in
        output?.discard()
        Terminal.narrate(Terminal.narratesToTerminal ? "\r\u{1B}[Kinterrupted" : "interrupted")
        _exit(code)
      }
      source.resume()
      sources.append(source)
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Writes a folder: `claim` makes it aside, `fill` fills it. It gets its name when it is complete; on an error or a
  /// signal it is taken back.
  ///
  /// - Parameter inner: a folder within that gets the name in its place.
  func write<Value>(
    inner: String? = nil, _ claim: () throws -> OutputFolder, fill: (OutputFolder) throws -> Value
  ) throws -> Value {
    let folder = try queue.sync {
      let folder = try claim()
      output = folder
      return folder
    }
    do {
      let value = try fill(folder)
      try queue.sync {
        try folder.finish(inner)
        release()
      }
      return value
    } catch {
      queue.sync { folder.discard() }
      throw error
    }
  }

  /// From here on a signal ends the program as usual: nothing is left to take back.
  private func release() {
    output = nil
    for (number, _) in Self.codes { signal(number, SIG_DFL) }
  }
}
