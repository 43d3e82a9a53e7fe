/// What the angle of a thigh is taken against. Leaning of the trunk over the pelvis is part of the one and not of the other.
public enum MotionReference: String, Sendable, Codable, CaseIterable {
  /// The line from the shoulders to the hips: landmarks, and Sports2D's angles.
  case trunk
  /// The pelvis, as OpenSim's coordinates have it.
  case pelvis
}
