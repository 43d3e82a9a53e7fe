import Dispatch
import Foundation
import LibC
import Platform
import Synchronization
import Testing
import Workers

@Suite struct WorkersTests {
  private struct Fault: Error, Equatable { let index: Int }

  @Test(arguments: [1, 2, 5]) func mapKeepsTheOrder(count: Int) {
    #expect(Workers(count: count).map(100) { $0 * $0 } == (0..<100).map { $0 * $0 })
  }

  @Test(arguments: [1, 3]) func theFirstErrorByIndexIsThrown(count: Int) {
    #expect(throws: Fault(index: 7)) {
      try Workers(count: count).map(50) { (index: Int) throws(Fault) -> Int in
        if index % 10 == 7 { throw Fault(index: index) }
        return index
      }
    }
  }

  @Test(arguments: [1, 2]) func twoClosuresGiveBothValues(count: Int) throws {
    let workers = Workers(count: count)
    let (one, other) = workers.both({ 1 }, { "a" })
    #expect(one == 1)
    #expect(other == "a")
    #expect(throws: Fault(index: 1)) {
      try workers.both(
        { () throws(Fault) -> Int in throw Fault(index: 1) }, { () throws(Fault) -> Int in throw Fault(index: 2) })
    }
    #expect(throws: Fault(index: 2)) {
      try workers.both({ () throws(Fault) -> Int in 0 }, { () throws(Fault) -> Int in throw Fault(index: 2) })
    }
  }

  /// Two steps share two threads: each waits for the other one to begin.
  @Test(arguments: ["map", "forEach", "tools"]) func twoStepsRunAtOnce(_ call: String) {
    let arrived = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let met: @Sendable (Int) -> Bool = { step in
      arrived[step].signal()
      return arrived[1 - step].wait(timeout: .now() + 60) == .success
    }
    let workers = Workers(count: 2)
    switch call {
    case "map": #expect(workers.map(2, met) == [true, true])
    case "forEach": workers.forEach(2) { _ = #expect(met($0)) }
    default: #expect(workers.map(2, tool: { 0 }, { _, step in met(step) }) == [true, true])
    }
  }

  /// Of two threads no more than two are at work, however many steps there are.
  @Test func noMoreThreadsWorkThanThereMayBe() {
    let working = Mutex(0)
    let most = Mutex(0)
    Workers(count: 2).forEach(8) { _ in
      let now = working.withLock { count -> Int in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, now) }
      usleep(10_000)
      working.withLock { $0 -= 1 }
    }
    #expect(most.withLock { $0 } <= 2)
  }

  /// A thread makes its tool once, and none where nothing is to be done.
  @Test func eachThreadHasOneTool() {
    for (count, n, most) in [(1, 9, 1), (3, 50, 3), (4, 2, 2), (3, 0, 0)] {
      let made = Mutex(0)
      let uses = Workers(count: count).map(
        n,
        tool: {
          made.withLock { $0 += 1 }
          return 0
        },
        { tool, _ in
          tool += 1
          return tool
        })
      #expect(made.withLock { $0 } <= most)
      #expect(made.withLock { $0 } >= min(n, 1))
      #expect(uses.count == n)
      #expect(uses.count { $0 == 1 } == made.withLock { $0 })
    }
  }

  @Test func nothingIsAnEmptyLoop() {
    #expect(Workers(count: 0).count == 1)
    #expect(Workers(count: 2).map(0) { $0 }.isEmpty)
  }

  /// One branch ends at once, and its thread helps with the loop of the other: each of two steps waits for the other step.
  @Test func aLoopWithinAStepIsHelped() {
    let workers = Workers(count: 2)
    let arrived = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (met, _) = workers.both(
      {
        workers.map(2) { step in
          (step == 0 ? arrived.0 : arrived.1).signal()
          return (step == 0 ? arrived.1 : arrived.0).wait(timeout: .now() + 60) == .success
        }
      }, { 0 })
    #expect(met == [true, true])
  }

  /// Many short loops one after the other and within each other: each index once, whoever comes late finds nothing to do.
  @Test func noIndexIsLostOrDoneTwice() {
    let workers = Workers(count: 3)
    for round in 0..<300 {
      let sums = workers.map(5) { i in workers.map(round % 7) { i * $0 }.reduce(0, +) }
      #expect(sums == (0..<5).map { i in (0..<(round % 7)).map { i * $0 }.reduce(0, +) })
    }
  }

  /// Each waits for all the others: they are there at once, whatever the number of processors.
  @Test(.timeLimit(.minutes(1))) func workThatWaitsHasAllThreadsAtOnce() {
    let here = Mutex(0)
    Workers(count: 12).together {
      here.withLock { $0 += 1 }
      while here.withLock({ $0 < 12 }) { usleep(1000) }
    }
    #expect(here.withLock { $0 } == 12)
  }

  #if os(Linux)
    @Test func openBLASHasNoThreadsOnceTheyAreEnded() async {
      await #expect(processExitsWith: .success) {
        typealias Count = @convention(c) () -> Int32
        // Where another library does linear algebra there is nothing to end.
        guard let symbol = dlsym(nil, "openblas_get_num_threads") else { return LibraryThreads.end() }
        let threads = Int(unsafeBitCast(symbol, to: Count.self)())
        let tasks = { Set((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []) }
        let before = tasks()
        LibraryThreads.end()
        #expect(before.subtracting(tasks()).count >= threads - 1)
      }
    }

    /// A step is never shared by more threads than were asked for, whatever the number of steps and processors.
    @Test func noMoreThreadsTakePartThanAskedFor() async {
      await #expect(processExitsWith: .success) {
        let state = Mutex((inside: 0, most: 0))
        Workers(count: 2).forEach(16) { _ in
          state.withLock {
            $0.inside += 1
            $0.most = max($0.most, $0.inside)
          }
          usleep(10_000)
          state.withLock { $0.inside -= 1 }
        }
        #expect(state.withLock { $0.most } <= 2)
      }
    }

    /// A limit that leaves room for stacks takes no threads away.
    @Test(.timeLimit(.minutes(1))) func whereStacksFitThreadsHelp() async {
      await #expect(processExitsWith: .success) {
        #expect(rlimit(rlim_cur: 1 << 40, rlim_max: 1 << 40).set(for: RLIMIT_AS))
        let arrived = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let met = Workers(count: 2).map(2) { step in
          arrived[step].signal()
          return arrived[1 - step].wait(timeout: .now() + 20) == .success
        }
        #expect(met == [true, true])
      }
    }

    /// Blocks of up to 32 MB come from the process's own memory.
    @Test func largeBlocksAreTheProcessesOwn() async {
      await #expect(processExitsWith: .success) {
        await MainActor.run {
          FreedMemory.keep()
          let before = mallinfo2()
          let blocks = (0..<4).map { _ in malloc(31 << 20) }
          #expect(mallinfo2().hblkhd == before.hblkhd, "none is asked for by itself")
          for block in blocks.reversed() { free(block) }
        }
      }
    }

    /// Dispatch would wait for its threads without end.
    @Test(.timeLimit(.minutes(1))) func whereNoStackFitsTheCallingThreadDoesTheWork() async {
      await #expect(processExitsWith: .success) {
        #expect(rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30).set(for: RLIMIT_AS))
        // All but what is smaller than a stack of 8 MB.
        while mmap(nil, 4 << 20, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) != MAP_FAILED {}
        #expect(Workers(count: 4).map(100) { $0 } == Array(0..<100))
        let tools = Workers(count: 4).map(100, tool: { 1 }, { tool, index in tool + index })
        #expect(tools == Array(1...100))
        let calls = Mutex(0)
        Workers(count: 4).together { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 1)
      }
    }
  #endif
}
