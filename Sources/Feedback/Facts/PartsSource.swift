/// What tells where the parts of the head lie, the surest first.
public enum PartsSource: String, Sendable, CaseIterable {
  /// An earlier reconstruction of the same cap.
  case layout
  /// Markers of the cap with a role.
  case cap
  /// The rule that a scan begins before a certain part: an assumption.
  case firstView = "first_view"
}
