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
  /// What told which way the subject faces; none from the front.
  let signs: Facing.Signs

  /// The angles of landmarks.
  ///
  /// - Parameters:
  ///   - hyperextension: how far a knee is commonly hyperextended, in degrees.
  ///   - earlier: what told which way the subject faces in a picture before these frames, for where they say too little.
  init(
    _ sequence: LandmarkSequence, _ task: MotionTask, confidence: Double,
    hyperextension: Double = MotionRules.standard.limits.hyperextension, earlier: Facing.Signs? = nil, path: String
  ) throws(MotionError) {
    reference = task.joint != .hip ? nil : task.movement == .rotation ? .pelvis : .trunk
    let missing = task.points(isFlat: sequence.space.isFlat).filter { sequence.tracks[$0] == nil }
    guard missing.isEmpty else {
      throw .missingPoints(path: path, points: missing.map(\.rawValue), joint: task.joint)
    }
    guard sequence.space.isFlat else {
      guard task.direction == nil else { throw .directionInSpace }
      guard !task.bodyMovement.isOfPictures else { throw .notInSpace(joint: task.joint, movement: task.movement) }
      (degrees, direction, told) = (SpaceAngles.series(sequence, task), nil, nil)
      (isDirectionTold, isDirectionUnknown) = (false, false)
      let facing = Facing(sequence, above: confidence)
      signs = facing.signs
      // A head may look anywhere: its nose tells of all frames together only.
      facesOtherWay =
        task.joint == .neck
        ? sequence.times.map { _ in facing.isReversed } : facing.against(isRight: true, sequence.times)
      // Knees bend one way: where nothing else tells front from back, they do.
      for knee in facing.isSilent ? Self.knees(sequence) : [] {
        let (low, high) = Self.extent(knee)
        if -low > hyperextension, high < hyperextension {
          throw .mirrored(path: path, joint: .knee, low: low, high: high)
        }
      }
      // Hips and shoulders go both ways, but farther forward.
      if facing.isSilent, task.movement == .flexion, let most = Self.extension[task.joint] {
        let (low, high) = Self.extent(degrees)
        if -low > most, high < most { throw .mirrored(path: path, joint: task.joint, low: low, high: high) }
      }
      return
    }
    let view = try Self.view(task, path)
    let facing = view == .frontal ? nil : Facing(sequence, above: confidence)
    let signs = facing.map { $0.signs.areEnough ? $0.signs : earlier ?? $0.signs } ?? Facing.Signs()
    self.signs = signs
    let told =
      facing.map { _ in signs.isRight.map { task.bodyMovement.turn(facesRight: $0) } }
      ?? task.bodyMovement.turn(of: task.limb)
    let direction = task.direction ?? told
    degrees = FlatAngles.series(sequence, task, direction ?? .clockwise)
    (self.direction, self.told, isDirectionUnknown) = (direction, told, direction == nil)
    isDirectionTold = task.direction == nil && told != nil && task.movement == .flexion
    if facing != nil, signs == Facing.Signs(), task.joint == .knee {
      facesOtherWay = Self.backwards(degrees, beyond: hyperextension)
      return
    }
    // A direction that most frames contradict is used and warned of: then those count that do.
    facesOtherWay =
      facing.flatMap { facing in
        (told ?? direction).map {
          facing.against(isRight: $0 == task.bodyMovement.turn, sequence.times)
        }
      } ?? []
  }

  /// The view of a picture, which shows a movement in its own plane only.
  private static func view(_ task: MotionTask, _ path: String) throws(MotionError) -> MotionView {
    guard let needed = task.bodyMovement.view else {
      throw .notInPictures(joint: task.joint, movement: task.movement)
    }
    guard let view = task.view else { throw .noView(path: path) }
    guard view == needed else { throw .otherPlane(joint: task.joint, movement: task.movement, view: view) }
    return view
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
    guard !names.isEmpty else { throw .notInSpace(joint: task.joint, movement: task.movement) }
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
    let signed = flip * sign == 1 ? degrees : degrees.map { -$0 }
    // Programs that begin anew at 180° do so while an arm is raised.
    self.degrees = task.joint == .shoulder ? signed.map(task.bodyMovement.unwrapped) : signed
    (direction, told, isDirectionTold, isDirectionUnknown, facesOtherWay) = (nil, nil, false, false, [])
    signs = Facing.Signs()
    // OpenSim's models have the pelvis for a reference, Sports2D the trunk.
    let own: MotionReference = column.coordinate.contains(" ") ? .trunk : .pelvis
    reference = task.joint == .hip ? table.reference ?? own : nil
  }

  /// How far a hip and a shoulder are commonly extended, in degrees (AAOS 1965).
  private static let `extension`: [MotionJoint: Double] = [.hip: 30, .shoulder: 60]

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
    .map { Hinge.knee(sequence, $0).degrees }
  }

  /// From where to where angles go, in degrees. Single frames may be wrong: what a twentieth of them lies beyond counts.
  private static func extent(_ degrees: [Double]) -> (low: Double, high: Double) {
    let finite = degrees.filter(\.isFinite)
    guard !finite.isEmpty else { return (0, 0) }
    return (RobustStatistics.quantile(finite, 0.05), RobustStatistics.quantile(finite, 0.95))
  }
}

extension AngleTable.Column {
  /// What the column of a movement is called, by OpenSim and by Sports2D, and the sign of its angles there; none for one that
  /// is in no such file.
  static func names(
    of joint: MotionJoint, _ side: BodySide?, _ movement: JointMovement
  ) -> (names: [String], sign: Double) {
    guard let columns = BodyMovement.of(joint, movement)?.columns else { return ([], 1) }
    guard joint != .neck, let side else { return (columns.openSim, columns.sign) }
    let letter = side == .left ? "l" : "r"
    let names = columns.openSim.map { "\($0)_\(letter)" }
    return (names + [columns.sports2D.map { "\(side.rawValue) \($0)" }].compactMap(\.self), columns.sign)
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
    let limb = task.bodyMovement
    let head = limb.moving == .face ? NoseBetweenEars(sequence) : nil
    let line = head == nil ? limb.moving : .ears
    let (fixed, moving) = (limb.fixed.directions(sequence, task.limb), line.directions(sequence, task.limb))
    return fixed.indices.map { i in
      let seen = direction.sign * turn(from: fixed[i], to: moving[i]) - limb.zero
      guard let head else { return limb.unwrapped(seen) }
      // The picture leans first, then comes the pitch; the angles of a neck begin with flexion, in which a camera's height goes.
      let radians = Double.pi / 180
      let pose: Matrix3 =
        .rotation([0, (seen - head.apparentLean[i]) * radians, 0]) * .rotation([-head.pitch[i] * radians, 0, 0])
        * .rotation([0, 0, -head.rotation[i] * radians])
      return pose.c0.isFinite ? HeadAngles(pose)[task.movement] : .nan
    }
  }
}

/// Angles in space, in degrees. All axes are the subject's own, so those of the file don't matter, as long as they are
/// right-handed.
enum SpaceAngles {
  /// The least part of an upper arm that lies in the plane of its movement: beyond it the arm points at the plane.
  private static let leastInPlane = 0.5

  /// The angle of a task in each frame; NaN where a point is missing or an axis has no direction.
  static func series(_ sequence: LandmarkSequence, _ task: MotionTask) -> [Double] {
    switch (task.joint, task.movement) {
    case (.neck, _): HeadAgainstTrunk.poses(sequence).map { $0.map { HeadAngles($0)[task.movement] } ?? .nan }
    case (.knee, _): Hinge.knee(sequence, task.limb).degrees
    case (.elbow, _): Hinge.elbow(sequence, task.limb).degrees
    case (.ankle, _): ankle(sequence, task)
    case (.hip, .rotation): turnOfThigh(sequence, task)
    default: againstTrunk(sequence, task)
    }
  }

  /// The least part of a shank that is square to its thigh: that of a knee bent by 30°.
  private static let leastSquare = 0.5

  /// A thigh about itself, outwards, by where the shank of a bent knee points: at 0° where the line between the hips, squared
  /// to the thigh, is the axis of the knee.
  private static func turnOfThigh(_ sequence: LandmarkSequence, _ task: MotionTask) -> [Double] {
    let thighs = BodySegment.thigh.directions(sequence, task.limb)
    let shanks = BodySegment.shank.directions(sequence, task.limb)
    let lines = BodySegment.pelvis.directions(sequence, task.limb)
    return thighs.indices.map { i in
      let (t, s) = (thighs[i].normalized, shanks[i].normalized)
      let across = lines[i] - t * lines[i].dot(t)
      let square = s - t * s.dot(t)
      guard square.length >= leastSquare, across.length >= leastSquare * lines[i].length else { return .nan }
      let right = across.normalized
      // A shank that swings inwards has turned its thigh outwards.
      let inwards = task.limb == .right ? -right : right
      return atan2(square.dot(inwards), square.dot(t.cross(right))) * 180 / .pi
    }
  }

  /// The foot against its shank: how far the angle between them is from a right one, positive where the toes are drawn up.
  private static func ankle(_ sequence: LandmarkSequence, _ task: MotionTask) -> [Double] {
    let shanks = BodySegment.shank.directions(sequence, task.limb)
    let feet = BodySegment.foot.directions(sequence, task.limb)
    return zip(shanks, feet).map { shank, foot in
      guard shank.length > 0, foot.length > 0 else { return .nan }
      return atan2(shank.cross(foot).length, shank.dot(foot)) * 180 / .pi - task.bodyMovement.zero
    }
  }

  /// A thigh or an upper arm in the trunk's axes: right along the hips or the shoulders, down from the shoulders to the hips.
  private static func againstTrunk(_ sequence: LandmarkSequence, _ task: MotionTask) -> [Double] {
    let limb = task.bodyMovement
    let across = limb.across!.directions(sequence, task.limb)
    let (trunk, moving) = (
      BodySegment.trunk.directions(sequence, task.limb), limb.moving.directions(sequence, task.limb)
    )
    return moving.indices.map { i in
      let down = trunk[i].normalized
      let right = (across[i] - down * across[i].dot(down)).normalized
      let forward = right.cross(down)
      let direction = moving[i].normalized
      let (d, f) = (direction.dot(down), direction.dot(forward))
      let outward = direction.dot(task.limb == .right ? right : -right)
      switch (limb.joint, limb.movement) {
      case (.hip, .flexion): return atan2(f, d) * 180 / .pi
      case (.hip, _): return atan2(outward, (d * d + f * f).squareRoot()) * 180 / .pi
      // An arm goes up past the horizontal, so that it is read in the plane of the movement.
      default:
        let ahead = limb.movement == .flexion ? f : outward
        guard ahead * ahead + d * d > leastInPlane * leastInPlane else { return .nan }
        return limb.unwrapped(atan2(ahead, d) * 180 / .pi)
      }
    }
  }
}

/// Flexion of a knee or an elbow in space, signed, in degrees.
///
/// The angle between two segments has no sign and, near 0°, grows with noise in every direction. The line between the hips,
/// or the shoulders, gives the sign; but thighs and upper arms turn, so that it is no good axis of a bent joint. So a bent joint
/// is read as the whole angle, and a straight one about the axis that the bent frames show, fixed to the held segment.
struct Hinge {
  /// The flexion of each frame; NaN where a point is missing or the held segment lies along the line.
  let degrees: [Double]

  /// Below the first angle only the part about the axis counts, above the second the whole, in degrees.
  private static let (straight, bent) = (10.0, 30.0)
  /// The least part of the line that is square to the held segment.
  private static let leastSquare = 0.2

  /// A knee, which bends backwards: about the line to the left hip. One that is bent the other way has another sign, by which
  /// exchanged sides are known.
  static func knee(_ sequence: LandmarkSequence, _ side: BodySide) -> Hinge {
    Hinge(
      BodySegment.thigh.directions(sequence, side), BodySegment.shank.directions(sequence, side),
      about: BodySegment.pelvis.directions(sequence, side).map { -$0 }, turnsOneWay: false)
  }

  /// An elbow, which bends forwards: about the line to the right shoulder, or, since arms turn farther than thighs, about
  /// whatever axis it bends.
  static func elbow(_ sequence: LandmarkSequence, _ side: BodySide) -> Hinge {
    Hinge(
      BodySegment.upperArm.directions(sequence, side), BodySegment.forearm.directions(sequence, side),
      about: BodySegment.shoulders.directions(sequence, side), turnsOneWay: true)
  }

  /// - Parameters:
  ///   - lines: the axis of a straight joint in each frame.
  ///   - turnsOneWay: true for a joint that is never bent far backwards.
  private init(_ held: [Vector3], _ moving: [Vector3], about lines: [Vector3], turnsOneWay: Bool) {
    let parts = held.indices.map { Self.parts(held: held[$0], moving: moving[$0], line: lines[$0]) }
    // The axis of the bent frames: the mean of their directions, each with the sine of its angle.
    var axis = Vector2.zero
    for part in parts where part.whole >= Self.bent && part.a.isFinite { axis += [part.a, part.b] }
    let isKnown = axis.length > 0 && (turnsOneWay || axis.x > 0)
    let (c, s) = isKnown ? (axis.x / axis.length, axis.y / axis.length) : (1, 0)
    degrees = parts.map { part in
      if turnsOneWay, part.whole >= Self.bent { return part.whole }
      let about = part.a * c + part.b * s
      let hinge = atan2(about, part.c) * 180 / .pi
      let share = min(1, max(0, (part.whole - Self.straight) / (Self.bent - Self.straight)))
      let weight = share * share * (3 - 2 * share)
      return weight * (about < 0 ? -part.whole : part.whole) + (1 - weight) * hinge
    }
  }

  /// The turn from the held segment to the other: sines about the line squared to it (a) and about the other axis square to
  /// it (b), cosine (c) and the whole angle in degrees.
  private struct Parts {
    let a, b, c, whole: Double
  }

  private static func parts(held: Vector3, moving: Vector3, line: Vector3) -> Parts {
    let (t, s, l) = (held.normalized, moving.normalized, line.normalized)
    let (turn, c) = (t.cross(s), t.dot(s))
    let whole = atan2(turn.length, c) * 180 / .pi
    let square = l - t * l.dot(t)
    guard square.length >= leastSquare else { return Parts(a: .nan, b: .nan, c: c, whole: whole) }
    let axis = square.normalized
    return Parts(a: turn.dot(axis), b: turn.dot(t.cross(axis)), c: c, whole: whole)
  }
}

extension MotionTask {
  /// The points that the angle of a frame needs, in a picture or in space.
  func points(isFlat: Bool) -> [BodyPoint] { bodyMovement.points(limb, isFlat: isFlat) }

  /// The segments between which the angle lies, and the line across a hip: shoulders come closer where arms are raised.
  var segments: [BodySegment] { [bodyMovement.moving, bodyMovement.fixed] + (joint == .hip ? [.pelvis] : []) }
}
