internal import Synchronization

/// How far a remeasurement has come: told after every scan that was measured or failed.
public struct RemeasurementProgress: Sendable {
  /// How many scans were looked at, and how many there are.
  public let done: Int, total: Int
  /// The scan, and how it went.
  public let scan: String, status: ScanOutcome.Status
  /// Seconds until all are done, by those that were measured so far; nil before the first.
  public let secondsLeft: Double?
}

/// Counts scans that were looked at, from any thread.
final class RemeasurementCount: Sendable {
  private let total: Int
  private let report: @Sendable (RemeasurementProgress) -> Void
  private let begun = ContinuousClock.now
  private let state = Mutex((done: 0, measured: 0, failure: (any Error)?.none))

  init(total: Int, _ report: @escaping @Sendable (RemeasurementProgress) -> Void) {
    (self.total, self.report) = (total, report)
  }

  /// Takes in a scan, and reports it before the next one is taken in.
  ///
  /// - Parameter status: how it went; nil for what is not told.
  func add(_ scan: String, _ status: ScanOutcome.Status?, isNew: Bool) {
    state.withLock { state in
      state.done += 1
      if isNew { state.measured += 1 }
      guard let status else { return }
      let left = state.measured > 0 ? begun.duration(to: .now) / state.measured * (total - state.done) : nil
      report(
        RemeasurementProgress(
          done: state.done, total: total, scan: scan, status: status, secondsLeft: left.map { $0 / .seconds(1) }))
    }
  }

  /// Keeps the first error: the other scans go on.
  func fail(_ error: any Error) { state.withLock { $0.failure = $0.failure ?? error } }

  /// The first error.
  var firstFailure: (any Error)? { state.withLock { $0.failure } }
}
