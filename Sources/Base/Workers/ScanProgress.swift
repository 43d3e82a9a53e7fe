import Dispatch

/// How far a stage has come.
public struct ScanProgress: Sendable, Equatable {
  /// The stages that take time.
  public enum Stage: String, Sendable, CaseIterable {
    /// Markers are detected in every frame.
    case markers
    /// Poses and the marker map are found.
    case tracking
    /// Depth is fused into the surface.
    case fusion
    /// The head is measured.
    case analysis
    /// A recording is replayed through the operator's feedback.
    case replay
    /// A recording is simulated.
    case simulation
  }

  /// The stage.
  public let stage: Stage
  /// Steps done, and steps in all.
  public let done, total: Int

  /// A stage's progress from its parts.
  public init(stage: Stage, done: Int, total: Int) { (self.stage, self.done, self.total) = (stage, done, total) }
}

/// Counts steps that any thread may take.
private final class StepCount: @unchecked Sendable {
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
