import Geometry

/// A half-line with a unit direction.
struct Ray: Sendable {
  let origin, direction: Vector3

  func at(_ distance: Double) -> Vector3 { origin + direction * distance }
}
