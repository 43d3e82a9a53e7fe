import Diagnostics
import Foundation

/// The end of a run that the system refuses memory: of Swift's allocations, of C++'s where nobody catches them, and of C's
/// where nobody looks, it is no error but a signal.
enum MemoryRefusal {
  private static let signals = [SIGABRT, SIGILL, SIGTRAP, SIGSEGV]
  /// What was done at each of them before.
  private static let earlier = signals.map { number in
    var action = sigaction()
    sigaction(number, nil, &action)
    return action
  }

  /// From here on such a run ends in one line, and with the exit code of a failure.
  static func watch() {
    // Made now: in the handler there is no memory to make it.
    guard !earlier.isEmpty else { return }
    for number in signals { signal(number) { MemoryRefusal.judge($0) } }
  }

  /// Tells a refusal from other ends by the thread's last error of the system; those go on as they were.
  private static func judge(_ number: Int32) {
    if errno == ENOMEM { end() }
    guard let place = signals.firstIndex(of: number) else { return }
    var action = earlier[place]
    sigaction(number, &action, nil)
    raise(number)
  }

  /// Says so in words that no catalogue has to be read for.
  static func end() -> Never {
    let line: StaticString =
      "error: out of memory: the system refuses more; raise `ulimit -v` or the limit of the container, or end other programs\n"
    _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    _exit(UserFacingErrorKind.failure.rawValue)
  }
}
