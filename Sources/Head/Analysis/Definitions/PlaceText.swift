import Geometry
import Platform

/// Places around the head by their keys; catalogues have them in words (`terms`, `place`).
public enum PlaceText {
  /// Where a point of the head frame lies: `front`, `back-left`, `crown`, `below` …
  ///
  /// - Parameter point: metres, head frame (X right, Y forward, Z up). Above 60° it is `crown`, under the base plane
  /// `below`.
  public static func place(_ point: Vector3) -> String {
    let flat = (point.x * point.x + point.y * point.y).squareRoot()
    if point.z > flat * 3.0.squareRoot() { return "crown" }
    return (point.z < 0 ? "below " : "") + side([point.x, point.y])
  }

  /// The four directions around the head.
  static let quarters = ["front", "right", "back", "left"]

  /// One of the four directions.
  static func quarter(_ point: Vector2) -> String {
    let quarter = (atan2(point.x, point.y) / (.pi / 2)).rounded()
    return quarters[((Int(quarter) % 4) + 4) % 4]
  }

  /// One of eight directions around the head: `front`, `front-right`, `right` …
  public static func side(_ point: Vector2) -> String {
    let names = ["front", "front-right", "right", "back-right", "back", "back-left", "left", "front-left"]
    let eighth = (atan2(point.x, point.y) / (.pi / 4)).rounded()
    guard eighth.isFinite else { return "side" }
    return names[((Int(eighth) % 8) + 8) % 8]
  }
}

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

  /// Where the vault begins above the base plane, as a share of the vertex height. See Docs/methods/comparison.md
  /// (Aligning B with A): ears and brow end below it; the number itself is assumed.
  static let start = 0.3

  /// The part in which a point of the head frame lies, above the base plane.
  public init(_ point: Vector3) { self = VaultRegion(rawValue: PlaceText.place([point.x, point.y, max(point.z, 0)]))! }
}
