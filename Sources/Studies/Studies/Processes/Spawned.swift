internal import LibC
internal import Platform

/// A program that was started as the head of a process group, with a lifeline and a pipe for what it says.
struct Spawned {
  let process: pid_t
  /// The reading end of what it writes to standard error.
  let messages: Int32
  /// The writing end of the lifeline; nothing is written to it.
  private let lifeline: Int32

  /// Why a program could not be started: the system's number.
  struct Failure: Error {
    let number: Int32
  }

  /// Starts a program; its standard output goes nowhere.
  init(_ program: String, _ arguments: [String]) throws(Failure) {
    let lifeline = try Self.pipe()
    let messages: (reading: Int32, writing: Int32)
    do { messages = try Self.pipe() } catch {
      for end in [lifeline.reading, lifeline.writing] { close(end) }
      throw error
    }
    // A copy of these in the program is closed when it begins; this one has no use for its ends.
    defer { for end in [lifeline.reading, messages.writing] { close(end) } }
    do {
      process = try Self.spawn(program, arguments, input: lifeline.reading, messages: messages.writing)
    } catch {
      for end in [lifeline.writing, messages.reading] { close(end) }
      throw error
    }
    (self.messages, self.lifeline) = (messages.reading, lifeline.writing)
  }

  func closePipes() { for end in [messages, lifeline] { close(end) } }

  /// Whether it has ended; it stays to be reaped, so that its number is nobody else's.
  var hasEnded: Bool {
    var info = siginfo_t()
    let answer = waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT)
    return answer == 0 ? info.si_signo == SIGCHLD : errno == ECHILD
  }

  /// Sends a signal to it and to what it has started.
  func signal(_ number: Int32) { kill(-process, number) }

  /// Takes in how it ended.
  func reap() -> ProcessEnd.Way {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return .exited(-1) } }
    // The macros of sys/wait.h.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }

  private static func pipe() throws(Failure) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard Platform.pipe(&ends) == 0 else { throw Failure(number: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // At once: a program that another thread starts in between would hold the lifeline of this one.
      guard pipe2(&ends, O_CLOEXEC) == 0 else { throw Failure(number: errno) }
    #endif
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ program: String, _ arguments: [String], input: Int32, messages: Int32
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
    // The program would inherit the signals that its starter ignores or blocks, and could then not be told to end.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&all)
    for number in [SIGHUP, SIGINT, SIGTERM, SIGPIPE] { sigaddset(&all, number) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    let settings: [UnsafeMutablePointer<CChar>?] =
      ProcessInfo.processInfo.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, program, &actions, &attributes, words, settings)
    guard number == 0 else { throw Failure(number: number) }
    return process
  }
}
