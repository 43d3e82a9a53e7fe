import Geometry
import Platform

/// Which way to move the phone, as the operator behind it sees its image.
public enum MoveDirection: String, Sendable, CaseIterable {
  case right
  case rightDown = "right_down"
  case down
  case leftDown = "left_down"
  case left
  case leftUp = "left_up"
  case up
  case rightUp = "right_up"
  /// To the other side of the head, whichever way.
  case around

  private static let compass: [MoveDirection] = [.right, .rightDown, .down, .leftDown, .left, .leftUp, .up, .rightUp]

  /// The nearest of eight directions to that of a vector (x right, y down); nil for one of less than `least` length.
  public init?(_ vector: Vector2, least: Double = 0) {
    guard vector.length > least else { return nil }
    let eighths = (atan2(vector.y, vector.x) / (.pi / 4)).rounded()
    self = Self.compass[(Int(eighths) + 8) % 8]
  }
}
