import Dispatch

/// Counts steps that any thread may take.
final class StepCount: @unchecked Sendable {
  private let lock = DispatchSemaphore(value: 1)
  private var count = 0

  /// One more than the last.
  func next() -> Int {
    lock.wait()
    defer { lock.signal() }
    count += 1
    return count
  }
}

extension ScanProgress {
  /// Reports a stage's progress, a step at each call from any thread.
  public static func counter(
    _ stage: Stage, of total: Int, _ report: @escaping @Sendable (ScanProgress) -> Void
  ) -> @Sendable () -> Void {
    let count = StepCount()
    return { report(ScanProgress(stage: stage, done: count.next(), total: total)) }
  }
}
