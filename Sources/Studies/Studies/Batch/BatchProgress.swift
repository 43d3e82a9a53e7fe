internal import Synchronization

/// How far a batch has come: told after every scan.
public struct BatchProgress: Sendable {
  /// How many scans are settled, and how many there are.
  public let done: Int, total: Int
  /// What became of the last one.
  public let last: ScanOutcome
  /// True where that was known before.
  public let wasKnown: Bool
  /// Seconds until all are settled, by the scans that were measured so far; nil before the first.
  public let secondsLeft: Double?
}

/// Counts settled scans, from any thread.
final class BatchCount: Sendable {
  private let total: Int
  private let report: @Sendable (BatchProgress) -> Void
  private let begun = ContinuousClock.now
  private let state = Mutex((done: 0, measured: 0, failure: (any Error)?.none))

  init(total: Int, _ report: @escaping @Sendable (BatchProgress) -> Void) {
    (self.total, self.report) = (total, report)
  }

  /// Takes in a scan, and reports it before the next one is taken in.
  func add(_ outcome: ScanOutcome, wasKnown: Bool) {
    state.withLock { state in
      state.done += 1
      if !wasKnown { state.measured += 1 }
      let left = state.measured > 0 ? begun.duration(to: .now) / state.measured * (total - state.done) : nil
      report(
        BatchProgress(
          done: state.done, total: total, last: outcome, wasKnown: wasKnown, secondsLeft: left.map { $0 / .seconds(1) })
      )
    }
  }

  /// Keeps the first error: the other scans go on.
  func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

  /// The first error.
  var firstFailure: (any Error)? { state.withLock { $0.failure } }
}
