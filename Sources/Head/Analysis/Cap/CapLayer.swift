import Geometry
import PointClouds

/// A cap of known thickness on a head: taken off, it leaves the head's own surface.
public struct CapLayer: Sendable, Equatable {
  /// The cloth's thickness in metres.
  public var thickness: Double
  /// The standard deviation of the thickness in metres; nil to take it from the thickness.
  public var standardDeviation: Double?
  /// Points of the cap, such as the corners of its markers, in the frame of the surface; nil where they are not known.
  public var points: [Vector3]?
  /// How far the cloth is expected to reach below the lowest of the points, in metres: anything from none to twice that.
  public var margin: Double

  /// A cap; without a standard deviation, its thickness is known as well as any cap's.
  public init(
    thickness: Double, standardDeviation: Double? = nil, points: [Vector3]? = nil, margin: Double = 0.005
  ) {
    (self.thickness, self.margin) = (thickness, margin)
    self.standardDeviation = standardDeviation
    self.points = points
  }

  /// The cap moved by a rigid transform.
  public func transformed(by transform: RigidTransform) -> CapLayer {
    CapLayer(
      thickness: thickness, standardDeviation: standardDeviation, points: points?.map { transform * $0 }, margin: margin
    )
  }

  /// The standard deviation of the thickness as a share of it.
  ///
  /// Evidence: assumed: cloth gives way; Docs/methods/cap-thickness.md states it.
  private static let deviationShare = 0.1
  /// Its least standard deviation, metres.
  ///
  /// Evidence: assumed: as for the share.
  private static let leastDeviation = 0.0001
  /// Cloth with a print on it is rarely thicker than this, metres: a warning asks.
  ///
  /// Evidence: assumed: no measurement behind it.
  static let usualThickness = 0.002
  /// Hair that is pressed flat under a cap is rarely thicker than this, metres: a warning asks.
  ///
  /// Evidence: reckoned as that of 3 cm is, Docs/methods/uncertainty.md: of hair that is 12 cm long.
  static let usualHair = 0.004
  /// The layer that is taken off to see what air and hair under a cap of no thickness do, metres.
  ///
  /// Evidence: any small number does: measures follow it linearly.
  static let trialThickness = 0.001

  /// The standard deviation of the thickness in metres, as it was stated or by the thickness itself.
  var thicknessDeviation: Double {
    standardDeviation ?? (thickness > 0 ? max(Self.leastDeviation, Self.deviationShare * thickness) : 0)
  }

  /// The head under the cap: what the cloth covers is moved inwards by its thickness.
  ///
  /// - Parameters:
  ///   - head: the surface in the head frame.
  ///   - top: the height of the vertex in metres.
  ///   - edges: where the cap's edge is taken to be, each a number of standard deviations above where it is expected.
  /// - Returns: the head for each of the edges.
  func removed(
    from head: HeadSurface, top: Double, edges: [Double]
  ) -> [HeadSurface] {
    let expected = CapEdge(points: points, margin: margin, top: top)
    let normals = ClothNormals(head.positions, head.outwardNormals(from: [0, 0, 0.3 * top]))
    let steps = head.positions.map { normals.direction(at: $0) * thickness }
    return edges.map { deviations in
      let edge = expected.raised(by: deviations)
      let positions = zip(head.positions, steps).map { $0 - $1 * edge.cover($0) }
      return HeadSurface(positions: positions, triangles: head.triangles)
    }
  }

  /// The points that lie under the cap with its edge a standard deviation higher, and those that do not with it as much lower.
  func split(_ points: [Vector3], top: Double) -> (covered: [Vector3], skin: [Vector3]) {
    let edge = CapEdge(points: self.points, margin: margin, top: top)
    let (low, high) = (edge.raised(by: -1), edge.raised(by: 1))
    return (points.filter { high.cover($0) == 1 }, points.filter { low.cover($0) == 0 })
  }

  /// The standard deviation of the height of the edge in metres.
  func edgeDeviation(top: Double) -> Double {
    CapEdge(points: points, margin: margin, top: top).deviation
  }

  /// The share of a section's outline that lies under the cap, from 0 to 1.
  func share(of section: Section, top: Double) -> Double {
    let edge = CapEdge(points: points, margin: margin, top: top)
    let points = section.points
    return points.reduce(0.0) { $0 + edge.cover([$1.x, $1.y, section.level]) } / Double(max(1, points.count))
  }
}

/// How far down a cap reaches: to a plane that leans forward or backward, but not to a side.
///
/// A cap is sewn alike on both sides. An edge read from the markers of each side by itself would let chance decide that
/// one end of a diagonal is covered and the other is not, which is an asymmetry of a whole thickness.
private struct CapEdge {
  /// The edge's height at Y = 0 and its rise forward; metres.
  private var height, rise: Double
  /// The standard deviation of the height: it may lie evenly anywhere between the cap's points and twice its margin.
  let deviation: Double

  /// The height of the edge of a cap whose place is unknown, as a share of the vertex height; it may lie anywhere between
  /// none and twice that.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/cap-thickness.md states it.
  private static let unknownHeight = 0.15
  /// The height above its edge over which the cap fades in, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let ramp = 0.005

  /// Where the cap's points are known: the margin below the highest such plane under all of them. Otherwise: a share of
  /// the vertex height.
  init(points: [Vector3]?, margin: Double, top: Double) {
    guard let points = points?.map({ Vector2($0.y, $0.z) }), let first = points.first else {
      (height, rise, deviation) = (Self.unknownHeight * top, 0, Self.unknownHeight * top / 3.0.squareRoot())
      return
    }
    deviation = margin / 3.0.squareRoot()
    let middle = points.reduce(0.0) { $0 + $1.x } / Double(points.count)
    // The edge of the points' hull, seen from the side, that passes under their middle.
    let hull = Polygon.hull(points)
    let stretch = hull.indices.lazy.map { (hull[$0], hull[($0 + 1) % hull.count]) }
      .first { $0.x < $1.x && $0.x <= middle && middle <= $1.x }
    guard let (a, b) = stretch else {
      (height, rise) = (points.reduce(first.y) { min($0, $1.y) } - margin, 0)
      return
    }
    rise = (b.y - a.y) / (b.x - a.x)
    height = a.y - rise * a.x - margin
  }

  /// The edge, a number of its standard deviations higher.
  func raised(by deviations: Double) -> CapEdge {
    var edge = self
    edge.height += deviations * deviation
    return edge
  }

  /// 1 under the cap, 0 below its edge; rising in between over the ramp above the edge.
  func cover(_ p: Vector3) -> Double { min(max((p.z - height - rise * p.y) / Self.ramp, 0), 1) }
}

extension HeadSurface {
  /// The normal at each vertex, weighted with the area about it, away from a point inside, however the triangles wind.
  func outwardNormals(from inside: Vector3) -> [Vector3] {
    var normals = [Vector3](repeating: .zero, count: positions.count)
    for t in triangles {
      let (a, b, c) = corners(t)
      let normal = (b - a).cross(c - a)
      let outward = normal.dot(a + b + c - inside * 3) < 0 ? -normal : normal
      for k in 0..<3 { normals[Int(t[k])] += outward }
    }
    return normals
  }
}

/// The outward direction of a cloth: the surface's normals averaged over a few millimetres.
///
/// Neighbouring vertices of a noisy mesh lie a tenth of a millimetre apart and have normals that differ by many degrees.
/// Moved by a millimetre along these they would pass each other and fold the surface. The averages vary smoothly: normals
/// are gathered in the nodes of a grid and taken from there, both times in proportion to nearness (trilinear).
struct ClothNormals {
  private let grid: Grid
  private let nodes: [Vector3]

  /// The spacing of the grid on which the cloth's directions are averaged, metres; averages reach twice as far.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let clothStep = 0.004

  /// - Parameters:
  ///   - positions: vertices in metres, in the head frame; not empty.
  ///   - normals: their outward normals, weighted with the area that they stand for.
  ///   - step: the distance of the grid's nodes in metres; averages reach twice as far.
  init(_ positions: [Vector3], _ normals: [Vector3], step: Double = clothStep) {
    let grid = Grid(around: positions, step: step)
    var nodes = [Vector3](repeating: .zero, count: grid.count)
    for (position, normal) in zip(positions, normals) { grid.visit(position) { nodes[$0] += normal * $1 } }
    (self.grid, self.nodes) = (grid, nodes)
  }

  /// The unit direction at one of the vertices; zero where the normals about it cancel out and far from any head.
  func direction(at position: Vector3) -> Vector3 {
    var sum = Vector3.zero
    grid.visit(position) { sum += nodes[$0] * $1 }
    let length = sum.length
    return length > 0 ? sum / length : .zero
  }
}

/// The nodes of a grid that holds some points; those too far from the head to be a cap's have none.
private struct Grid {
  /// Half of the widest box, in metres: no cap reaches farther from between the ears, and a mesh with a thorn costs no more
  /// memory than 4 million nodes at 4 mm.
  private static let reach = Vector3(repeating: 0.3)
  private let step: Double
  private let low, size: SIMD3<Int>

  init(around points: [Vector3], step: Double) {
    self.step = step
    let held = points.lazy.map { pointwiseMin(pointwiseMax($0, -Self.reach), Self.reach) }
    let (least, most) = held.reduce((Self.reach, -Self.reach)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    low = SIMD3<Int>((least / step).rounded(.down))
    size = SIMD3<Int>((most / step).rounded(.down)) &- low &+ 2
  }

  var count: Int { size.x * size.y * size.z }

  /// The eight nodes about a point, each with its share of it; none about a point out of reach.
  func visit(_ point: Vector3, _ body: (_ node: Int, _ share: Double) -> Void) {
    guard pointwiseMin(pointwiseMax(point, -Self.reach), Self.reach) == point else { return }
    let scaled = point / step
    let floor = scaled.rounded(.down)
    let (base, rest) = (SIMD3<Int>(floor) &- low, scaled - floor)
    for corner in 0..<8 {
      let upper = SIMD3(corner & 1, corner >> 1 & 1, corner >> 2)
      let share = (Vector3(1, 1, 1) - rest).replacing(with: rest, where: Vector3(upper) .== 1)
      let at = base &+ upper
      body((at.z * size.y + at.y) * size.x + at.x, share.x * share.y * share.z)
    }
  }
}
