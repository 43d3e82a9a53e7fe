public import Feedback
internal import Geometry

/// A movement of a limb's joint: what shows it, where its zero is and which way is positive.
///
/// This is the one table of joints. Readers, angles, gates, pictures, forms and MOT files take from it what they need of a
/// joint; norms name a joint and a movement by its keys.
struct LimbMovement: Sendable {
  /// The joint, and what it does.
  let joint: MotionJoint, movement: JointMovement
  /// The view in which a picture shows the movement in its own plane.
  let view: MotionView
  /// The segment that is held, and the one that moves against it.
  let fixed, moving: LimbSegment
  /// The line across the body that tells in space which way the joint bends; nil where the angle has its sign without.
  var across: LimbSegment?
  /// The angle from the one to the other at zero, in degrees: 0 where the second one goes on where the first one ends, 90 for
  /// a foot, which stands square to its shank.
  var zero = 0.0
  /// The way in which a growing angle turns in the picture: from the side of a subject who faces the picture's right, from
  /// the front of the left limb.
  let turn: TurnDirection
  /// The angle about which those that the joint can have lie, in degrees: an arm goes up past 180°, where angles begin anew
  /// at −180°.
  var middle = 0.0
  /// The three points that pictures draw the angle at: the end of the held segment, the joint, the end of the moving one.
  let drawn: (LimbPoint, LimbPoint, LimbPoint)
  /// The names of the angle's column in MOT files without side, those of OpenSim with `_r` behind and that of Sports2D with
  /// the side before it; the sign of its angles there.
  let columns: (openSim: [String], sports2D: String?, sign: Double)
  /// What the three numbers of the neutral-zero form are, and whether the positive end stands first.
  var order = "extension-0-flexion", isPositiveFirst = false
  /// Where the moving segment is drawn at zero.
  var drawnZero = DrawnZero.onwards

  /// The rows of the form from the shoulder down.
  static let all: [LimbMovement] = [
    LimbMovement(
      joint: .shoulder, movement: .flexion, view: .lateral, fixed: .flank, moving: .upperArm, across: .shoulders,
      turn: .anticlockwise,
      middle: 60, drawn: (.hip, .shoulder, .elbow), columns: (["arm_flex"], "shoulder", 1), drawnZero: .back),
    LimbMovement(
      joint: .shoulder, movement: .abduction, view: .frontal, fixed: .trunk, moving: .upperArm, across: .shoulders,
      turn: .anticlockwise,
      middle: 60, drawn: (.hip, .shoulder, .elbow), columns: (["arm_add"], nil, -1), order: "abduction-0-adduction",
      isPositiveFirst: true, drawnZero: .back),
    LimbMovement(
      joint: .elbow, movement: .flexion, view: .lateral, fixed: .upperArm, moving: .forearm, across: .shoulders,
      turn: .anticlockwise,
      drawn: (.shoulder, .elbow, .wrist), columns: (["elbow_flex", "elbow_flexion"], "elbow", 1)),
    LimbMovement(
      joint: .hip, movement: .flexion, view: .lateral, fixed: .flank, moving: .thigh, across: .pelvis,
      turn: .anticlockwise,
      drawn: (.shoulder, .hip, .knee), columns: (["hip_flexion"], "hip", 1)),
    LimbMovement(
      joint: .hip, movement: .abduction, view: .frontal, fixed: .trunk, moving: .thigh, across: .pelvis,
      turn: .anticlockwise,
      drawn: (.shoulder, .hip, .knee), columns: (["hip_adduction"], nil, -1), order: "abduction-0-adduction",
      isPositiveFirst: true),
    LimbMovement(
      joint: .knee, movement: .flexion, view: .lateral, fixed: .thigh, moving: .shank, across: .pelvis,
      turn: .clockwise,
      drawn: (.hip, .knee, .ankle), columns: (["knee_angle"], "knee", 1)),
    LimbMovement(
      joint: .ankle, movement: .flexion, view: .lateral, fixed: .shank, moving: .foot, zero: 90, turn: .anticlockwise,
      drawn: (.knee, .ankle, .toe), columns: (["ankle_angle"], "ankle", 1), order: "dorsiflexion-0-plantarflexion",
      isPositiveFirst: true, drawnZero: .square),
  ]

  /// The entry of a movement; nil where the joint has none such, and for a neck.
  static func of(_ joint: MotionJoint, _ movement: JointMovement) -> LimbMovement? {
    all.first { $0.joint == joint && $0.movement == movement }
  }

  /// What norms and limits call it, such as `knee_flexion`.
  var key: String { "\(joint.rawValue)_\(movement.rawValue)" }

  /// The points that the angle of a frame needs, in a picture or in space.
  func points(_ side: BodySide, isFlat: Bool) -> [BodyPoint] {
    var points: [BodyPoint] = []
    // In space the trunk's axes tell flexion from abduction, and the line across it flexion from hyperextension.
    let segments = isFlat ? [fixed, moving] : [fixed == .flank ? .trunk : fixed, moving] + [across].compactMap(\.self)
    for segment in segments {
      let (from, to) = segment.ends(side)
      for point in from + to where !points.contains(point) { points.append(point) }
    }
    return points
  }

  /// Whether it is one of the arm.
  var isOfArm: Bool { across == .shoulders }

  /// The way in which a growing angle turns in the picture: of flexion by the way that the subject faces, of abduction by the
  /// side. Docs/methods/motion.md (Angles) has the table.
  func turn(facesRight: Bool) -> TurnDirection { facesRight ? turn : turn.opposite }
  func turn(of side: BodySide) -> TurnDirection { side == .left ? turn : turn.opposite }

  /// An angle brought to the turn in which those of the joint lie, in degrees.
  func unwrapped(_ degrees: Double) -> Double {
    degrees <= middle - 180 ? degrees + 360 : degrees > middle + 180 ? degrees - 360 : degrees
  }
}

/// Where the second of two segments is when the angle is zero.
public enum DrawnZero: Sendable {
  /// It goes on in the direction of the first one; it lies back along it; or it stands square to it.
  case onwards, back, square
}

/// Where the angle of a movement is drawn.
public struct DrawnAngle: Sendable {
  /// The end of the held segment, the joint, and the end of the one that moves.
  public let points: [BodyPoint]
  /// From where the angle counts.
  public let zero: DrawnZero

  /// Nil for a neck, which no landmarks show.
  public init?(_ joint: MotionJoint, _ movement: JointMovement, _ side: BodySide?) {
    guard let limb = LimbMovement.of(joint, movement), let side else { return nil }
    points = [limb.drawn.0, limb.drawn.1, limb.drawn.2].map { $0.of(side) }
    zero = limb.drawnZero
  }
}

/// A point of a limb, whatever its side.
enum LimbPoint: Sendable {
  case shoulder, elbow, wrist, hip, knee, ankle, toe

  /// The point of a side.
  func of(_ side: BodySide) -> BodyPoint {
    switch self {
    case .shoulder: .shoulder(side)
    case .elbow: .elbow(side)
    case .wrist: .wrist(side)
    case .hip: .hip(side)
    case .knee: .knee(side)
    case .ankle: .ankle(side)
    case .toe: .toe(side)
    }
  }
}

/// A piece of the body between two points, or between the middles of two pairs, from the trunk outwards.
enum LimbSegment: Sendable {
  /// From the middle of the shoulders to that of the hips; and along the side of the trunk that is seen from there, since the
  /// far shoulder is hidden behind the near one.
  case trunk, flank
  case upperArm, forearm, thigh, shank, foot
  /// From the left hip to the right one, and from the left shoulder to the right one.
  case pelvis, shoulders

  /// Where it begins and ends: the middle of these points.
  func ends(_ side: BodySide) -> (from: [BodyPoint], to: [BodyPoint]) {
    switch self {
    case .trunk: ([.leftShoulder, .rightShoulder], [.leftHip, .rightHip])
    case .flank: ([.shoulder(side)], [.hip(side)])
    case .upperArm: ([.shoulder(side)], [.elbow(side)])
    case .forearm: ([.elbow(side)], [.wrist(side)])
    case .thigh: ([.hip(side)], [.knee(side)])
    case .shank: ([.knee(side)], [.ankle(side)])
    case .foot: ([.heel(side)], [.toe(side)])
    case .pelvis: ([.leftHip], [.rightHip])
    case .shoulders: ([.leftShoulder], [.rightShoulder])
    }
  }

  /// Its direction in each frame, of its own length; NaN where a point is missing. All its points must be tracked.
  func directions(_ sequence: LandmarkSequence, _ side: BodySide) -> [Vector3] {
    let (from, to) = ends(side)
    let at = { (point: BodyPoint) in sequence.tracks[point]!.positions }
    let (starts, ends) = (from.map(at), to.map(at))
    return sequence.times.indices.map { i in
      let sum = { (tracks: [[Vector3]]) in tracks.dropFirst().reduce(tracks[0][i]) { $0 + $1[i] } }
      return starts.count == 1 ? sum(ends) - sum(starts) : (sum(ends) - sum(starts)) / 2
    }
  }

  /// Whether its length stays the same in space.
  var isRigid: Bool { self != .trunk && self != .flank }
}
