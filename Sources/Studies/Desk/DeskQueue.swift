import Diagnostics
import Dispatch
import Files
import Platform
import Studies
import Synchronization

/// The scans that wait to be measured, one after the other; kept in a file, so that a desk that was killed goes on with them.
final class DeskQueue: Sendable {
  private struct State {
    var waiting: [String]
    var working: String?
    /// Whether the scan that is being measured is called off.
    var isCalledOff = false
    var isEnding = false
    /// What keeps all scans from being measured; the first waits until somebody asks again.
    var failure: (any Error)?
  }

  private let study: StudyFolder
  private let options: BatchOptions
  private let state: Mutex<State>
  private let news = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  /// Is told whenever something became of a scan, before it is said that nobody works on it.
  private let settled: @Sendable (String) -> Void

  /// No more wait than a dataset has scans.
  private static let most = 200_000

  /// The queue of a study, with what was left in it.
  init(_ study: StudyFolder, _ options: BatchOptions, settled: @escaping @Sendable (String) -> Void) throws {
    (self.study, self.settled) = (study, settled)
    self.options = options
    state = Mutex(State(waiting: QueueFile.read(in: study)))
  }

  /// What waits, what is being measured, and what keeps all of it from going on.
  var now: (waiting: [String], working: String?, failure: (any Error)?) {
    state.withLock { ($0.waiting, $0.working, $0.failure) }
  }

  /// Puts scans behind those that wait; one that waits already stays where it is.
  func add(_ scans: [String]) {
    change { state in
      var known = Set(state.waiting)
      let new = scans.filter { known.insert($0).inserted }
      state.waiting += new.prefix(max(0, Self.most - state.waiting.count))
      state.failure = nil
    }
    news.signal()
  }

  /// Takes scans out; one that is being measured is called off.
  func cancel(_ scans: [String]) {
    change { state in
      state.waiting.removeAll(where: scans.contains)
      if let working = state.working, scans.contains(working) { state.isCalledOff = true }
    }
  }

  /// Begins to work on a thread of its own.
  func begin() {
    DispatchQueue(label: "desk-queue").async { [self] in
      while let scan = next() { measure(scan) }
      ended.signal()
    }
  }

  /// Calls off what is being measured, which stays in the queue, and returns when nothing runs any more.
  func end() async {
    state.withLock { $0.isEnding = true }
    news.signal()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [ended] in
        ended.wait()
        continuation.resume()
      }
    }
  }

  /// The next scan, as soon as there is one; nil at the end.
  private func next() -> String? {
    while true {
      let found = state.withLock { state -> String?? in
        if state.isEnding { return .some(nil) }
        guard state.failure == nil, !state.waiting.isEmpty else { return nil }
        let scan = state.waiting.removeFirst()
        (state.working, state.isCalledOff) = (scan, false)
        return scan
      }
      if let found { return found }
      news.wait()
    }
  }

  private func measure(_ scan: String) {
    do {
      guard let dataset = try study.dataset else {
        throw StudyError.noDataset(path: study.root.path, found: .phrase("none"))
      }
      // All of it is read, so that a twin is told as one.
      let scans = try Dataset.found(in: dataset).filter { $0.name == scan }
      // It may have been taken away while it waited.
      guard !scans.isEmpty else { return done(scan) }
      _ = try Batch(scans, in: study, store: try StudyStore(study), options).run(isCancelled: { [self] in isOver })
      settled(scan)
      done(scan)
    } catch {
      change { state in
        (state.working, state.failure) = (nil, error)
        state.waiting.insert(scan, at: 0)
      }
    }
  }

  private var isOver: Bool { state.withLock { $0.isCalledOff || $0.isEnding } }

  private func done(_ scan: String) {
    change { state in
      // What the end of the desk has called off was not asked to be.
      if state.isEnding, !state.isCalledOff { state.waiting.insert(scan, at: 0) }
      state.working = nil
    }
  }

  private func change(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      QueueFile.write([state.working].compactMap(\.self) + state.waiting, in: study)
    }
  }
}

/// The file of the scans that wait (schema `calvaria/queue/1`); without it, nothing waits.
private struct QueueFile: Codable {
  private var schema = Self.schema
  let scans: [String]

  private static let schema = "calvaria/queue/1"
  private static let largestBytes = 64 << 20

  private init(scans: [String]) { self.scans = scans }

  static func read(in study: StudyFolder) -> [String] {
    guard let bytes = try? InputFile.bytes(place(in: study).path, atMost: largestBytes),
      let file = try? JSONText.decode(QueueFile.self, from: Data(bytes)), file.schema == schema
    else { return [] }
    return file.scans
  }

  /// A list that can't be written is no reason to measure nothing: a full disk is told by what is measured.
  static func write(_ scans: [String], in study: StudyFolder) {
    try? OutputFile(place(in: study), force: true, followsLink: false).write(
      try JSONText.encode(QueueFile(scans: scans)))
  }

  private static func place(in study: StudyFolder) -> URL { study.root.appending(path: "queue.json") }
}
