/// The columns of a MOT file: joint angles that another program has computed.
public struct AngleTable: Sendable, Equatable {
  /// What the file calls itself.
  public var name: String
  /// True where rotations are in degrees, false for radians.
  public var isInDegrees: Bool
  /// When each row was taken, in seconds; ascending.
  public var times: [Double]
  /// The columns behind the time, in the file's order.
  public var columns: [Column]
  /// What its hip angles are taken against, where the file says so.
  public var reference: MotionReference?

  /// How many rows behind the last one have lost their times and are left out.
  public var untimed = 0

  /// A coordinate over time; NaN where it is missing.
  public struct Column: Sendable, Equatable {
    /// Its name, such as `knee_angle_r`.
    public var name: String
    /// Its values, one a row, in the file's unit.
    public var values: [Double]

    /// What it is the value of, in small letters: OpenSim 4 names states by their path, `/jointset/knee_r/knee_angle_r/value`.
    var coordinate: String {
      let parts = name.lowercased().split(separator: "/")
      return parts.count > 1 && parts.last == "value" ? String(parts[parts.count - 2]) : name.lowercased()
    }

    /// A column from its parts.
    public init(name: String, values: [Double]) { (self.name, self.values) = (name, values) }
  }

  /// A table from its parts; each column is as long as the times.
  public init(name: String, isInDegrees: Bool, times: [Double], columns: [Column], reference: MotionReference? = nil) {
    self.reference = reference
    (self.name, self.isInDegrees, self.times, self.columns) = (name, isInDegrees, times, columns)
  }
}

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
  /// Of a head: the trunk by shoulders and hips; and the line of the shoulders in a picture.
  case torso, shoulders
}
