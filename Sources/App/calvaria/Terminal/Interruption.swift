import Diagnostics
import Dispatch
internal import Files
import Foundation

/// Ends the program cleanly on Ctrl-C: removes the folder that is being written and ends with exit code 130.
final class Interruption: @unchecked Sendable {
  /// Guards `output`; the handlers run on it.
  private let queue = DispatchQueue(label: "interruption")
  private var signals: EndingSignals?
  private var output: OutputFolder?

  /// Watches the signals for as long as the value lives.
  init() {
    signals = EndingSignals(on: queue) { [weak self] number in
      self?.output?.discard()
      Terminal.wipe()
      Terminal.narrate(Language.ofCall("narration.interrupted"))
      _exit(EndingSignals.exitCode(number))
    }
  }

  /// Writes a folder: `claim` makes it aside, `fill` fills it. It gets its name when it is complete; on an error or a
  /// signal it is removed.
  ///
  /// Files that others have added to an earlier folder of that name stay, which is reported.
  func write<Value>(_ claim: () throws -> OutputFolder, fill: (OutputFolder) throws -> Value) throws -> Value {
    let folder = try queue.sync {
      let folder = try claim()
      output = folder
      return folder
    }
    do {
      let value = try fill(folder)
      let carried = try queue.sync {
        let carried = try folder.finish()
        // Nothing is left to remove.
        output = nil
        signals?.stop()
        return carried
      }
      if !carried.isEmpty {
        Terminal.narrate(Language.ofCall("narration.kept", ["files": .names(carried)]))
      }
      return value
    } catch {
      queue.sync { folder.discard() }
      throw error
    }
  }
}

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

/// The signals by which a person, a terminal or a system asks a program to end, watched for as long as the value lives.
///
/// A small thread of its own waits for them: those of Dispatch are waited for without end where the system has no memory
/// for one, and no signal would get through meanwhile. Where not even that thread can be had, signals end the program as usual.
final class EndingSignals {
  private static let all = [SIGHUP, SIGINT, SIGTERM]
  private let numbers: [Int32]
  private let thread: pthread_t?

  /// Calls `handler` on the queue with the number of each signal that comes, which does nothing else any more.
  init(on queue: DispatchQueue, _ handler: @escaping (Int32) -> Void) {
    thread = Self.start(Watch(queue, handler))
    guard thread != nil else {
      numbers = []
      return
    }
    numbers = Self.all.filter { number in
      let earlier = signal(number) { number in EndingSignals.tell(UInt8(number)) }
      // `nohup` asks to survive the terminal.
      guard number == SIGHUP, unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else {
        return true
      }
      signal(number, SIG_IGN)
      return false
    }
  }

  /// From here on a signal ends the program as usual.
  func stop() { for number in numbers { signal(number, SIG_DFL) } }

  deinit {
    stop()
    guard let thread else { return }
    Self.tell(Self.over)
    pthread_join(thread, nil)
  }

  /// 128 and a signal's number, as shells have it.
  static func exitCode(_ number: Int32) -> Int32 { 128 + number }

  // MARK: The thread

  private final class Watch {
    private let queue: DispatchQueue
    private let handler: (Int32) -> Void

    init(_ queue: DispatchQueue, _ handler: @escaping (Int32) -> Void) { (self.queue, self.handler) = (queue, handler) }

    func tell(_ number: Int32) { queue.sync { handler(number) } }
  }

  /// The way from a signal, in whose handler little is allowed, to the thread.
  private static let ends: (reading: Int32, writing: Int32)? = {
    let pipe = Pipe()
    let ends = [pipe.fileHandleForReading, pipe.fileHandleForWriting].map {
      fcntl($0.fileDescriptor, F_DUPFD_CLOEXEC, 3)
    }
    return ends.contains { $0 < 0 } ? nil : (ends[0], ends[1])
  }()

  /// No signal has this number.
  private static let over: UInt8 = 0

  private static func tell(_ byte: UInt8) {
    guard let ends else { return }
    // The code that the signal interrupted may look at its own error number.
    let number = errno
    _ = withUnsafeBytes(of: byte) { write(ends.writing, $0.baseAddress, 1) }
    errno = number
  }

  /// The thread needs little: a stack of the usual 8 MB may be more than the system has left.
  private static let stack = 512 << 10

  private static func start(_ watch: Watch) -> pthread_t? {
    guard ends != nil else { return nil }
    var (attributes, thread) = (pthread_attr_t(), pthread_t())
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stack)
    let work = Unmanaged.passRetained(watch)
    let fault = pthread_create(&thread, &attributes, { EndingSignals.wait($0) }, work.toOpaque())
    if fault != 0 { work.release() }
    return fault == 0 ? thread : nil
  }

  private static func wait(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let work, let ends else { return nil }
    let watch = Unmanaged<Watch>.fromOpaque(work).takeRetainedValue()
    // Whoever started the program may have had them blocked, as threads of Dispatch have.
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in all { sigaddset(&watched, number) }
    pthread_sigmask(SIG_UNBLOCK, &watched, nil)
    var byte = over
    while true {
      let count = read(ends.reading, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, byte != over else { return nil }
      watch.tell(Int32(byte))
    }
  }
}
