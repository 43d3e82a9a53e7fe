public import Geometry

/// What is known of right, anterior and superior: columns of a rotation.
public struct NeckAxes: Sendable, Equatable {
  /// Where the head's axes come from.
  public enum Source: String, Sendable, Codable {
    /// Landmarks of an earlier reconstruction of the same cap.
    case reconstruction
    /// Landmarks clicked in this recording.
    case landmarks
    /// Right is that of the patch, superior or anterior the axis about which the head moved.
    case movement
    /// All are those of the patch: no movement tells another axis, or flexion needs none but right.
    case patch
    /// Landmarks of body and face, by which the head is followed.
    case body
    /// Those that a table of angles has; which, it does not say.
    case table
  }

  /// The head's axes in its own frame; nil where no landmarks are known.
  public var headFromRAS: Matrix3?
  /// The torso's axes by the patch: right opposite to its print's right, superior to its top, anterior out of it; nil
  /// without one.
  public var torsoFromRAS: Matrix3?
  /// Where those of the head come from.
  public var source: Source

  /// Axes from their parts.
  public init(headFromRAS: Matrix3?, torsoFromRAS: Matrix3?, source: Source) {
    (self.headFromRAS, self.torsoFromRAS, self.source) = (headFromRAS, torsoFromRAS, source)
  }
}
