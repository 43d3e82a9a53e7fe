/// Parts of the head that a scan has to see, by the subject's own sides.
public enum HeadPart: String, Sendable, CaseIterable, Comparable {
  case front, right, back, left, crown, nose
  case earRight = "ear_right"
  case earLeft = "ear_left"

  /// Those of which the operator is reminded, because no marker lies on them.
  public static let reminded: [HeadPart] = [.nose, .earLeft, .earRight]

  public static func < (a: HeadPart, b: HeadPart) -> Bool { a.rawValue < b.rawValue }
}

/// What tells where the parts of the head lie, the surest first.
public enum PartsSource: String, Sendable, CaseIterable {
  /// An earlier reconstruction of the same cap.
  case layout
  /// Markers of the cap with a role.
  case cap
  /// The rule that a scan begins before a certain part: an assumption.
  case firstView = "first_view"
}
