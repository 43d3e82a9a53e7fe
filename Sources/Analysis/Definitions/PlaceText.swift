import Geometry
import Platform

/// Places around the head by their keys; catalogues have them in words (`terms`, `place`).
public enum PlaceText {
  /// Where a point of the head frame lies: `front`, `back-left`, `crown`, `below` …
  ///
  /// - Parameter point: metres, head frame (X right, Y forward, Z up). Higher than 60° is the crown, under the base
  ///   plane is `below`.
  public static func place(_ point: Vector3) -> String {
    let flat = (point.x * point.x + point.y * point.y).squareRoot()
    if point.z > flat * 3.0.squareRoot() { return "crown" }
    return (point.z < 0 ? "below " : "") + side([point.x, point.y])
  }

  /// One of eight directions around the head: `front`, `front-right`, `right` …
  public static func side(_ point: Vector2) -> String {
    let names = ["front", "front-right", "right", "back-right", "back", "back-left", "left", "front-left"]
    let eighth = (atan2(point.x, point.y) / (.pi / 4)).rounded()
    guard eighth.isFinite else { return "side" }
    return names[((Int(eighth) % 8) + 8) % 8]
  }
}
