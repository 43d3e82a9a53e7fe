internal import LibC
internal import Platform

/// A program that is run to its end and watched: it is the head of a process group of its own, and ends with what it has
/// started when it takes more time or memory than it may, when it is called off, and when its watcher dies.
///
/// Its standard input is the ``Lifeline``: a pipe to which nothing is ever written, and which the system closes when the
/// watcher ends, however that ends.
public struct WatchedProcess: Sendable {
  private let program: String
  private let arguments: [String]
  private let limits: ProcessLimits

  /// How often memory and time are looked at, milliseconds.
  private static let pause: Int32 = 50
  /// How long a program that is told to end may take to tidy up, seconds.
  private static let grace = 3.0
  /// How many bytes are kept of the end of a program's words; the rest is dropped.
  private static let mostSaid = 1 << 16
  /// A crash is followed by a list of calls, which may be long.
  private static let linesKept = 1000
  /// After the end no more is read than so many blocks of 64 kB; a pipe holds one (pipe(7)), or 16 where somebody asked.
  private static let mostBlocks = 32

  /// A program that is not started yet.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: the words after its name.
  public init(_ program: String, _ arguments: [String], limits: ProcessLimits = ProcessLimits()) {
    (self.program, self.arguments, self.limits) = (program, arguments, limits)
  }

  /// Runs it to its end.
  ///
  /// - Parameter isCancelled: looked at twenty times a second; once it is true the program is ended.
  public func run(isCancelled: () -> Bool = { false }) -> ProcessEnd {
    let begun = ContinuousClock.now
    let spawned: Spawned
    do { spawned = try Spawned(program, arguments) } catch {
      return ProcessEnd(
        way: .notStarted(reason: String(cString: strerror(error.number))), seconds: 0, peakMemory: nil, lastWords: [])
    }
    defer { spawned.closePipes() }
    var (words, peak, verdict): (Words, Int?, ProcessEnd.Way?) = (Words(), nil, nil)
    var killAt: ContinuousClock.Instant?
    while !spawned.hasEnded {
      words.listen(to: spawned.messages, patience: Self.pause)
      let memory = ProcessMemory(of: spawned.process)
      peak = [peak, memory?.peak].compactMap(\.self).max()
      if verdict == nil {
        verdict = judge(memory, since: begun, isCancelled: isCancelled)
        if let verdict {
          // A program that has taken too much memory is not asked to tidy up, which would take more.
          spawned.signal(verdict == .memoryLimit ? SIGKILL : SIGTERM)
          killAt = .now + .seconds(Self.grace)
        }
      }
      if let killAt, ContinuousClock.now > killAt { spawned.signal(SIGKILL) }
    }
    // The programs that this one has started end with it.
    spawned.signal(SIGKILL)
    let status = spawned.reap()
    words.drain(spawned.messages)
    let seconds = begun.duration(to: .now)
    return ProcessEnd(
      way: verdict ?? status,
      seconds: Double(seconds.components.seconds) + Double(seconds.components.attoseconds) * 1e-18,
      peakMemory: peak, lastWords: words.lines(Self.linesKept))
  }

  /// Why it has to end now; nil where it may go on.
  private func judge(
    _ memory: ProcessMemory?, since begun: ContinuousClock.Instant, isCancelled: () -> Bool
  ) -> ProcessEnd.Way? {
    if isCancelled() { return .cancelled }
    if let most = limits.memory, let memory, memory.resident > most { return .memoryLimit }
    if let most = limits.time, ContinuousClock.now > begun + .seconds(most) { return .timeLimit }
    return nil
  }

  /// What a program says: the end of it.
  private struct Words {
    private var said: [UInt8] = []
    private var isOver = false

    /// Takes in what is said, waiting for it for some milliseconds.
    mutating func listen(to messages: Int32, patience: Int32) {
      // A negative number is passed over, so that poll is a plain pause.
      var end = pollfd(fd: isOver ? -1 : messages, events: Int16(POLLIN), revents: 0)
      guard poll(&end, 1, patience) > 0 else { return }
      var block = [UInt8](repeating: 0, count: 4096)
      let got = read(messages, &block, block.count)
      if got <= 0 {
        isOver = true
      } else {
        said = Array((said + block[..<got]).suffix(WatchedProcess.mostSaid))
      }
    }

    /// Takes in what was said before the end: all that the pipe still holds, without waiting for more. What got away from
    /// its group may go on writing, so there is a bound.
    mutating func drain(_ messages: Int32) {
      _ = fcntl(messages, F_SETFL, O_NONBLOCK)
      var block = [UInt8](repeating: 0, count: 1 << 16)
      for _ in 0..<WatchedProcess.mostBlocks {
        let got = read(messages, &block, block.count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        said = Array((said + block[..<got]).suffix(WatchedProcess.mostSaid))
      }
    }

    func lines(_ most: Int) -> [String] {
      String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).suffix(most).map(String.init)
    }
  }
}

/// What a program may take before it is ended.
public struct ProcessLimits: Sendable, Equatable {
  /// How long it may run, seconds; nil for any time.
  public var time: Double?
  /// How much memory it may have resident, bytes; nil for any amount.
  public var memory: Int?

  /// By default a program may take what it wants.
  public init(time: Double? = nil, memory: Int? = nil) { (self.time, self.memory) = (time, memory) }
}

/// The memory that a running program has resident, as the system counts it.
struct ProcessMemory: Equatable {
  /// Now, and the most since it began, bytes.
  let resident, peak: Int

  /// Looks at a program; nil where it is not there any more, and where the system has no `/proc`.
  init?(of process: pid_t) {
    guard let file = fopen("/proc/\(process)/status", "re") else { return nil }
    defer { fclose(file) }
    var (resident, peak): (Int?, Int?)
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      guard words.count == 3, let kilobytes = Int(words[1]) else { continue }
      if words[0] == "VmRSS:" { resident = kilobytes << 10 }
      if words[0] == "VmHWM:" { peak = kilobytes << 10 }
    }
    guard let resident, let peak else { return nil }
    (self.resident, self.peak) = (resident, peak)
  }
}
