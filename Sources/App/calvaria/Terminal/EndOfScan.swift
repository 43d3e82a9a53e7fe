import Foundation

/// How a person ends a scan: Ctrl-C, or `q` or Enter on standard input.
final class EndOfScan {
  private let signals = CallOff()
  private var isReading = true

  /// Whether a signal asks the program to end.
  var isSignal: Bool { signals.isMade }

  /// Whether the scan has been ended.
  var hasCome: Bool { signals.isMade || isTyped() }

  /// Whether one of the keys has come. Where standard input has ended, nobody types.
  private func isTyped() -> Bool {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard isReading, poll(&input, 1, 0) > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    isReading = count > 0
    return bytes.prefix(max(0, count)).contains { "qQ\r\n".utf8.contains($0) }
  }
}
