public import Feedback

/// A joint whose range of motion is measured: knee and hip from landmarks, the neck from a recording of a cap.
public enum MotionJoint: String, Sendable, Codable, CaseIterable {
  case knee, hip, neck
}

/// How the camera saw the subject, who stood or lay upright in the picture.
public enum MotionView: String, Sendable, Codable, CaseIterable {
  /// From the front: the subject's left is at the picture's right.
  case frontal
  /// From either side.
  case lateral
}

/// The way in which a limb turns in the picture while its angle grows, as a clock's hand does or against it.
public enum TurnDirection: String, Sendable, Codable, CaseIterable {
  case clockwise, anticlockwise

  /// +1 where the angle grows with the turn from x to y, which in a picture with y down is clockwise.
  var sign: Double { self == .clockwise ? 1 : -1 }

  /// The other one.
  public var opposite: TurnDirection { self == .clockwise ? .anticlockwise : .clockwise }
}

/// What is to be measured.
public struct MotionTask: Sendable, Equatable {
  /// The joint.
  public var joint: MotionJoint
  /// The subject's side.
  public var side: BodySide
  /// How the camera saw the subject; nil where that does not matter, in space.
  public var view: MotionView?
  /// The movement.
  public var movement: JointMovement
  /// The way in which a growing angle turns in the picture; nil where it is told from the landmarks.
  public var direction: TurnDirection?

  /// A task; the hip's movement is abduction from the front and flexion from the side, unless another is named.
  public init(
    _ joint: MotionJoint, _ side: BodySide, view: MotionView? = nil, movement: JointMovement? = nil,
    direction: TurnDirection? = nil
  ) throws(MotionError) {
    let usual: JointMovement = joint == .hip && view == .frontal ? .abduction : .flexion
    (self.joint, self.side, self.view, self.direction) = (joint, side, view, direction)
    self.movement = movement ?? usual
    guard joint == .hip && self.movement == .abduction || joint != .neck && self.movement == .flexion else {
      throw .noSuchMovement(joint: joint, movement: self.movement)
    }
  }

  /// The same joint of the other side, which turns the other way where that is told by the side.
  var ofOtherSide: MotionTask {
    var task = self
    task.side = side.other
    if movement == .abduction { task.direction = direction?.opposite }
    return task
  }
}

/// What is to be measured of a neck.
public struct NeckTask: Sendable, Equatable {
  /// Rotation, lateral flexion or flexion.
  public let movement: JointMovement
  /// The side to which the head is turned or leaned; nil for both.
  public let side: BodySide?

  /// A task.
  ///
  /// - Throws: ``MotionError/noSuchMovement(joint:movement:)`` for abduction, ``MotionError/noSideOfFlexion`` for a side of
  ///   flexion.
  public init(_ movement: JointMovement, side: BodySide? = nil) throws(MotionError) {
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

/// By whom a joint is moved.
public enum MotionEffort: String, Sendable, Codable, CaseIterable {
  /// By the examiner.
  case passive
  /// By the subject.
  case active
}
