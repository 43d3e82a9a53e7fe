public import Feedback
public import Diagnostics

/// Why a motion file can't be used.
public enum MotionError: UserFacingError, Equatable {
  /// The file or folder is missing or can't be read.
  case unreadable(path: String, found: FindingValue)
  /// It is none of the known kinds.
  case unrecognised(path: String)
  /// A place in it is not what it should be.
  case malformed(path: String, place: FindingValue, expected: FindingValue, found: FindingValue)
  /// What its confidences mean can't be told; the smallest and the largest of them.
  case ambiguousConfidence(path: String, smallest: Double, largest: Double)
  /// Its coordinates are normalised to a picture whose size is not known.
  case noPictureSize(path: String)
  /// It has no landmarks of the kind that was asked for, `world` or `picture`.
  case noSuchPoints(path: String, points: String)
  /// It holds no times, and no rate was given.
  case noRate(path: String)
  /// It shows several people, and none was chosen.
  case severalPeople(path: String, most: Int)
  /// No frame has a person of that number.
  case noSuchPerson(path: String, person: Int, most: Int)
  /// Its landmarks are those of hands.
  case hands(path: String)
  /// It lacks points that the joint needs.
  case missingPoints(path: String, points: [String], joint: MotionJoint)
  /// It lacks the column of the joint.
  case missingColumn(path: String, wanted: [String], found: [String])
  /// Its knee angles may count flexion as negative.
  case ambiguousSign(path: String, column: String, low: Double, high: Double)
  /// Its angles run farther than any joint's.
  case noAngles(path: String, column: String, low: Double, high: Double)
  /// Its joint bends the wrong way, and nothing in it tells front from back; the angles in degrees.
  case mirrored(path: String, joint: MotionJoint, low: Double, high: Double)
  /// Another program's form, which has to be converted.
  case otherProgram(path: String, program: String)
  /// A video or pictures, in which landmarks are still to be found.
  case pictures(path: String)
  /// The movement can't be seen in a picture from that view.
  case otherPlane(joint: MotionJoint, movement: JointMovement, view: MotionView)
  /// No picture shows the movement; or nothing but a picture does.
  case notInPictures(joint: MotionJoint, movement: JointMovement), notInSpace(
    joint: MotionJoint, movement: JointMovement)
  /// The file has no frame of that name.
  case noSuchFrame(name: String)
  /// The joint does not have that movement.
  case noSuchMovement(joint: MotionJoint, movement: JointMovement)
  /// Which way the subject faces can't be told.
  case noFacing(path: String)
  /// A turn in the picture was given for points in space.
  case directionInSpace
  /// From where a picture was taken is not known.
  case noView(path: String)
  /// A side was named of flexion, which has none.
  case noSideOfFlexion
  /// An option has no effect on landmarks of this kind.
  case unusedOption(String, MotionFormat)
  /// An option says something else than the file.
  case contradiction(String, found: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path, let found): ErrorMessage(.motionFileUnreadable, at: path, nil, ["found": found])
    case .unrecognised(let path): ErrorMessage(.motionFileUnrecognised, at: path)
    case .malformed(let path, let place, let expected, let found):
      ErrorMessage(.motionFileMalformed, at: path, place, ["expected": expected, "found": found])
    case .ambiguousConfidence(let path, let smallest, let largest):
      ErrorMessage(
        .motionFileAmbiguousConfidence, at: path, nil, ["smallest": .exact(smallest), "largest": .exact(largest)])
    case .noSuchPoints(let path, let points):
      ErrorMessage(.motionFileNoWorld, at: path, nil, ["points": .text(points)])
    case .noPictureSize(let path): ErrorMessage(.motionFileNoPictureSize, at: path)
    case .noRate(let path): ErrorMessage(.motionFileNoRate, at: path)
    case .severalPeople(let path, let most):
      ErrorMessage(.motionFileSeveralPeople, at: path, nil, ["count": .count(most)])
    case .noSuchPerson(let path, let person, let most):
      ErrorMessage(.motionFileNoSuchPerson, at: path, nil, ["person": .count(person), "count": .count(most)])
    case .hands(let path): ErrorMessage(.motionFileHands, at: path)
    case .missingPoints(let path, let points, let joint):
      ErrorMessage(.motionFileMissingPoints, at: path, nil, ["points": .names(points), "joint": .joint(joint)])
    case .missingColumn(let path, let wanted, let found):
      ErrorMessage(
        .motionFileMissingColumn, at: path, nil,
        ["wanted": .names(wanted), "found": found.isEmpty ? .phrase("none") : .names(found.prefix(12))])
    case .ambiguousSign(let path, let column, let low, let high):
      ErrorMessage(
        .motionFileAmbiguousSign, at: path, .text(column),
        ["low": .number(low, decimals: 0, unit: "°"), "high": .number(high, decimals: 0, unit: "°")])
    case .noAngles(let path, let column, let low, let high):
      ErrorMessage(
        .motionFileNoAngles, at: path, .text(column),
        ["low": .number(low, decimals: 0, unit: "°"), "high": .number(high, decimals: 0, unit: "°")])
    case .mirrored(let path, let joint, let low, let high):
      ErrorMessage(
        .motionFileMirrored, at: path, nil,
        [
          "joint": .joint(joint), "low": .number(low, decimals: 0, unit: "°"),
          "high": .number(high, decimals: 0, unit: "°"),
        ])
    case .otherProgram(let path, let program):
      ErrorMessage(.motionFileOtherProgram, at: path, nil, ["program": .text(program)])
    case .pictures(let path): ErrorMessage(.motionFilePictures, at: path)
    case .otherPlane(let joint, let movement, let view):
      ErrorMessage(
        .motionOtherPlane, at: "--view", nil,
        [
          "joint": .term(joint.rawValue, of: "joint_genitive"), "movement": .movement(movement), "view": .view(view),
        ])
    case .notInPictures(let joint, let movement):
      ErrorMessage(
        .motionNotInPictures, at: "--movement", nil, ["joint": .joint(joint), "movement": .movement(movement)])
    case .notInSpace(let joint, let movement):
      ErrorMessage(
        .motionNotInSpace, at: "--movement", nil, ["joint": .joint(joint), "movement": .movement(movement)])
    case .noSuchFrame(let name): ErrorMessage(.neckNoSuchFrame, at: "--neutral", .text(name))
    case .noSuchMovement(let joint, let movement):
      ErrorMessage(
        .motionNoSuchMovement, at: "--movement", nil, ["joint": .joint(joint), "movement": .movement(movement)])
    case .noFacing(let path): ErrorMessage(.motionFileNoFacing, at: path)
    case .directionInSpace: ErrorMessage(.motionDirectionInSpace, at: "--direction")
    case .noView(let path): ErrorMessage(.motionNoView, at: path)
    case .noSideOfFlexion: ErrorMessage(.motionNoSideOfFlexion, at: "--side")
    case .unusedOption(let option, let kind):
      ErrorMessage(.motionUnusedOption, at: option, nil, ["format": .text(kind.title)])
    case .contradiction(let option, let found):
      ErrorMessage(.motionContradiction, at: option, nil, ["found": found])
    }
  }
}

extension FindingValue {
  static func joint(_ joint: MotionJoint) -> FindingValue { .term(joint.rawValue, of: "joint") }
  static func movement(_ movement: JointMovement) -> FindingValue { .term(movement.rawValue, of: "movement") }
  static func view(_ view: MotionView) -> FindingValue { .term(view.rawValue, of: "motion_view") }
  static func motionSide(_ side: BodySide) -> FindingValue { .term(side.rawValue, of: "side") }
}
