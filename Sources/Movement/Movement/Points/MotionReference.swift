/// What an angle is taken against: that of a thigh against trunk or pelvis, that of a head against one of the others.
/// Leaning of the trunk over the pelvis is part of a thigh's angle against the one and not against the other.
public enum MotionReference: String, Sendable, Codable, CaseIterable {
  /// The line from the shoulders to the hips: landmarks, and Sports2D's angles.
  case trunk
  /// The pelvis, as OpenSim's coordinates have it.
  case pelvis
  /// The markers printed on a patch on the chest.
  case patch
  /// The surface of the torso, registered by depth.
  case surface
  /// The camera, which stood still; what the torso moved is part of the angle.
  case camera
}
