internal import Dispatch

/// One thread at a time.
final class MutexLock: Sendable {
  private let semaphore = DispatchSemaphore(value: 1)

  func with<Value>(_ work: () throws -> Value) rethrows -> Value {
    semaphore.wait()
    defer { semaphore.signal() }
    return try work()
  }
}
