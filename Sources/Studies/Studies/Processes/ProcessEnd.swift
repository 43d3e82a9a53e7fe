/// How a program that was watched ended, and what it took.
public struct ProcessEnd: Sendable, Equatable {
  /// The ways in which a program can end.
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

  /// The way in which the program ended.
  public let way: Way
  /// How long it ran, seconds.
  public let seconds: Double
  /// The most memory that it was seen to have resident, bytes; nil where it ended before it was looked at.
  public let peakMemory: Int?
  /// The last lines that it wrote to standard error.
  public let lastWords: [String]
}

extension ProcessEnd {
  /// The last words that say why a program crashed: those of Swift, of C++ with the reason of the exception, or of
  /// `assert`, otherwise its last line; nil where it said nothing. What stands behind them, such as a list of calls, tells
  /// nobody anything who does not know the sources.
  public var tellingWords: String? {
    let lines = lastWords.map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    let first = { (sign: String) in lines.first { $0.lowercased().contains(sign) } }
    if let swift = first("fatal error") { return swift }
    if let cpp = first("terminate called") {
      guard let reason = lines.first(where: { $0.hasPrefix("what():") }) else { return cpp }
      return cpp + ": " + String(reason.dropFirst("what():".count)).trimmingSpaces
    }
    return first("assertion") ?? first("error") ?? lines.last
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    let isSpace = { (character: Character) in character.isWhitespace }
    guard let start = firstIndex(where: { !isSpace($0) }), let end = lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return String(self[start...end])
  }
}
