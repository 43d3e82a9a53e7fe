/// How a program that was watched ended, and what it took.
public struct ProcessEnd: Sendable, Equatable {
  /// How it ended.
  public enum Way: Sendable, Equatable {
    /// By itself, with an exit code.
    case exited(Int32)
    /// By a signal that was not ours.
    case signalled(Int32)
    /// It ran longer than it may.
    case timeLimit
    /// It had more memory than it may.
    case memoryLimit
    /// Whoever started it called it off.
    case cancelled
    /// It could not be started; the system's reason.
    case notStarted(reason: String)
  }

  /// How it ended.
  public let way: Way
  /// How long it ran, seconds.
  public let seconds: Double
  /// The most memory that it was seen to have resident, bytes; nil where it ended before it was looked at.
  public let peakMemory: Int?
  /// The last lines that it wrote to standard error.
  public let lastWords: [String]
}
