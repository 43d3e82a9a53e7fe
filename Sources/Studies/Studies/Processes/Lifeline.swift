internal import Platform

/// What ties a program to the one that watches it: standard input, a pipe to which nothing is written.
public enum Lifeline {
  /// Ends this program, and all that it has started, as soon as its watcher is gone, however that ended.
  ///
  /// A death signal of the system (`PR_SET_PDEATHSIG`) would end it with the watcher's thread, not its process, and would
  /// not reach what it has started itself.
  public static func hold() {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    pthread_create(&thread, nil, { _ in Lifeline.waitForItsEnd() }, nil)
  }

  private static func waitForItsEnd() -> Never {
    var byte: UInt8 = 0
    while true {
      let got = read(STDIN_FILENO, &byte, 1)
      if got > 0 || got < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      kill(0, SIGKILL)
    }
  }
}
