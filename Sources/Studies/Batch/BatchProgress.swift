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
final class BatchCount: @unchecked Sendable {
  private let lock = MutexLock()
  private let total: Int
  private let report: @Sendable (BatchProgress) -> Void
  private let begun = ContinuousClock.now
  private var done = 0, measured = 0
  private var failure: (any Error)?

  init(total: Int, _ report: @escaping @Sendable (BatchProgress) -> Void) {
    (self.total, self.report) = (total, report)
  }

  /// Takes in a scan.
  func add(_ outcome: ScanOutcome, wasKnown: Bool) {
    lock.with {
      done += 1
      if !wasKnown { measured += 1 }
      let elapsed = begun.duration(to: .now)
      let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
      let left = measured > 0 ? seconds / Double(measured) * Double(total - done) : nil
      report(BatchProgress(done: done, total: total, last: outcome, wasKnown: wasKnown, secondsLeft: left))
    }
  }

  /// Keeps the first error: the other scans go on.
  func fail(_ error: any Error) { lock.with { failure = failure ?? error } }

  /// The first error.
  var firstFailure: (any Error)? { lock.with { failure } }
}
