internal import Geometry

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
    let missing = MotionPoints(task, isFlat: sequence.space.isFlat).used.filter { sequence.tracks[$0] == nil }
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
      ?? TurnTable.abduction(of: task.side)
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
    let (names, sign) = Self.columns(task)
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

  /// What the column of a task is called, and the sign of its values here.
  private static func columns(_ task: MotionTask) -> (names: [String], sign: Double) {
    let letter = task.side == .left ? "l" : "r"
    return switch (task.joint, task.movement) {
    case (.knee, _): (["knee_angle_\(letter)", "\(task.side.rawValue) knee"], 1)
    case (.hip, .flexion): (["hip_flexion_\(letter)", "\(task.side.rawValue) hip"], 1)
    case (.hip, _): (["hip_adduction_\(letter)"], -1)
    case (.neck, _): ([], 1)
    }
  }
}
