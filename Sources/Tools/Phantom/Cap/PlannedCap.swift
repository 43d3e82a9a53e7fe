public import Geometry
import Platform

/// A cap whose markers are laid by a plan: on rings that divide the way along the head from the edge of the cloth to the
/// top.
public struct PlannedCap: Sendable, Equatable {
  /// Where a marker goes.
  public struct Place: Sendable, Equatable {
    /// Its id.
    public let id: Int
    /// The angle around the top of the cap, from the front to the right, in radians.
    public let turn: Double
    /// The share of the way from the edge of the cap to the top, along the head: 0 at the edge, 1 at the top.
    public let share: Double

    /// A place from its parts.
    public init(id: Int, turn: Double, share: Double) { (self.id, self.turn, self.share) = (id, turn, share) }
  }

  /// The markers.
  public let places: [Place]

  /// A cap with markers at some places.
  public init(_ places: [Place]) { self.places = places }

  /// A camera that looks at the middle of the head.
  ///
  /// - Parameters:
  ///   - direction: from the middle to the camera: x to the right, y to the front, z to the top of the cap.
  ///   - distance: from the camera to the surface, in metres.
  /// - Returns: `headFromCamera`.
  public func view(of head: PhantomHead, from direction: Vector3, distance: Double) -> RigidTransform {
    let out = Self.turned(direction, on: head).normalized
    let right = out.anyOrthogonal
    return RigidTransform(
      rotation: Matrix3(columns: right, right.cross(out), -out), translation: head.point(toward: out) + out * distance)
  }

  /// The point of a head's surface where a marker goes.
  func point(of place: Place, on head: PhantomHead) -> Vector3 {
    let top = head.point(toward: head.cloth.edgeNormal)
    let meridian = Self.meridian(turn: place.turn, on: head)
    var left = place.share * zip(meridian, meridian.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    for (lower, upper) in zip(meridian, meridian.dropFirst()) {
      let step = (upper - lower).length
      if left <= step { return head.point(toward: lower + (upper - lower) * (left / step)) }
      left -= step
    }
    return top
  }

  /// Points of the surface from the edge of the cloth up to the top, a degree apart as seen from the middle of the head.
  private static func meridian(turn: Double, on head: PhantomHead) -> [Vector3] {
    let points = stride(from: 140.0, through: 0, by: -1).map { degrees in
      let polar = degrees * .pi / 180
      return head.point(
        toward: turned([sin(polar) * sin(turn), sin(polar) * cos(turn), cos(polar)], on: head))
    }
    let isBelow = { (point: Vector3) in head.cloth.depth(point) < 0 }
    guard let first = points.lastIndex(where: isBelow), first + 1 < points.count else { return points }
    let (low, high) = (head.cloth.depth(points[first]), head.cloth.depth(points[first + 1]))
    let edge = points[first] + (points[first + 1] - points[first]) * (low / (low - high))
    return [edge] + points[(first + 1)...]
  }

  /// A direction in the head's frame: the top lies where the edge of the cloth faces.
  private static func turned(_ direction: Vector3, on head: PhantomHead) -> Vector3 {
    let (right, up) = (Vector3(1, 0, 0), head.cloth.edgeNormal)
    return right * direction.x + up.cross(right) * direction.y + up * direction.z
  }
}
