import Geometry

/// Parts of the vault, by the direction from the middle of the ears: the crown above 60°, below it eight parts of 45°.
public enum VaultRegion: String, CaseIterable, Sendable, Codable {
  case front
  case frontRight = "front-right"
  case right
  case backRight = "back-right"
  case back
  case backLeft = "back-left"
  case left
  case frontLeft = "front-left"
  case crown

  /// The part in which a point of the head frame lies, above the base plane.
  public init(_ point: Vector3) { self = VaultRegion(rawValue: PlaceText.place([point.x, point.y, max(point.z, 0)]))! }
}
