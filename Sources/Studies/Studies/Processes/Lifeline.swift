internal import Platform

/// What ties a program to the one that watches it: standard input, a pipe to which nothing is written.
public enum Lifeline {
  /// Whether there is one: a pipe, to the head of a process group, as ``WatchedProcess`` starts it.
  static var isThere: Bool {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO && getpgrp() == getpid()
  }

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

/// The most memory that this process may ask the system for.
///
/// A watcher looks at what is resident now and then; a program that asks for very much at once would have it before the
/// next look. The wall stands in the program itself, above what the watcher allows.
public enum MemoryWall {
  /// How far above the watcher's limit the wall stands, bytes: memory that is asked for and never touched, such as the
  /// stacks of threads, counts here and not there.
  public static let margin = 1 << 30

  /// Sets the wall for this process and what it starts.
  ///
  /// - Parameter bytes: private memory that can be written (`RLIMIT_DATA`), touched or not.
  public static func set(_ bytes: Int) {
    guard var limit = rlimit(of: RLIMIT_DATA) else { return }
    limit.rlim_cur = min(rlim_t(bytes), limit.rlim_max)
    limit.set(for: RLIMIT_DATA)
  }
}
