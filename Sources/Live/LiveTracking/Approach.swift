import Feedback
import Geometry
import Platform

/// The camera's way around the head to a part of it.
struct Approach {
  let direction: MoveDirection?
  let degrees: Double

  /// - Parameters:
  ///   - eye: the unit direction from the head's middle to the camera, in the camera's frame.
  ///   - target: the same to the part.
  init(from eye: Vector3, to target: Vector3, _ view: ViewFrame, _ rules: FeedbackRules.Coverage) {
    let cosine = max(-1, min(1, eye.dot(target)))
    degrees = acos(cosine) * 180 / .pi
    // The part of the way that lies across the line of sight is where the camera goes.
    let across = target - eye * cosine
    let way = MoveDirection(view.turned([across.x, across.y]))
    direction = degrees < rules.facingDegrees ? nil : degrees > rules.oppositeDegrees ? .around : way
  }
}

extension PartFacts {
  init(covered: Double, _ approach: Approach) {
    self.init(covered: covered, direction: approach.direction, away: approach.degrees)
  }
}
