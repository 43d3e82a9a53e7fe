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

/// What a joint does, named by its positive direction.
public enum MotionMovement: String, Sendable, Codable, CaseIterable {
  /// In the sagittal plane; extension beyond 0° is negative.
  case flexion
  /// In the frontal plane, away from the middle; adduction is negative.
  case abduction
  /// Of the head about its long axis, to the right; to the left is negative.
  case rotation
  /// Of the head in the frontal plane, ear to shoulder, to the right; to the left is negative.
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
  public var movement: MotionMovement
  /// The way in which a growing angle turns in the picture; nil where it is told from the landmarks.
  public var direction: TurnDirection?

  /// A task; the hip's movement is abduction from the front and flexion from the side, unless another is named.
  public init(
    _ joint: MotionJoint, _ side: BodySide, view: MotionView? = nil, movement: MotionMovement? = nil,
    direction: TurnDirection? = nil
  ) throws(MotionError) {
    let usual: MotionMovement = joint == .hip && view == .frontal ? .abduction : .flexion
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
