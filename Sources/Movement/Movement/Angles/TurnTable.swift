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
