import Dispatch
import Foundation

/// Ctrl-C and its kin for work that ends by itself once it is told to.
final class CallOff: @unchecked Sendable {
  private let queue = DispatchQueue(label: "call off")
  private var signals: EndingSignals?
  private var received: Int32?

  /// Watches the signals for as long as the value lives.
  init() {
    signals = EndingSignals(on: queue) { [weak self] number in self?.received = self?.received ?? number }
  }

  /// Whether a signal came.
  var isMade: Bool { queue.sync { received != nil } }

  /// 128 and the signal's number, as shells have it.
  var exitCode: Int32 { EndingSignals.exitCode(queue.sync { received } ?? SIGINT) }
}
