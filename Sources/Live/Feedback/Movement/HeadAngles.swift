public import Geometry

/// How a head is held against its neutral pose, in degrees: Cardan angles, flexion first, then lateral flexion, then
/// rotation, about the neutral head's axes to the right, to the front and up.
public struct HeadAngles: Sendable, Equatable {
  /// Chin to chest is positive; ear to the right shoulder; face to the right.
  public var flexion, lateral, rotation: Double

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

  /// The angle of a movement.
  public subscript(movement: GuidedMovement) -> Double {
    switch movement {
    case .rotation: rotation
    case .lateral: lateral
    case .flexion: flexion
    }
  }
}

/// A movement that somebody is guided through, to either side or forwards and backwards.
public enum GuidedMovement: String, Sendable, Codable, CaseIterable {
  /// The head turns about its long axis.
  case rotation
  /// The head leans, ear to shoulder.
  case lateral
  /// The head bends, chin to chest, and is laid back.
  case flexion

  /// Where it goes to, that of negative angles first.
  public var sides: [GuidedSide] { self == .flexion ? [.backwards, .forwards] : [.left, .right] }
}

/// Where a movement goes to, as the subject sees it.
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
