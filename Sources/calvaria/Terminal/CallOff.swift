import Dispatch
import Foundation

/// Ctrl-C and its kin for work that ends by itself once it is told to.
final class CallOff: @unchecked Sendable {
  private let queue = DispatchQueue(label: "call off")
  private var sources: [any DispatchSourceSignal] = []
  private var received: Int32?

  /// Watches the signals for as long as the value lives.
  init() {
    for number in [SIGHUP, SIGINT, SIGTERM] {
      let earlier = signal(number, SIG_IGN)
      // `nohup` asks to survive the terminal.
      if number == SIGHUP && unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [unowned self] in received = received ?? number }
      source.resume()
      sources.append(source)
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Whether a signal came.
  var isMade: Bool { queue.sync { received != nil } }

  /// 128 and the signal's number, as shells have it.
  var exitCode: Int32 { 128 + (queue.sync { received } ?? SIGINT) }
}
