/// A side of the subject's body, whatever the camera sees: the left knee is the subject's left one.
public enum BodySide: String, Sendable, Codable, CaseIterable {
  case left, right

  /// The other one.
  public var other: BodySide { self == .left ? .right : .left }
}
