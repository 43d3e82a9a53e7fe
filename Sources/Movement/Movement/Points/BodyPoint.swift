/// A point of the body that landmark files name. The raw value is its name in TRC files, as Pose2Sim writes it.
public enum BodyPoint: String, Sendable, Hashable, CaseIterable, Codable {
  case nose = "Nose"
  case leftEar = "LEar"
  case rightEar = "REar"
  case leftShoulder = "LShoulder"
  case rightShoulder = "RShoulder"
  case leftHip = "LHip"
  case rightHip = "RHip"
  case leftKnee = "LKnee"
  case rightKnee = "RKnee"
  case leftAnkle = "LAnkle"
  case rightAnkle = "RAnkle"
  case leftHeel = "LHeel"
  case rightHeel = "RHeel"
  case leftToe = "LBigToe"
  case rightToe = "RBigToe"

  static func ear(_ side: BodySide) -> BodyPoint { side == .left ? .leftEar : .rightEar }
  static func shoulder(_ side: BodySide) -> BodyPoint { side == .left ? .leftShoulder : .rightShoulder }
  static func hip(_ side: BodySide) -> BodyPoint { side == .left ? .leftHip : .rightHip }
  static func knee(_ side: BodySide) -> BodyPoint { side == .left ? .leftKnee : .rightKnee }
  static func ankle(_ side: BodySide) -> BodyPoint { side == .left ? .leftAnkle : .rightAnkle }
  static func heel(_ side: BodySide) -> BodyPoint { side == .left ? .leftHeel : .rightHeel }
  static func toe(_ side: BodySide) -> BodyPoint { side == .left ? .leftToe : .rightToe }
}
