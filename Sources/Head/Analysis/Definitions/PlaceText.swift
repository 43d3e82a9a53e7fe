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

  /// One of eight directions around the head: `front`, `front-right`, `right` …
  public static func side(_ point: Vector2) -> String {
    direction(
      point, of: ["front", "front-right", "right", "back-right", "back", "back-left", "left", "front-left"]) ?? "side"
  }

  /// The four directions around the head.
  static let quarters = ["front", "right", "back", "left"]

  /// One of the four directions.
  static func quarter(_ point: Vector2) -> String { direction(point, of: quarters) ?? "side" }

  /// The nearest of directions that go evenly around the head from the front to the right; nil for no point.
  private static func direction(_ point: Vector2, of names: [String]) -> String? {
    let (count, turn) = (names.count, atan2(point.x, point.y) / (2 * .pi))
    guard turn.isFinite else { return nil }
    return names[(Int((turn * Double(count)).rounded()) + count) % count]
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
