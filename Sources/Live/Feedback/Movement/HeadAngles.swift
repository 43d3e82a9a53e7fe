public import Geometry

/// How a head is held against its neutral pose, in degrees: Cardan angles about the neutral head's axes to the right, to the
/// front and up.
///
/// The rotation from the head's axes to the neutral ones is R = Rx(−flexion) · Ry(lateral) · Rz(−rotation): first flexion,
/// then lateral flexion about the axis that flexion has moved, then rotation about the head's own long axis. Lateral flexion
/// lies between −90 and 90.
public struct HeadAngles: Sendable, Equatable {
  /// Chin to chest is positive; ear to the right shoulder; face to the right.
  public var flexion, lateral, rotation: Double

  /// The sequence as results print it.
  public static let sequence = "X flexion, Y lateral flexion, Z rotation (RAS of the neutral head)"

  /// Angles from their parts, in degrees.
  public init(flexion: Double, lateral: Double, rotation: Double) {
    (self.flexion, self.lateral, self.rotation) = (flexion, lateral, rotation)
  }

  /// The angles of a rotation.
  ///
  /// - Parameter neutralFromHead: takes directions of the head's axes (x right, y front, z up) to those of the neutral head.
  public init(_ neutralFromHead: Matrix3) {
    let angles = CardanAngles(neutralFromHead)
    let degrees = 180 / Double.pi
    // Turns about x and z by the right hand lift the chin and turn the face to the left.
    self.init(flexion: -angles.x * degrees, lateral: angles.y * degrees, rotation: -angles.z * degrees)
  }

  /// The rotation of the angles: takes directions of the head's axes to those of the neutral head.
  public var neutralFromHead: Matrix3 {
    let radians = Double.pi / 180
    return CardanAngles(x: -flexion * radians, y: lateral * radians, z: -rotation * radians).rotation
  }

  /// The angle of a movement; that of one which a neck does not have is NaN.
  public subscript(movement: JointMovement) -> Double {
    switch movement {
    case .rotation: rotation
    case .lateral: lateral
    case .flexion: flexion
    case .abduction, .projection: .nan
    }
  }
}

/// What a joint does, named by its positive direction.
public enum JointMovement: String, Sendable, Codable, CaseIterable {
  /// In the sagittal plane: of a head chin to chest; extension is negative.
  case flexion
  /// Of a hip in the frontal plane, away from the middle; adduction is negative.
  case abduction
  /// Of the head about its long axis, the face to the right; to the left is negative. Of a thigh about its long axis, outwards.
  case rotation
  /// Of the head in the frontal plane, ear to shoulder, to the right; to the left is negative.
  case lateral
  /// Of a knee, what a picture from the front shows of its angle, outwards: of no plane of the joint.
  case projection

  /// Those of a neck, in the order of the sequence of ``HeadAngles``.
  public static let ofNeck: [JointMovement] = [.flexion, .lateral, .rotation]

  /// Where a neck's movement goes to, that of negative angles first.
  public var sides: [GuidedSide] { self == .flexion ? [.backwards, .forwards] : [.left, .right] }
}

/// Where a movement goes to, as the subject sees it.
///
/// It is not the side of a limb (`BodySide` of Movement): no limb lies backwards, and neither a file nor an option that names a
/// limb's side may say so.
public enum GuidedSide: String, Sendable, Codable, CaseIterable {
  case left, right, backwards, forwards

  /// The opposite one.
  public var other: GuidedSide {
    switch self {
    case .left: .right
    case .right: .left
    case .backwards: .forwards
    case .forwards: .backwards
    }
  }

  /// The sign of angles to it.
  public var sign: Double { self == .left || self == .backwards ? -1 : 1 }
}
