/// What is to be measured of a neck.
public struct NeckTask: Sendable, Equatable {
  /// Rotation, lateral flexion or flexion.
  public let movement: MotionMovement
  /// The side to which the head is turned or leaned; nil for both.
  public let side: BodySide?

  /// A task.
  ///
  /// - Throws: ``MotionError/noSuchMovement(joint:movement:)`` for abduction, ``MotionError/noSideOfFlexion`` for a side of
  ///   flexion.
  public init(_ movement: MotionMovement, side: BodySide? = nil) throws(MotionError) {
    guard movement != .abduction else { throw .noSuchMovement(joint: .neck, movement: movement) }
    guard movement != .flexion || side == nil else { throw .noSideOfFlexion }
    (self.movement, self.side) = (movement, side)
  }

  /// Whether an end of the range is asked for: the upper one is that of the right side, or flexion.
  func wants(upper: Bool) -> Bool { side.map { ($0 == .right) == upper } ?? true }
}

/// Where zero is.
public enum NeckZero: Sendable, Equatable {
  /// Where the head rests in the beginning, and wherever else it comes to rest near it.
  case rest
  /// Where it is in a frame, given by its place.
  case frame(Int)
  /// Where the head's own axes, known from landmarks, are square to the patch; of flexion, where it rests.
  case square
}
