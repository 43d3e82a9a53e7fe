internal import Synchronization

/// How far a batch has come: told after every scan.
public struct BatchProgress: Sendable {
  /// How many scans are settled, and how many there are.
  public let done: Int, total: Int
  /// The outcome of the last scan.
  public let last: ScanOutcome
  /// True where that was known before.
  public let wasKnown: Bool
  /// Seconds until all are settled, by the scans that were measured so far; nil before the first.
  public let secondsLeft: Double?
}

/// Counts the scans of a run over a study, from any thread, and estimates when the rest will be done.
final class RunCount: Sendable {
  private let total: Int
  private let begun = ContinuousClock.now
  private let state = Mutex((done: 0, measured: 0, failed: 0, failure: (any Error)?.none))

  init(total: Int) { self.total = total }

  /// Takes in a scan, and tells of it before the next one is taken in.
  ///
  /// - Parameters:
  ///   - isNew: whether it was measured, and not known before.
  ///   - hasFailed: whether nothing came of that.
  ///   - tell: called with how many scans are done and how many seconds the rest will take by those that were measured; nil
  ///     before the first.
  func add(isNew: Bool, hasFailed: Bool = false, _ tell: (_ done: Int, _ secondsLeft: Double?) -> Void) {
    state.withLock { state in
      state.done += 1
      if isNew { state.measured += 1 }
      if isNew && hasFailed { state.failed += 1 }
      let left = state.measured > 0 ? begun.duration(to: .now) / state.measured * (total - state.done) : nil
      tell(state.done, left.map { $0 / .seconds(1) })
    }
  }

  /// How many scans an hour have been measured without failing; nil for fewer than two, which tell no rate.
  var scansAnHour: Double? {
    let scans = state.withLock { $0.measured - $0.failed }
    return scans > 1 ? Double(scans) / (begun.duration(to: .now) / .seconds(3600)) : nil
  }

  /// Keeps the first error: the other scans go on.
  func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

  /// The first error.
  var firstFailure: (any Error)? { state.withLock { $0.failure } }
}
