import Geometry
import Platform

/// The way of a camera around the head towards a part of it.
struct Approach {
  let direction: MoveDirection?
  let degrees: Double

  /// - Parameters:
  ///   - eye: the unit direction from the head's middle to the camera, in the camera's frame.
  ///   - target: the same to the part.
  init(from eye: Vector3, to target: Vector3, _ view: ViewFrame) {
    let cosine = max(-1, min(1, eye.dot(target)))
    degrees = acos(cosine) * 180 / .pi
    // The part of the way that lies across the line of sight is where the camera goes.
    let across = target - eye * cosine
    let way = MoveDirection(view.turned([across.x, across.y]))
    direction = degrees < Self.facing ? nil : degrees > Self.opposite ? .around : way
  }

  /// A part this near to the line of sight is faced, in degrees.
  private static let facing = 25.0
  /// From here on either way is as good.
  private static let opposite = 155.0
}

extension PartFacts {
  init(covered: Double, _ approach: Approach) {
    self.init(covered: covered, direction: approach.direction, away: approach.degrees)
  }
}
