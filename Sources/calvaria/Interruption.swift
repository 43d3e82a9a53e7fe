import Dispatch
import Foundation
import ScanPipeline

/// Cleans up on Ctrl-C: takes back the folder that is being written and ends with exit code 130.
final class Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Watches SIGINT and SIGTERM for as long as the value lives.
  init(_ output: OutputFolder) {
    let queue = DispatchQueue(label: "interruption")
    sources = [(SIGINT, Int32(130)), (SIGTERM, Int32(143))].map { number, code in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        output.discard()
        Terminal.narrate(Terminal.narratesToTerminal ? "\r\u{1B}[Kinterrupted" : "interrupted")
        _exit(code)
      }
      source.resume()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }
}
