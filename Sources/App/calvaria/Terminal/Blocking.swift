import Dispatch

/// Waits for asynchronous work; the verbs of the command line are synchronous.
enum Blocking {
  /// Runs the work to its end and rethrows its error.
  static func run(_ work: @escaping @Sendable () async throws -> Void) throws {
    let (done, outcome) = (DispatchSemaphore(value: 0), Outcome())
    Task.detached {
      do { try await work() } catch { outcome.error = error }
      done.signal()
    }
    done.wait()
    if let error = outcome.error { throw error }
  }

  /// Written before the semaphore is signalled, read after.
  private final class Outcome: @unchecked Sendable { var error: (any Error)? }
}
