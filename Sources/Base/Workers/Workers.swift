import Dispatch
internal import LibC
internal import Platform
import Synchronization

/// A number of threads that share the indices of a loop; results keep the order of the indices.
///
/// A loop within a step of another one may have as many of its own, as far as the machine has cores for them.
///
/// The results never depend on the number of threads: each index is worked on alone and written to its own place.
public struct Workers: Sendable {
  /// How many threads take part, at least one.
  public let count: Int

  /// Workers on `count` threads.
  public init(count: Int) {
    self.count = max(1, count)
  }

  /// Whether there is memory for the stacks of threads. Dispatch waits without end for a thread that the system has none for:
  /// where memory is limited, it is asked for first.
  private var hasStacks: Bool {
    #if canImport(Glibc)
      let (size, access) = (count * Self.stack, PROT_READ | PROT_WRITE)
      let stacks = mmap(nil, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      guard stacks != MAP_FAILED else { return false }
      munmap(stacks, size)
    #endif
    return true
  }

  /// Held while stacks are looked for and taken.
  private static let stacks = Mutex(())

  /// Whether this process may not ask for all the memory that the system has.
  package static let isLimited: Bool = {
    #if canImport(Glibc)
      return [RLIMIT_AS, RLIMIT_DATA].contains { rlimit(of: $0).map { $0.rlim_cur != .max } ?? false }
    #else
      return false
    #endif
  }()

  #if canImport(Glibc)
    /// The stack of a thread, bytes: 8 MB unless somebody asked for another size.
    private static let stack: Int = {
      var (attributes, size) = (pthread_attr_t(), 0)
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_getstacksize(&attributes, &size)
      return size
    }()
  #endif

  /// The values of `body` for 0 ..< n, in order.
  public func map<Value: Sendable>(_ n: Int, _ body: @Sendable (Int) -> Value) -> [Value] {
    if count == 1 || n < 2 { return (0..<n).map(body) }
    return [Value](unsafeUninitializedCapacity: n) { buffer, initialized in
      nonisolated(unsafe) let base = buffer.baseAddress!
      forEach(n) { (base + $0).initialize(to: body($0)) }
      initialized = n
    }
  }

  /// The values of `body` for 0 ..< n, in order; of several errors, the one with the lowest index is thrown.
  public func map<Value: Sendable, Failure: Error>(
    _ n: Int, _ body: @Sendable (Int) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    let results: [Result<Value, Failure>] = map(n) { index in
      do throws(Failure) { return .success(try body(index)) } catch { return .failure(error) }
    }
    var values: [Value] = []
    values.reserveCapacity(n)
    for result in results { values.append(try result.get()) }
    return values
  }

  /// The values of two closures that don't depend on each other; of two errors, the first one's is thrown.
  public func both<First: Sendable, Second: Sendable, Failure: Error>(
    _ first: @Sendable () throws(Failure) -> First, _ second: @Sendable () throws(Failure) -> Second
  ) throws(Failure) -> (First, Second) {
    let values = try map(2) { index throws(Failure) -> Either<First, Second> in
      index == 0 ? .first(try first()) : .second(try second())
    }
    guard case .first(let one) = values[0], case .second(let other) = values[1] else { preconditionFailure() }
    return (one, other)
  }

  /// Calls `body` once for every index of 0 ..< n, in any order, and returns when all calls have.
  public func forEach(_ n: Int, _ body: @Sendable (Int) -> Void) {
    let next = NextIndex()
    share(n) {
      while let index = next.take(below: n) { body(index) }
    }
  }

  /// Calls `work`, which does what is left of `n` steps, on the calling thread and beside it on others as they come free.
  ///
  /// Nobody waits for a thread that has not begun: a loop within a step of another one shares the threads with it, and is
  /// helped as soon as the other has no steps left. Dispatch's own `concurrentPerform` runs such a loop on one thread.
  private func share(_ n: Int, _ work: @Sendable () -> Void) {
    guard count > 1, n > 1 else { return work() }
    withoutActuallyEscaping(work) { work in
      let shared = SharedWork(work)
      askForHelp(min(count, n) - 1) { shared.help() }
      shared.finish()
    }
  }

  /// Asks for threads that call `help` as they come free; for none where there is no memory for their stacks.
  private func askForHelp(_ threads: Int, _ help: @escaping @Sendable () -> Void) {
    whereStacksAre { for _ in 0..<threads { DispatchQueue.global().async(execute: help) } }
  }

  /// Asks for threads, unless there is no memory for their stacks.
  private func whereStacksAre(_ ask: () -> Void) {
    guard Self.isLimited else { return ask() }
    // One loop at a time: what it has found free, another one must not take before the threads have come.
    Self.stacks.withLock { _ in if hasStacks { ask() } }
  }

  /// Calls `work` on all threads at once, the calling one among them, however few processors there are: for work that waits for
  /// other processes. Where there is no memory for the stacks of the others, the calling thread does all.
  public func together(_ work: @Sendable () -> Void) {
    withoutActuallyEscaping(work) { work in
      let group = DispatchGroup()
      whereStacksAre {
        for thread in 1..<count { DispatchQueue(label: "worker \(thread)").async(group: group, execute: work) }
      }
      work()
      group.wait()
    }
  }
}

extension Workers {
  /// The values of `body` for 0 ..< n, in order; each thread hands `body` a tool of its own, made by `tool`.
  ///
  /// A tool is memory that is used again; what it holds must not change a value, for which thread takes an index is open.
  public func map<Tool: ~Copyable, Value: Sendable>(
    _ n: Int, tool: @Sendable () -> Tool, _ body: @Sendable (inout Tool, Int) -> Value
  ) -> [Value] {
    [Value](unsafeUninitializedCapacity: n) { buffer, initialized in
      nonisolated(unsafe) let base = buffer.baseAddress
      forEach(n, tool: tool) { tool, index in (base! + index).initialize(to: body(&tool, index)) }
      initialized = n
    }
  }

  /// Calls `body` once for every index of 0 ..< n, in any order, with the calling thread's tool.
  public func forEach<Tool: ~Copyable>(
    _ n: Int, tool: @Sendable () -> Tool, _ body: @Sendable (inout Tool, Int) -> Void
  ) {
    let next = NextIndex()
    share(n) {
      guard var index = next.take(below: n) else { return }
      var own = tool()
      while true {
        body(&own, index)
        guard let following = next.take(below: n) else { return }
        index = following
      }
    }
  }
}

/// One of two values.
private enum Either<First: Sendable, Second: Sendable>: Sendable { case first(First), second(Second) }

/// A counter from which threads take indices.
private final class NextIndex: Sendable {
  private let value = Atomic(0)

  func take(below limit: Int) -> Int? {
    let index = value.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < limit ? index : nil
  }
}

/// Work that threads take part in until it is finished; those that come later go away again.
private final class SharedWork: Sendable {
  private let state: Mutex<(work: (@Sendable () -> Void)?, helpers: Int)>
  private let left = DispatchSemaphore(value: 0)

  init(_ work: @escaping @Sendable () -> Void) { state = Mutex((work, 0)) }

  /// Takes part, where the work is not finished.
  func help() {
    if takePart() { left.signal() }
  }

  /// Takes part, and returns when everybody has left.
  func finish() {
    state.withLock { $0.work }?()
    let helpers = state.withLock { state in
      state.work = nil
      return state.helpers
    }
    for _ in 0..<helpers { left.wait() }
  }

  /// In a function of its own, for nothing may hold the work any longer when its caller tells that it has left.
  @inline(never) private func takePart() -> Bool {
    let work = state.withLock { state in
      if state.work != nil { state.helpers += 1 }
      return state.work
    }
    work?()
    return work != nil
  }
}

/// Whether memory that is no longer used stays in the process.
public enum FreedMemory {
  /// Keeps it in the process, which uses it again with the next frame: given back to the system, it would have to be asked
  /// for, and be cleared, page by page. All threads share it: what one of them freed, another one uses, which takes 14 to
  /// 22 % off the peak of a reconstruction and adds up to 3 % to its time (Docs/evaluation/benchmarks.md, Memory).
  ///
  /// A setting of the whole process, to be made once by its main program.
  public static func keep() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)  // the most that is accepted
      _ = mallopt(M_TRIM_THRESHOLD, 256 << 20)
      _ = mallopt(M_ARENA_MAX, 1)
    #endif
  }
}

/// Threads that libraries start as they are loaded.
public enum LibraryThreads {
  /// Ends those of OpenBLAS, which OpenCV brings and which nothing here uses: they spin through the first 0.1 s of every run,
  /// on every core but one. It starts them again where somebody does use it, as it does after a fork.
  ///
  /// Where memory is limited they are left alone: such a thread may ask for its memory without end, and never come.
  ///
  /// To be called once, first of all, by the main program.
  public static func end() {
    #if canImport(Glibc)
      guard !Workers.isLimited, let shutdown = dlsym(nil, "blas_thread_shutdown_") else { return }
      _ = unsafeBitCast(shutdown, to: (@convention(c) () -> Int32).self)()
    #endif
  }
}
