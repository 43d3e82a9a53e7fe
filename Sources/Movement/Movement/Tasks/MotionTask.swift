public import Feedback

/// A joint whose range of motion is measured: those of the limbs from landmarks, the neck from these or from a recording of a
/// cap.
public enum MotionJoint: String, Sendable, Codable, CaseIterable {
  case shoulder, elbow, hip, knee, ankle, neck
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

/// What is to be measured: a movement of a limb's joint, or of a neck.
public struct MotionTask: Sendable {
  /// The joint.
  public let joint: MotionJoint
  /// The subject's side; of a neck the one to which the head is turned or leaned, nil for both.
  public private(set) var side: BodySide?
  /// How the camera saw the subject; nil where that does not matter, in space and for the recording of a cap.
  public let view: MotionView?
  /// The movement.
  public let movement: JointMovement
  /// The way in which a growing angle turns in the picture; nil where it is told from the landmarks, and for the recording of a
  /// cap.
  public private(set) var direction: TurnDirection?
  /// From which side a head that nods is seen, and by which line one that leans: of the landmarks that a file has.
  var seen = (side: BodySide.left, line: BodySegment.ears)

  /// A task of a limb's joint, whose movement is abduction from the front, where it has one, and flexion otherwise, unless
  /// another is named.
  ///
  /// - Throws: ``MotionError/noSuchMovement(joint:movement:)``, for every movement of a neck, too.
  public init(
    _ joint: MotionJoint, _ side: BodySide, view: MotionView? = nil, movement: JointMovement? = nil,
    direction: TurnDirection? = nil
  ) throws(MotionError) {
    let isAbducted = view == .frontal && BodyMovement.of(joint, .abduction) != nil
    let usual: JointMovement = isAbducted ? .abduction : .flexion
    (self.joint, self.side, self.view, self.direction) = (joint, side, view, direction)
    self.movement = movement ?? usual
    guard joint != .neck, BodyMovement.of(joint, self.movement) != nil else {
      throw .noSuchMovement(joint: joint, movement: self.movement)
    }
  }

  /// A task of a neck: rotation, lateral flexion or flexion. It is not public, so that only ``NeckMeasurement`` makes one.
  ///
  /// - Throws: ``MotionError/noSuchMovement(joint:movement:)`` for abduction, ``MotionError/noSideOfFlexion`` for a side of
  ///   flexion.
  init(
    neck movement: JointMovement, side: BodySide? = nil, view: MotionView? = nil, direction: TurnDirection? = nil
  ) throws(MotionError) {
    guard BodyMovement.of(.neck, movement) != nil else { throw .noSuchMovement(joint: .neck, movement: movement) }
    guard movement != .flexion || side == nil else { throw .noSideOfFlexion }
    (joint, self.side, self.movement, self.view, self.direction) = (.neck, side, movement, view, direction)
  }

  /// The side of a limb, of which each task of a limb has one; of a head that from which it is seen.
  var limb: BodySide { joint == .neck ? seen.side : side! }

  /// Its entry in the table of joints.
  var bodyMovement: BodyMovement {
    var entry = BodyMovement.of(joint, movement)!
    if entry.moving == .ears { entry.moving = seen.line }
    return entry
  }

  /// The same joint of the other side, which turns the other way where that is told by the side.
  var ofOtherSide: MotionTask {
    var task = self
    task.side = limb.other
    if view == .frontal { task.direction = direction?.opposite }
    return task
  }

  /// Whether an end of the range is asked for: both of them, but of a side of a neck, the upper one for the right.
  func wants(upper: Bool) -> Bool { joint != .neck || side.map { ($0 == .right) == upper } ?? true }
}

/// Where the zero of a neck's angles is.
public enum NeckZero: Sendable, Equatable {
  /// Where the head rests in the beginning, and wherever else it comes to rest near it.
  case rest
  /// Where it is in a frame, given by its place.
  case frame(Int)
  /// Where the head's own axes, known from landmarks, are square to the torso's; of flexion, where it rests.
  case square
}

/// By whom a joint is moved.
public enum MotionEffort: String, Sendable, Codable, CaseIterable {
  /// By the examiner.
  case passive
  /// By the subject.
  case active
}
