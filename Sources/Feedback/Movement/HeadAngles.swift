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
  public subscript(movement: GuidedMovement) -> Double { movement == .rotation ? rotation : lateral }
}

/// A movement that somebody is guided through, to either side.
public enum GuidedMovement: String, Sendable, Codable, CaseIterable {
  /// The head turns about its long axis.
  case rotation
  /// The head leans, ear to shoulder.
  case lateral
}

/// A side of the subject.
public enum GuidedSide: String, Sendable, Codable, CaseIterable {
  case left, right

  /// The other one.
  public var other: GuidedSide { self == .left ? .right : .left }
  /// The sign of angles to it.
  public var sign: Double { self == .left ? -1 : 1 }
}
