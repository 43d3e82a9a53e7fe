public import Geometry
import Platform

/// Spreads markers over the cap: evenly (Lloyd 1982, on the surface), each turned at random, without overlap.
struct CapLayout {
  private let head: PhantomHead
  private let size: Double
  private let bits: Int
  private var generator: SeededGenerator

  init(head: PhantomHead, size: Double, bits: Int, seed: UInt64) {
    (self.head, self.size, self.bits) = (head, size, bits)
    generator = SeededGenerator(seed: seed ^ 0x4361_70)
  }

  /// Poses of at most `count` markers; fewer where the cap has no room for them.
  mutating func poses(count: Int) -> [RigidTransform] {
    let pool = capPoints()
    guard count > 0, !pool.isEmpty else { return [] }
    var placed: [RigidTransform] = []
    for centre in spread(count, over: pool) {
      if let pose = pose(at: centre, beside: placed) { placed.append(pose) }
    }
    return placed
  }

  /// Points of the surface at which a whole marker lies on the cap, evenly over the sphere (Fibonacci lattice).
  private func capPoints() -> [Vector3] {
    let count = 6000
    let golden = Double.pi * (3 - 5.0.squareRoot())
    let margin = 0.70 * size + 0.001
    return (0..<count).compactMap { i in
      let z = 1 - 2 * (Double(i) + 0.5) / Double(count)
      let r = (1 - z * z).squareRoot()
      let u: Vector3 = [r * cos(golden * Double(i)), r * sin(golden * Double(i)), z]
      return head.capDepth(toward: u) > margin ? head.point(toward: u) : nil
    }
  }

  private mutating func spread(_ count: Int, over pool: [Vector3]) -> [Vector3] {
    var centres = (0..<count).map { _ in pool[Int(generator.next() % UInt64(pool.count))] }
    for _ in 0..<40 {
      var sums = [Vector3](repeating: .zero, count: count)
      var members = [Double](repeating: 0, count: count)
      for point in pool {
        let nearest = centres.indices.min { squared(centres[$0], point) < squared(centres[$1], point) }!
        sums[nearest] += point
        members[nearest] += 1
      }
      for i in centres.indices where members[i] > 0 { centres[i] = sums[i] / members[i] }
    }
    return centres.map { head.point(toward: $0) }
  }

  /// A marker turned, and moved a little if need be, so that one cell of white at least lies between it and its
  /// neighbours; nil where that can't be had.
  private mutating func pose(at centre: Vector3, beside others: [RigidTransform]) -> RigidTransform? {
    let near = others.filter { squared($0.translation, centre) < 4 * size * size }
    for attempt in 0..<200 {
      let wander = generator.normal3() * (0.1 * size * Double(attempt) / 200)
      let place = head.point(toward: centre + wander)
      let normal = head.normal(toward: place.normalized)
      let candidate = Self.pose(at: place, normal: normal, turn: 2 * .pi * generator.uniform())
      if near.allSatisfy({ clear(candidate, of: $0) }) { return candidate }
    }
    return nil
  }

  /// The pose of a marker at a place whose upper edge points to the top of the cap.
  func uprightPose(at centre: Vector3) -> RigidTransform {
    let normal = head.normal(toward: centre.normalized)
    let up = head.cloth.edgeNormal
    let right = up.cross(normal).length > 1e-3 ? up.cross(normal).normalized : Vector3(1, 0, 0).cross(normal).normalized
    return RigidTransform(rotation: Matrix3(columns: right, normal.cross(right), normal), translation: centre)
  }

  private static func pose(at centre: Vector3, normal: Vector3, turn: Double) -> RigidTransform {
    let side = Vector3(0, 0, 1).cross(normal).length > 1e-3 ? Vector3(0, 0, 1) : Vector3(0, 1, 0)
    let e1 = side.cross(normal).normalized
    let e2 = normal.cross(e1)
    let right = e1 * cos(turn) + e2 * sin(turn)
    return RigidTransform(rotation: Matrix3(columns: right, normal.cross(right), normal), translation: centre)
  }

  /// True when an edge line of one of the two squares separates them (separating axes, in the plane of each).
  private func clear(_ a: RigidTransform, of b: RigidTransform) -> Bool {
    separates(a, b) || separates(b, a)
  }

  private func separates(_ a: RigidTransform, _ b: RigidTransform) -> Bool {
    let empty = [[Bool]](repeating: [], count: bits)
    let frame = PrintedMarker(id: 0, size: size, bits: empty, pose: a)
    let other = PrintedMarker(id: 0, size: size, bits: empty, pose: b)
    let gap = size / 2 + frame.quietZone
    let corners = PrintedMarker.cornerPlaces(size: size)
    let places = corners.map { frame.place(of: head.point(at: $0, of: other)) }
    return places.allSatisfy { $0.x > gap } || places.allSatisfy { $0.x < -gap }
      || places.allSatisfy { $0.y > gap } || places.allSatisfy { $0.y < -gap }
  }

  private func squared(_ a: Vector3, _ b: Vector3) -> Double {
    let d = a - b
    return d.dot(d)
  }
}

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
