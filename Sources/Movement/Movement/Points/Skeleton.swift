/// In which order a pose model lists its points.
struct Skeleton: Sendable, Equatable {
  /// What it is called.
  let name: String
  /// How many points it has.
  let count: Int
  /// The places of the points that are used, from 0.
  let places: [BodyPoint: Int]

  /// OpenPose's default model.
  static let body25 = Skeleton(
    "BODY_25", 25,
    [
      .nose: 0, .rightShoulder: 2, .rightElbow: 3, .rightWrist: 4, .leftShoulder: 5, .leftElbow: 6, .leftWrist: 7,
      .rightHip: 9, .rightKnee: 10, .rightAnkle: 11, .leftHip: 12,
      .leftKnee: 13, .leftAnkle: 14, .rightEye: 15, .leftEye: 16, .rightEar: 17, .leftEar: 18, .leftToe: 19,
      .leftHeel: 21, .rightToe: 22,
      .rightHeel: 24,
    ])

  /// OpenPose's model of 18 points.
  static let coco18 = Skeleton(
    "COCO_18", 18,
    [
      .nose: 0, .rightShoulder: 2, .rightElbow: 3, .rightWrist: 4, .leftShoulder: 5, .leftElbow: 6, .leftWrist: 7,
      .rightHip: 8, .rightKnee: 9, .rightAnkle: 10, .leftHip: 11,
      .leftKnee: 12, .leftAnkle: 13, .rightEye: 14, .leftEye: 15, .rightEar: 16, .leftEar: 17,
    ])

  /// The points of the COCO data set.
  static let coco17 = Skeleton(
    "COCO_17", 17,
    [
      .nose: 0, .leftEye: 1, .rightEye: 2, .leftEar: 3, .rightEar: 4, .leftShoulder: 5, .rightShoulder: 6,
      .leftElbow: 7, .rightElbow: 8,
      .leftWrist: 9, .rightWrist: 10, .leftHip: 11, .rightHip: 12,
      .leftKnee: 13, .rightKnee: 14, .leftAnkle: 15, .rightAnkle: 16,
    ])

  /// AlphaPose's and RTMPose's body with feet.
  static let halpe26 = Skeleton(
    "HALPE_26", 26,
    coco17.places.merging([.leftToe: 20, .rightToe: 21, .leftHeel: 24, .rightHeel: 25]) { $1 })

  /// AlphaPose's body with feet, face and hands: the first 26 are those of the body with feet.
  static let halpe136 = Skeleton("HALPE_136", 136, halpe26.places)

  /// COCO's whole body; feet behind the body.
  static let wholeBody = Skeleton(
    "COCO_133", 133,
    coco17.places.merging([.leftToe: 17, .leftHeel: 19, .rightToe: 20, .rightHeel: 22]) { $1 })

  /// MediaPipe's pose landmarks.
  static let mediaPipe = Skeleton(
    "MediaPipe", 33,
    [
      .nose: 0, .leftEye: 2, .rightEye: 5, .leftEar: 7, .rightEar: 8, .leftShoulder: 11, .rightShoulder: 12,
      .leftElbow: 13, .rightElbow: 14,
      .leftWrist: 15, .rightWrist: 16, .leftHip: 23, .rightHip: 24,
      .leftKnee: 25, .rightKnee: 26, .leftAnkle: 27, .rightAnkle: 28, .leftHeel: 29, .rightHeel: 30, .leftToe: 31,
      .rightToe: 32,
    ])

  /// Those that come in OpenPose's JSON: its own, and RTMPose's through the same files. No two have as many points.
  static let ofOpenPose = [body25, coco18, coco17, halpe26, wholeBody]
  /// Those of COCO's `keypoints`.
  static let ofCOCO = [coco17, halpe26, wholeBody, halpe136]
  /// Those of programs that write frames with people; MediaPipe's is that of TensorFlow.js's BlazePose.
  static let ofPoseFrames = ofCOCO + [mediaPipe]

  init(_ name: String, _ count: Int, _ places: [BodyPoint: Int]) {
    (self.name, self.count, self.places) = (name, count, places)
  }
}

/// A point of the body that motion files name. The raw value is its name in TRC files, as Pose2Sim writes it.
public enum BodyPoint: String, Sendable, Hashable, CaseIterable, Codable {
  case nose = "Nose"
  case leftEye = "LEye"
  case rightEye = "REye"
  case leftEar = "LEar"
  case rightEar = "REar"
  case leftShoulder = "LShoulder"
  case rightShoulder = "RShoulder"
  case leftElbow = "LElbow"
  case rightElbow = "RElbow"
  case leftWrist = "LWrist"
  case rightWrist = "RWrist"
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

  /// The point of a name as people give it: with the side before or behind, in whole or by a letter, in any case and with any marks
  /// between (`left_hip`, `LHip`, `hip_L`, `l hip`); nil for others.
  static func named(_ name: String) -> BodyPoint? { names[name.lowercased().filter { $0.isLetter || $0.isNumber }] }

  private static let names: [String: BodyPoint] = {
    var names = ["nose": BodyPoint.nose, "nosetip": .nose]
    for side in BodySide.allCases {
      let letter = String(side.rawValue.prefix(1))
      for (words, point) in [
        (["hip", "hjc"], BodyPoint.hip(side)), (["knee", "kjc"], .knee(side)), (["ankle", "ajc"], .ankle(side)),
        (["elbow", "ejc"], .elbow(side)), (["wrist", "wjc"], .wrist(side)), (["shoulder"], .shoulder(side)),
        (["heel"], .heel(side)), (["bigtoe", "toe", "footindex"], .toe(side)), (["ear"], .ear(side)),
        (["eye"], .eye(side)),
      ] {
        for word in words {
          for name in [
            side.rawValue + word, word + side.rawValue, letter + word, word + letter, letter + word + "study",
          ] {
            names[name] = point
          }
        }
      }
    }
    return names
  }()

  /// The same point of the other side; a nose has none.
  var ofOtherSide: BodyPoint {
    let name = rawValue.dropFirst()
    return BodyPoint(rawValue: (rawValue.hasPrefix("L") ? "R" : "L") + name) ?? self
  }

  static func eye(_ side: BodySide) -> BodyPoint { side == .left ? .leftEye : .rightEye }
  static func ear(_ side: BodySide) -> BodyPoint { side == .left ? .leftEar : .rightEar }
  static func shoulder(_ side: BodySide) -> BodyPoint { side == .left ? .leftShoulder : .rightShoulder }
  static func elbow(_ side: BodySide) -> BodyPoint { side == .left ? .leftElbow : .rightElbow }
  static func wrist(_ side: BodySide) -> BodyPoint { side == .left ? .leftWrist : .rightWrist }
  static func hip(_ side: BodySide) -> BodyPoint { side == .left ? .leftHip : .rightHip }
  static func knee(_ side: BodySide) -> BodyPoint { side == .left ? .leftKnee : .rightKnee }
  static func ankle(_ side: BodySide) -> BodyPoint { side == .left ? .leftAnkle : .rightAnkle }
  static func heel(_ side: BodySide) -> BodyPoint { side == .left ? .leftHeel : .rightHeel }
  static func toe(_ side: BodySide) -> BodyPoint { side == .left ? .leftToe : .rightToe }
}

/// A side of the subject's body, whatever the camera sees: the left knee is the subject's left one.
public enum BodySide: String, Sendable, Codable, CaseIterable {
  case left, right

  /// The other one.
  public var other: BodySide { self == .left ? .right : .left }
}
