public import Feedback
internal import Geometry

/// A movement of a joint: what shows it, where its zero is and which way is positive.
///
/// This is the one table of joints. Readers, angles, gates, pictures, forms and MOT files take from it what they need of a
/// joint; norms name a joint and a movement by its keys.
struct BodyMovement: Sendable {
  /// The joint, and what it does.
  let joint: MotionJoint, movement: JointMovement
  /// The view in which a picture shows the movement in its own plane; nil where no picture does.
  var view: MotionView?
  /// Whether it is what a picture shows and nothing else: in space there is none such.
  var isOfPictures = false
  /// The segment that is held, and the one that moves against it.
  let fixed: BodySegment
  var moving: BodySegment
  /// The line across the body that tells in space which way the joint bends; nil where the angle has its sign without.
  var across: BodySegment?
  /// The angle from the one to the other at zero, in degrees: 0 where the second one goes on where the first one ends, 90 for
  /// a foot, which stands square to its shank. Of the line from ear to nose it is roughly square to the trunk: zero is where
  /// the head rests.
  var zero = 0.0
  /// The way in which a growing angle turns in the picture: from the side of a subject who faces the picture's right, from
  /// the front of the left limb, or of the head.
  let turn: TurnDirection
  /// The angle about which those that the joint can have lie, in degrees: an arm goes up past 180°, where angles begin anew
  /// at −180°.
  var middle = 0.0
  /// The three points that pictures draw the angle at: the end of the held segment, the joint, the end of the moving one; nil
  /// where none is drawn.
  var drawn: (LimbPoint, LimbPoint, LimbPoint)?
  /// The names of the angle's column in MOT files without side, those of OpenSim with `_r` behind and that of Sports2D with
  /// the side before it; the sign of its angles there. Those of a neck are named and signed as OpenSim's `lumbar_extension`,
  /// `lumbar_bending` and `lumbar_rotation` are: extension, bending to the right and turning to the left are positive.
  let columns: (openSim: [String], sports2D: String?, sign: Double)
  /// What the three numbers of the neutral-zero form are, and whether the positive end stands first; nil for an angle that
  /// has no place there.
  var order: String? = "extension-0-flexion", isPositiveFirst = false
  /// Where the moving segment is drawn at zero.
  var drawnZero = DrawnZero.onwards

  /// The rows of the form: from the shoulder down, then the neck.
  static let all: [BodyMovement] = [
    BodyMovement(
      joint: .shoulder, movement: .flexion, view: .lateral, fixed: .flank, moving: .upperArm, across: .shoulders,
      turn: .anticlockwise,
      middle: 60, drawn: (.hip, .shoulder, .elbow), columns: (["arm_flex"], "shoulder", 1), drawnZero: .back),
    BodyMovement(
      joint: .shoulder, movement: .abduction, view: .frontal, fixed: .trunk, moving: .upperArm, across: .shoulders,
      turn: .anticlockwise,
      middle: 60, drawn: (.hip, .shoulder, .elbow), columns: (["arm_add"], nil, -1), order: "abduction-0-adduction",
      isPositiveFirst: true, drawnZero: .back),
    BodyMovement(
      joint: .elbow, movement: .flexion, view: .lateral, fixed: .upperArm, moving: .forearm, across: .shoulders,
      turn: .anticlockwise,
      drawn: (.shoulder, .elbow, .wrist), columns: (["elbow_flex", "elbow_flexion"], "elbow", 1)),
    BodyMovement(
      joint: .hip, movement: .flexion, view: .lateral, fixed: .flank, moving: .thigh, across: .pelvis,
      turn: .anticlockwise,
      drawn: (.shoulder, .hip, .knee), columns: (["hip_flexion"], "hip", 1)),
    BodyMovement(
      joint: .hip, movement: .abduction, view: .frontal, fixed: .trunk, moving: .thigh, across: .pelvis,
      turn: .anticlockwise,
      drawn: (.shoulder, .hip, .knee), columns: (["hip_adduction"], nil, -1), order: "abduction-0-adduction",
      isPositiveFirst: true),
    BodyMovement(
      joint: .hip, movement: .rotation, fixed: .thigh, moving: .shank, across: .pelvis, turn: .anticlockwise,
      columns: (["hip_rotation"], nil, -1), order: "external-0-internal", isPositiveFirst: true),
    BodyMovement(
      joint: .knee, movement: .flexion, view: .lateral, fixed: .thigh, moving: .shank, across: .pelvis,
      turn: .clockwise,
      drawn: (.hip, .knee, .ankle), columns: (["knee_angle"], "knee", 1)),
    BodyMovement(
      joint: .knee, movement: .projection, view: .frontal, isOfPictures: true, fixed: .thigh, moving: .shank,
      across: .pelvis, turn: .anticlockwise, drawn: (.hip, .knee, .ankle), columns: ([], nil, 1), order: nil),
    BodyMovement(
      joint: .ankle, movement: .flexion, view: .lateral, fixed: .shank, moving: .foot, zero: 90, turn: .anticlockwise,
      drawn: (.knee, .ankle, .toe), columns: (["ankle_angle"], "ankle", 1), order: "dorsiflexion-0-plantarflexion",
      isPositiveFirst: true, drawnZero: .square),
    BodyMovement(
      joint: .neck, movement: .flexion, view: .lateral, fixed: .flank, moving: .profile, across: .shoulders,
      zero: -90, turn: .clockwise, columns: (["neck_extension"], nil, -1)),
    BodyMovement(
      joint: .neck, movement: .lateral, view: .frontal, fixed: .shoulders, moving: .ears, across: .shoulders,
      turn: .anticlockwise, columns: (["neck_bending"], nil, 1), order: "left-0-right"),
    BodyMovement(
      joint: .neck, movement: .rotation, view: .frontal, fixed: .shoulders, moving: .face, across: .shoulders,
      turn: .anticlockwise, columns: (["neck_rotation"], nil, -1), order: "left-0-right"),
  ]

  /// Those of the limbs, each of which has a side.
  static let ofLimbs = all.filter { $0.joint != .neck }

  /// The entry of a movement; nil where the joint has none such.
  static func of(_ joint: MotionJoint, _ movement: JointMovement) -> BodyMovement? {
    all.first { $0.joint == joint && $0.movement == movement }
  }

  /// What norms and limits call it, such as `knee_flexion`.
  var key: String { "\(joint.rawValue)_\(movement.rawValue)" }

  /// The points that the angle of a frame needs, in a picture or in space.
  func points(_ side: BodySide, isFlat: Bool) -> [BodyPoint] {
    var points: [BodyPoint] = []
    // In space the trunk's axes tell flexion from abduction, and the line across it flexion from hyperextension; those of the
    // head, nose and ears.
    let inSpace: [BodySegment] =
      joint == .neck ? [.trunk, .face] : [fixed == .flank ? .trunk : fixed, moving] + [across].compactMap(\.self)
    let segments = isFlat ? [fixed, moving] : inSpace
    for segment in segments {
      let (from, to) = segment.ends(side)
      for point in from + to where !points.contains(point) { points.append(point) }
    }
    return points
  }

  /// Whether it is one of the arm, or of the neck: legs may be hidden then.
  var isAboveHips: Bool { across == .shoulders }

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

  /// Nil for a neck, whose angle is not drawn.
  public init?(_ joint: MotionJoint, _ movement: JointMovement, _ side: BodySide?) {
    guard let limb = BodyMovement.of(joint, movement), let drawn = limb.drawn, let side else { return nil }
    points = [drawn.0, drawn.1, drawn.2].map { $0.of(side) }
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
enum BodySegment: Sendable {
  /// From the middle of the shoulders to that of the hips; and along the side of the trunk that is seen from there, since the
  /// far shoulder is hidden behind the near one.
  case trunk, flank
  case upperArm, forearm, thigh, shank, foot
  /// From the left hip to the right one, and from the left shoulder, ear or eye to the right one.
  case pelvis, shoulders, ears, eyes
  /// From the middle of the ears to the nose; and from the ear of one side.
  case face, profile

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
    case .ears: ([.leftEar], [.rightEar])
    case .eyes: ([.leftEye], [.rightEye])
    case .face: ([.leftEar, .rightEar], [.nose])
    case .profile: ([.ear(side)], [.nose])
    }
  }

  /// Its direction in each frame, of its own length; NaN where a point is missing. All its points must be tracked.
  func directions(_ sequence: LandmarkSequence, _ side: BodySide) -> [Vector3] {
    let (from, to) = ends(side)
    let at = { (point: BodyPoint) in sequence.tracks[point]!.positions }
    let (starts, ends) = (from.map(at), to.map(at))
    return sequence.times.indices.map { i in
      let middle = { (tracks: [[Vector3]]) in
        tracks.dropFirst().reduce(tracks[0][i]) { $0 + $1[i] } / Double(tracks.count)
      }
      return middle(ends) - middle(starts)
    }
  }

  /// What results and texts call it; empty for those that they do not name.
  var name: String {
    switch self {
    case .face: "nose_and_ears"
    case .ears: "ears"
    case .eyes: "eyes"
    default: ""
    }
  }

  /// Whether its length stays the same in space, as far as the gates for it reach: faces are too small for that.
  var isRigid: Bool { ![.trunk, .flank, .ears, .eyes, .face, .profile].contains(self) }
}
