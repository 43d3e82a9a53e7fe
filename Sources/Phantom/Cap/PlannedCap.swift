public import Geometry
import Platform

/// A cap whose markers were planned on a sphere, for a head that is about as large.
public struct PlannedCap: Sendable, Equatable {
  /// The sphere's radius in metres.
  public let radius: Double
  /// The angle at its middle between the top of the cap and its rim, in radians.
  public let rim: Double
  /// Directions from its middle to the markers, by their ids: x to the right, y to the front, z to the top.
  public let directions: [Int: Vector3]

  /// A plan from its parts.
  public init(radius: Double, rim: Double, directions: [Int: Vector3]) {
    (self.radius, self.rim, self.directions) = (radius, rim, directions)
  }

  /// A camera that looks at the middle of the cap on a head.
  ///
  /// - Parameters:
  ///   - direction: from the middle to the camera, in the plan's axes.
  ///   - distance: from the camera to the surface, in metres.
  /// - Returns: `headFromCamera`.
  public func view(of head: PhantomHead, from direction: Vector3, distance: Double) -> RigidTransform {
    let out = turned(direction, on: head).normalized
    let right = out.anyOrthogonal
    return RigidTransform(
      rotation: Matrix3(columns: right, right.cross(out), -out),
      translation: point(toward: direction, on: head) + out * distance)
  }

  /// The point of a head's surface in a direction from the middle of the cap, whose rim lies on the edge of the cloth.
  func point(toward direction: Vector3, on head: PhantomHead) -> Vector3 {
    let middle = head.cloth.edgeNormal * (head.cloth.edgeOffset - radius * cos(rim))
    let out = turned(direction, on: head).normalized
    var reach = radius
    for _ in 0..<30 {
      let place = middle + out * reach
      reach += head.radius(toward: place.normalized) - place.length
    }
    return middle + out * reach
  }

  /// A direction in the head's frame: the top lies where the edge of the cloth faces.
  private func turned(_ direction: Vector3, on head: PhantomHead) -> Vector3 {
    let (right, up) = (Vector3(1, 0, 0), head.cloth.edgeNormal)
    return right * direction.x + up.cross(right) * direction.y + up * direction.z
  }
}
