import Geometry

/// A cap of known thickness on a head: taken off, it leaves the head's own surface.
public struct CapLayer: Sendable, Equatable {
  /// The cloth's thickness in metres.
  public var thickness: Double
  /// The standard deviation of the thickness in metres.
  public var standardDeviation: Double
  /// Points of the cap, such as the corners of its markers, in the frame of the surface; nil where nobody knows them.
  public var points: [Vector3]?

  /// A cap; its thickness is known to 10 %, and to no better than 0.1 mm, unless the caller knows better.
  public init(thickness: Double, standardDeviation: Double? = nil, points: [Vector3]? = nil) {
    self.thickness = thickness
    self.standardDeviation = standardDeviation ?? (thickness > 0 ? max(0.0001, 0.1 * thickness) : 0)
    self.points = points
  }

  /// The cap moved by a rigid transform.
  public func transformed(by transform: RigidTransform) -> CapLayer {
    CapLayer(thickness: thickness, standardDeviation: standardDeviation, points: points?.map { transform * $0 })
  }

  /// The head under the cap: what the cloth covers is moved inwards by its thickness.
  ///
  /// - Parameters:
  ///   - head: the surface in the head frame.
  ///   - top: the height of the vertex in metres.
  func removed(from head: HeadSurface, top: Double) -> HeadSurface {
    let edge = CapEdge(self, top: top)
    let normals = head.outwardNormals(from: [0, 0, 0.3 * top])
    let positions = zip(head.positions, normals).map { p, n in
      let share = edge.cover(p)
      return share > 0 ? p - n * (thickness * share) : p
    }
    return HeadSurface(positions: positions, triangles: head.triangles)
  }

  /// The share of a section's outline that lies under the cap, from 0 to 1.
  func share(of section: Section, top: Double) -> Double {
    let edge = CapEdge(self, top: top)
    let points = section.points
    return points.reduce(0.0) { $0 + edge.cover([$1.x, $1.y, section.level]) } / Double(max(1, points.count))
  }
}

/// How far down a cap reaches: to a plane that leans forward or backward, but not to a side.
///
/// A cap is sewn alike on both sides. An edge read from the markers of each side by itself would let chance decide that
/// one end of a diagonal is covered and the other one's is not, which is an asymmetry of a whole thickness.
private struct CapEdge {
  /// The edge's height at Y = 0 and its rise forward; metres.
  private var height, rise: Double

  /// Where the cap's points are known, the highest such plane below all of them; else half-way between base plane and
  /// 3/10 of the vertex height.
  init(_ cap: CapLayer, top: Double) {
    (height, rise) = (0.15 * top, 0)
    guard let points = cap.points?.map({ Vector2($0.y, $0.z) }), let first = points.first else { return }
    let middle = points.reduce(0.0) { $0 + $1.x } / Double(points.count)
    // Of the lower side of the points' hull, seen from the side, the stretch that passes under their middle.
    let hull = Polygon.hull(points)
    let stretch = hull.indices.lazy.map { (hull[$0], hull[($0 + 1) % hull.count]) }
      .first { $0.x < $1.x && $0.x <= middle && middle <= $1.x }
    guard let (a, b) = stretch else {
      height = points.reduce(first.y) { min($0, $1.y) }
      return
    }
    rise = (b.y - a.y) / (b.x - a.x)
    height = a.y - rise * a.x
  }

  /// 1 under the cap, 0 beside it; in between over 5 mm below the lowest marker, which cloth surrounds.
  func cover(_ p: Vector3) -> Double { min(max(1 + (p.z - height - rise * p.y) / 0.005, 0), 1) }
}

extension HeadSurface {
  /// The unit normal at each vertex, weighted by area, away from a point inside, however the triangles wind.
  func outwardNormals(from inside: Vector3) -> [Vector3] {
    var normals = [Vector3](repeating: .zero, count: positions.count)
    for t in triangles {
      let (a, b, c) = corners(t)
      let normal = (b - a).cross(c - a)
      let outward = normal.dot(a + b + c - inside * 3) < 0 ? -normal : normal
      for k in 0..<3 { normals[Int(t[k])] += outward }
    }
    return normals.map { n in
      let length = n.length
      return length > 0 ? n / length : .zero
    }
  }
}
