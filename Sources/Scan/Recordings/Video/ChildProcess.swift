internal import LibC
import Platform

/// A program of another package that writes to a pipe; it is ended with the value.
///
/// What it writes is read with a time limit, so that a program that hangs holds nobody up. One whose reader is gone,
/// however that ended, can't write any more and ends by itself.
struct ChildProcess: ~Copyable {
  private let process: pid_t
  private let output, messages: Int32
  private var said: [UInt8] = []
  private var hasClosedMessages = false
  private var isReaped = false

  /// Of what a program says only the end is kept, bytes.
  private static let mostSaid = 4096
  /// What a pipe should hold, bytes: a program that is ahead need not wait for each few kilobytes.
  private static let pipeSize: Int32 = 1 << 20

  /// Starts a program; nil where it can't be started.
  init?(_ program: String, _ arguments: [String]) {
    guard let output = Self.pipe() else { return nil }
    guard let messages = Self.pipe() else {
      for end in [output.reading, output.writing] { close(end) }
      return nil
    }
    let process = Self.spawn(program, arguments, output: output.writing, messages: messages.writing)
    for end in [output.writing, messages.writing] { close(end) }
    guard let process else {
      for end in [output.reading, messages.reading] { close(end) }
      return nil
    }
    (self.process, self.output, self.messages) = (process, output.reading, messages.reading)
  }

  deinit {
    for end in [output, messages] { close(end) }
    guard !isReaped else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Fills memory with what the program writes next.
  ///
  /// - Parameter patience: how long it may write nothing, seconds.
  /// - Returns: how many bytes it wrote before it ended.
  /// - Throws: ``Silence`` where it writes nothing for so long.
  mutating func read(
    _ memory: UnsafeMutableRawBufferPointer, patience: Int
  ) throws(Silence) -> Int {
    var count = 0
    var deadline = ContinuousClock.now + .seconds(patience)
    while count < memory.count {
      let left = deadline - .now
      guard left > .zero else { throw Silence() }
      // Negative numbers are passed over.
      var ends = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
      ends.append(pollfd(fd: hasClosedMessages ? -1 : messages, events: Int16(POLLIN), revents: 0))
      let ready = poll(&ends, nfds_t(ends.count), Int32(left.components.seconds + 1) * 1000)
      guard ready >= 0 || errno == EINTR else { throw Silence() }
      guard ready > 0 else { continue }
      if ends[1].revents & Int16(POLLIN) != 0 { listen() } else if ends[1].revents != 0 { hasClosedMessages = true }
      guard ends[0].revents != 0 else { continue }
      let got = Platform.read(output, memory.baseAddress! + count, memory.count - count)
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      count += got
      deadline = .now + .seconds(patience)
    }
    return count
  }

  /// All that the program writes, at most `limit` bytes of it; nil where it writes more.
  mutating func readAll(limit: Int, patience: Int) throws(Silence) -> [UInt8]? {
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let result = block.withUnsafeMutableBytes { memory in
        Result { () throws(Silence) in try self.read(memory, patience: patience) }
      }
      let count = try result.get()
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { return nil }
      bytes += block[..<count]
    }
  }

  /// Whether a program that has closed its output ended well; one that does not end soon did not.
  mutating func endedWell(patience: Int) -> Bool {
    let deadline = ContinuousClock.now + .seconds(patience)
    while ContinuousClock.now < deadline {
      // A program that has more to say than the pipe holds would wait.
      listen()
      var status: Int32 = 0
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process {
        isReaped = true
        return status == 0
      }
      guard ended == 0 else { return false }
      usleep(1000)
    }
    return false
  }

  /// What the program said last, one line; nil where it said nothing.
  mutating func lastWords() -> String? {
    listen()
    let line = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).last
    return line.map { String($0.prefix(200)) }
  }

  /// Takes in what the program says, without waiting.
  private mutating func listen() {
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      var end = pollfd(fd: messages, events: Int16(POLLIN), revents: 0)
      guard poll(&end, 1, 0) > 0, end.revents & Int16(POLLIN) != 0 else { return }
      let got = Platform.read(messages, &block, block.count)
      guard got > 0 else { return }
      said = Array((said + block[..<got]).suffix(Self.mostSaid))
    }
  }

  // MARK: Starting

  private static func pipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard Platform.pipe(&ends) == 0 else { return nil }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // At once: a program that another thread starts in between would keep the writing end open.
      guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
    #endif
    #if os(Linux)
      // F_SETPIPE_SZ; refused where the system allows less, and the pipe stays as it was.
      _ = fcntl(ends[0], 1031, pipeSize)
    #endif
    return (ends[0], ends[1])
  }

  private static func spawn(_ program: String, _ arguments: [String], output: Int32, messages: Int32) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, messages, STDERR_FILENO)
    let words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    // Numbers with points, whatever the user's language is.
    let settings: [UnsafeMutablePointer<CChar>?] = [strdup("LC_ALL=C"), nil]
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, nil, words, settings) == 0 else { return nil }
    return process
  }

  /// A program wrote nothing for too long.
  struct Silence: Error {}
}
