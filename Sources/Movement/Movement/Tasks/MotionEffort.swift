/// By whom a joint is moved.
public enum MotionEffort: String, Sendable, Codable, CaseIterable {
  /// By the examiner.
  case passive
  /// By the subject.
  case active
}
