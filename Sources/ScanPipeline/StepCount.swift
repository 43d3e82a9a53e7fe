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
