import Dispatch

/// Long computations beside the server's own threads, so that it answers meanwhile.
package enum Background {
  private static let queue = DispatchQueue(label: "viewer.work", attributes: .concurrent)

  /// Runs a computation on a thread of its own and waits for its value.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try body() }) }
    }
  }

  /// Runs a computation that can't fail.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
  }
}
