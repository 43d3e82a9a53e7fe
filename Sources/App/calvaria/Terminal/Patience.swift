import Diagnostics
import Dispatch

/// Ctrl-C and its kin for a program that serves: the first asks it to end, the second ends it at once.
final class Patience: @unchecked Sendable {
  private let queue = DispatchQueue(label: "patience")
  private let (asked, ask) = AsyncStream.makeStream(of: Void.self)
  private var signals: EndingSignals?
  private var isAsked = false

  /// Watches the signals for as long as the value lives.
  init() {
    signals = EndingSignals(on: queue) { [weak self] number in
      guard let self else { return }
      if isAsked {
        Terminal.narrate(Language.ofCall("narration.interrupted"))
        Terminal.end(EndingSignals.exitCode(number))
      }
      isAsked = true
      ask.finish()
    }
  }

  /// Returns when the first signal has come.
  @Sendable func end() async { for await _ in asked {} }
}
