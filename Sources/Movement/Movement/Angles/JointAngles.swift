internal import Feedback
internal import Geometry
internal import Platform

/// The angle of a joint over time, before any gate and filter.
struct JointAngles: Sendable, Equatable {
  /// The angle in each frame, in degrees; NaN where it can't be computed.
  let degrees: [Double]
  /// The way in which a growing angle turns in the picture; nil in space and for angles of another program.
  let direction: TurnDirection?
  /// The way that the landmarks of a picture tell, or the side from the front; nil where neither does.
  let told: TurnDirection?
  /// True where the direction is the one that was told, and not one that was given.
  let isDirectionTold: Bool
  /// True where nothing tells the direction: the sign of the angles means nothing.
  let isDirectionUnknown: Bool
  /// What a hip's angle is taken against; nil for a knee.
  let reference: MotionReference?
  /// True for frames in which the subject faces the other way, by which the sign of the angle is another one; empty where
  /// nothing tells.
  let facesOtherWay: [Bool]

  /// The angles of landmarks.
  ///
  /// - Parameter hyperextension: how far a knee is commonly hyperextended, in degrees.
  init(
    _ sequence: LandmarkSequence, _ task: MotionTask, confidence: Double,
    hyperextension: Double = MotionRules.standard.limits.hyperextension, path: String
  ) throws(MotionError) {
    reference = task.joint == .hip ? .trunk : nil
    let missing = task.points(isFlat: sequence.space.isFlat).filter { sequence.tracks[$0] == nil }
    guard missing.isEmpty else {
      throw .missingPoints(path: path, points: missing.map(\.rawValue), joint: task.joint)
    }
    guard sequence.space.isFlat else {
      guard task.direction == nil else { throw .directionInSpace }
      (degrees, direction, told) = (SpaceAngles.series(sequence, task), nil, nil)
      (isDirectionTold, isDirectionUnknown) = (false, false)
      let facing = Facing(sequence, above: confidence)
      facesOtherWay = facing.against(isRight: true, sequence.times)
      // Knees bend one way: where nothing else tells front from back, they do.
      for knee in facing.isSilent ? Self.knees(sequence) : [] {
        let (low, high) = Self.extent(knee)
        if -low > hyperextension, high < hyperextension {
          throw .mirrored(path: path, joint: .knee, low: low, high: high)
        }
      }
      // A hip goes both ways, but farther forward.
      if facing.isSilent, (task.joint, task.movement) == (.hip, .flexion) {
        let (low, high) = Self.extent(degrees)
        if -low > Self.extension, high < Self.extension {
          throw .mirrored(path: path, joint: .hip, low: low, high: high)
        }
      }
      return
    }
    // A picture shows the movement in its own plane only.
    guard let view = task.view else { throw .noView(path: path) }
    guard (task.movement == .flexion) == (view == .lateral) else {
      throw .otherPlane(joint: task.joint, movement: task.movement, view: view)
    }
    let facing = task.movement == .abduction ? nil : Facing(sequence, above: confidence)
    let told =
      facing.map { $0.isRight.map { TurnTable.flexion(of: task.joint, facesRight: $0) } }
      ?? TurnTable.abduction(of: task.limb)
    let direction = task.direction ?? told
    degrees = FlatAngles.series(sequence, task, direction ?? .clockwise)
    (self.direction, self.told, isDirectionUnknown) = (direction, told, direction == nil)
    isDirectionTold = task.direction == nil && told != nil && task.movement == .flexion
    if let facing, facing.isSilent, task.joint == .knee {
      facesOtherWay = Self.backwards(degrees, beyond: hyperextension)
      return
    }
    // A direction that most frames contradict is used and warned of: then those count that do.
    facesOtherWay =
      facing.flatMap { facing in
        (told ?? direction).map {
          facing.against(isRight: TurnTable.facesRight(task.joint, $0), sequence.times)
        }
      } ?? []
  }

  /// The angles that another program has computed.
  ///
  /// - Parameter hyperextension: how far a knee is commonly hyperextended, in degrees.
  init(
    _ table: AngleTable, _ task: MotionTask, isFlexionNegative: Bool?, hyperextension: Double, path: String
  ) throws(MotionError) {
    if task.direction != nil { throw .unusedOption("--direction", .mot) }
    if task.joint != .knee, isFlexionNegative != nil { throw .unusedOption("--flexion", .mot) }
    let (names, sign) = AngleTable.Column.names(of: task.joint, task.side, task.movement)
    guard let column = table.columns.first(where: { names.contains($0.coordinate) }) else {
      throw .missingColumn(path: path, wanted: names, found: table.columns.map(\.name))
    }
    let degrees = table.isInDegrees ? column.values : column.values.map { $0 * 180 / .pi }
    let (low, high) = Self.extent(degrees)
    // More than a full turn: degrees that were taken for radians.
    guard high - low <= 360 else { throw .noAngles(path: path, column: column.name, low: low, high: high) }
    // Some of OpenSim's models count flexion of the knee as negative (gait2392), most as positive (Rajagopal, LaiUhlrich).
    if task.joint == .knee, isFlexionNegative == nil, -low > hyperextension {
      throw .ambiguousSign(path: path, column: column.name, low: low, high: high)
    }
    let flip = task.joint == .knee && isFlexionNegative == true ? -1.0 : 1
    self.degrees = flip * sign == 1 ? degrees : degrees.map { -$0 }
    (direction, told, isDirectionTold, isDirectionUnknown, facesOtherWay) = (nil, nil, false, false, [])
    // OpenSim's models have the pelvis for a reference, Sports2D the trunk.
    let own: MotionReference = column.coordinate.contains(" ") ? .trunk : .pelvis
    reference = task.joint == .hip ? table.reference ?? own : nil
  }

  /// How far a hip is commonly extended, in degrees: 30 (AAOS 1965).
  private static let `extension` = 30.0

  /// The stretches, from 0° to 0°, in which a knee bends farther backwards than any is commonly hyperextended.
  private static func backwards(_ degrees: [Double], beyond limit: Double) -> [Bool] {
    var (frames, first) = ([Bool](repeating: false, count: degrees.count), 0)
    for i in 0...degrees.count where i == degrees.count || !(degrees[i] < 0) {
      if degrees[first..<i].contains(where: { -$0 > limit }) { for k in first..<i { frames[k] = true } }
      first = i + 1
    }
    return frames
  }

  /// The angles of the knees in space that the points tell.
  private static func knees(_ sequence: LandmarkSequence) -> [[Double]] {
    BodySide.allCases.filter { side in
      [.hip(.left), .hip(.right), .knee(side), .ankle(side)].allSatisfy { sequence.tracks[$0] != nil }
    }
    .map { KneeHinge(sequence, $0).degrees }
  }

  /// From where to where angles go, in degrees. Single frames may be wrong: what a twentieth of them lies beyond counts.
  private static func extent(_ degrees: [Double]) -> (low: Double, high: Double) {
    let finite = degrees.filter(\.isFinite)
    guard !finite.isEmpty else { return (0, 0) }
    return (RobustStatistics.quantile(finite, 0.05), RobustStatistics.quantile(finite, 0.95))
  }
}

extension AngleTable.Column {
  /// What the column of a movement is called, by OpenSim and by Sports2D, and the sign of its angles there.
  ///
  /// Those of a neck are named and signed as OpenSim's `lumbar_extension`, `lumbar_bending` and `lumbar_rotation` are:
  /// extension, bending to the right and turning to the left are positive.
  static func names(
    of joint: MotionJoint, _ side: BodySide?, _ movement: JointMovement
  ) -> (names: [String], sign: Double) {
    let (letter, side) = (side == .left ? "l" : "r", side?.rawValue ?? "")
    return switch (joint, movement) {
    case (.knee, _): (["knee_angle_\(letter)", "\(side) knee"], 1)
    case (.hip, .flexion): (["hip_flexion_\(letter)", "\(side) hip"], 1)
    case (.hip, _): (["hip_adduction_\(letter)"], -1)
    case (.neck, .lateral): (["neck_bending"], 1)
    case (.neck, .rotation): (["neck_rotation"], -1)
    case (.neck, _): (["neck_extension"], -1)
    }
  }
}

/// Angles in a picture, in degrees between −180 and 180.
enum FlatAngles {
  /// The angle by which a direction is turned from another one, clockwise in a picture with y down.
  static func turn(from a: Vector3, to b: Vector3) -> Double {
    guard a.length > 0, b.length > 0 else { return .nan }
    return atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y) * 180 / .pi
  }

  /// The angle of a task in each frame; NaN where a point is missing.
  static func series(_ sequence: LandmarkSequence, _ task: MotionTask, _ direction: TurnDirection) -> [Double] {
    let at = { (point: BodyPoint) in sequence.tracks[point]!.positions }
    let (hip, knee) = (at(.hip(task.limb)), at(.knee(task.limb)))
    switch (task.joint, task.movement) {
    case (.knee, _):
      let ankle = at(.ankle(task.limb))
      return hip.indices.map { direction.sign * turn(from: knee[$0] - hip[$0], to: ankle[$0] - knee[$0]) }
    case (.hip, .flexion):
      let shoulder = at(.shoulder(task.limb))
      return hip.indices.map { direction.sign * turn(from: hip[$0] - shoulder[$0], to: knee[$0] - hip[$0]) }
    default:
      let (shoulders, hips) = ((at(.leftShoulder), at(.rightShoulder)), (at(.leftHip), at(.rightHip)))
      return hip.indices.map { i in
        let trunk = (hips.0[i] + hips.1[i] - shoulders.0[i] - shoulders.1[i]) / 2
        return direction.sign * turn(from: trunk, to: knee[i] - hip[i])
      }
    }
  }
}

/// Angles in space, in degrees. All axes are the subject's own, so those of the file don't matter, as long as they are
/// right-handed.
enum SpaceAngles {
  /// The angle of a task in each frame; NaN where a point is missing or an axis has no direction.
  static func series(_ sequence: LandmarkSequence, _ task: MotionTask) -> [Double] {
    task.joint == .knee ? KneeHinge(sequence, task.limb).degrees : hip(sequence, task)
  }

  /// The thigh in the trunk's axes: right from hip to hip, down from the shoulders to the hips.
  private static func hip(_ sequence: LandmarkSequence, _ task: MotionTask) -> [Double] {
    let at = { (point: BodyPoint) in sequence.tracks[point]!.positions }
    let (shoulders, hips) = ((at(.leftShoulder), at(.rightShoulder)), (at(.leftHip), at(.rightHip)))
    let (hip, knee) = (at(.hip(task.limb)), at(.knee(task.limb)))
    return hip.indices.map { i in
      let down = ((hips.0[i] + hips.1[i] - shoulders.0[i] - shoulders.1[i]) / 2).normalized
      let across = hips.1[i] - hips.0[i]
      let right = (across - down * across.dot(down)).normalized
      let forward = right.cross(down)
      let thigh = (knee[i] - hip[i]).normalized
      let (d, f) = (thigh.dot(down), thigh.dot(forward))
      switch task.movement {
      case .flexion: return atan2(f, d) * 180 / .pi
      default:
        let outward = task.limb == .right ? right : -right
        return atan2(thigh.dot(outward), (d * d + f * f).squareRoot()) * 180 / .pi
      }
    }
  }
}

/// Flexion of a knee in space, signed, in degrees.
///
/// The angle between thigh and shank has no sign and, near 0°, grows with noise in every direction. The line between the
/// hips gives the sign; but thighs turn, so that it is no good axis of a bent knee. So a bent knee is read as the whole
/// angle, and a straight one about the axis that the bent frames show, fixed to the thigh.
struct KneeHinge {
  /// The flexion of each frame; NaN where a point is missing or the thigh lies along the line between the hips.
  let degrees: [Double]

  /// Below the first angle only the part about the axis counts, above the second the whole, in degrees.
  private static let (straight, bent) = (10.0, 30.0)
  /// The least part of the line between the hips that is square to the thigh.
  private static let leastSquare = 0.2

  init(_ sequence: LandmarkSequence, _ side: BodySide) {
    let at = { (point: BodyPoint) in sequence.tracks[point]!.positions }
    let (hips, knee, ankle) = ((at(.leftHip), at(.rightHip)), at(.knee(side)), at(.ankle(side)))
    let hip = side == .left ? hips.0 : hips.1
    let parts = hip.indices.map { i in
      Self.parts(thigh: knee[i] - hip[i], shank: ankle[i] - knee[i], left: hips.0[i] - hips.1[i])
    }
    // The axis of the bent frames: the mean of their directions, each with the sine of its angle.
    var axis = Vector2.zero
    for part in parts where part.whole >= Self.bent && part.a.isFinite { axis += [part.a, part.b] }
    let (c, s) = axis.length > 0 && axis.x > 0 ? (axis.x / axis.length, axis.y / axis.length) : (1, 0)
    degrees = parts.map { part in
      let about = part.a * c + part.b * s
      let hinge = atan2(about, part.c) * 180 / .pi
      let share = min(1, max(0, (part.whole - Self.straight) / (Self.bent - Self.straight)))
      let weight = share * share * (3 - 2 * share)
      return weight * (about < 0 ? -part.whole : part.whole) + (1 - weight) * hinge
    }
  }

  /// The turn from thigh to shank: sines about the hips' line squared to the thigh (a) and about the other axis square to
  /// it (b), cosine (c) and the whole angle in degrees.
  private struct Parts {
    let a, b, c, whole: Double
  }

  private static func parts(thigh: Vector3, shank: Vector3, left: Vector3) -> Parts {
    let (t, s, l) = (thigh.normalized, shank.normalized, left.normalized)
    let square = l - t * l.dot(t)
    guard square.length >= leastSquare else { return Parts(a: .nan, b: .nan, c: .nan, whole: .nan) }
    let axis = square.normalized
    let turn = t.cross(s)
    let (a, b, c) = (turn.dot(axis), turn.dot(t.cross(axis)), t.dot(s))
    return Parts(a: a, b: b, c: c, whole: atan2((a * a + b * b).squareRoot(), c) * 180 / .pi)
  }
}

extension MotionTask {
  /// The points that the angle of a frame needs, in a picture or in space.
  func points(isFlat: Bool) -> [BodyPoint] {
    let side = limb
    return switch (joint, movement, isFlat) {
    case (.knee, _, true): [.hip(side), .knee(side), .ankle(side)]
    // The line between the hips tells flexion from hyperextension.
    case (.knee, _, false): [.hip(side), .knee(side), .ankle(side), .hip(side.other)]
    // From the side the far shoulder is hidden behind the near one.
    case (.hip, .flexion, true): [.shoulder(side), .hip(side), .knee(side)]
    default: [.shoulder(.left), .shoulder(.right), .hip(.left), .hip(.right), .knee(side)]
    }
  }

  /// The segments whose lengths do not change in space.
  var segments: [(BodyPoint, BodyPoint)] {
    let thigh = (BodyPoint.hip(limb), BodyPoint.knee(limb))
    guard joint == .knee else { return [thigh, (.hip(.left), .hip(.right))] }
    return [thigh, (.knee(limb), .ankle(limb))]
  }
}

/// Which way a limb turns in the picture while its angle grows.
///
/// | movement | view | turns |
/// | --- | --- | --- |
/// | knee flexion | lateral, facing the picture's right | clockwise |
/// | knee flexion | lateral, facing its left | anticlockwise |
/// | hip flexion | lateral, facing the picture's right | anticlockwise |
/// | hip flexion | lateral, facing its left | clockwise |
/// | abduction of the left hip | frontal | anticlockwise |
/// | abduction of the right hip | frontal | clockwise |
enum TurnTable {
  /// The turn of a movement in the sagittal plane.
  static func flexion(of joint: MotionJoint, facesRight: Bool) -> TurnDirection {
    (joint == .knee) == facesRight ? .clockwise : .anticlockwise
  }

  /// Whether a subject whose movement in the sagittal plane turns so faces the picture's right.
  static func facesRight(_ joint: MotionJoint, _ direction: TurnDirection) -> Bool {
    flexion(of: joint, facesRight: true) == direction
  }

  /// The turn of abduction, seen from the front.
  static func abduction(of side: BodySide) -> TurnDirection { side == .left ? .anticlockwise : .clockwise }
}
