internal import Feedback
public import Geometry

/// The orientation of a head against its neutral one as Cardan angles, in degrees.
///
/// With the axes of the neutral head, right-anterior-superior, the rotation from the head's axes to the neutral ones is
/// R = Rx(−flexion) · Ry(lateral) · Rz(−rotation): first flexion, then lateral flexion about the axis that flexion has
/// moved, then rotation about the head's own long axis. Lateral flexion lies between −90 and 90.
public struct NeckAngles: Sendable, Equatable {
  /// Chin to chest is positive, extension negative.
  public var flexion: Double
  /// Ear to shoulder, to the right positive.
  public var lateral: Double
  /// The face to the right positive.
  public var rotation: Double

  /// The sequence as results print it.
  public static let sequence = "X flexion, Y lateral flexion, Z rotation (RAS of the neutral head)"

  /// Angles from their parts.
  public init(flexion: Double, lateral: Double, rotation: Double) {
    (self.flexion, self.lateral, self.rotation) = (flexion, lateral, rotation)
  }

  /// The angles of a rotation.
  ///
  /// - Parameter neutralFromHead: takes directions of the head's axes to those of the neutral head.
  public init(_ neutralFromHead: Matrix3) {
    let head = HeadAngles(neutralFromHead)
    self.init(flexion: head.flexion, lateral: head.lateral, rotation: head.rotation)
  }

  /// The angle of a movement; that of ``MotionMovement/abduction``, which a neck does not have, is NaN.
  public subscript(movement: MotionMovement) -> Double {
    switch movement {
    case .flexion: flexion
    case .lateral: lateral
    case .rotation: rotation
    case .abduction: .nan
    }
  }

  /// The movements in the order of the sequence.
  public static let movements: [MotionMovement] = [.flexion, .lateral, .rotation]
}

extension MotionMovement {
  /// The place of a neck movement's axis among x, y and z; the sign of its angle about it.
  var neckAxis: (index: Int, sign: Double) {
    switch self {
    case .flexion, .abduction: (0, -1)
    case .lateral: (1, 1)
    case .rotation: (2, -1)
    }
  }
}
