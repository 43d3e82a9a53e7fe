import Geometry
import PointClouds

/// A line of the intersection of a surface with a plane.
struct CutLine {
  /// Points in metres in the plane (X right, Y forward of the head frame).
  var points: [Vector2]
  /// True when the last point is joined to the first.
  var isClosed: Bool
}

/// The intersection of a surface with a horizontal plane of the head frame.
///
/// A vertex on the plane counts as above it, so each crossed triangle has two crossed edges and gives one segment.
/// Segments are linked by the edges that they share, never by nearness, so a wrong winding does no harm.
struct PlaneCut {
  private let surface: HeadSurface
  private let headFromScan: RigidTransform
  /// The height of a point p over the plane is `up` · p + `offset`, metres.
  private let up: Vector3, offset: Double
  /// The last node on an edge whose lower vertex is this one, or −1; each node names the one before.
  private var lastNode: [Int32]
  private var nodes: [(higher: Int32, before: Int32)] = []
  private var points: [Vector2] = []
  private var segments: [SIMD2<Int32>] = []

  /// The lines in which a surface meets the plane Z = `level` (metres) of the head frame.
  static func lines(of surface: CutSurface, headFromScan: RigidTransform, level: Double) -> [CutLine] {
    var cut = PlaneCut(surface.surface, headFromScan, level)
    surface.forEachTriangle(near: cut.up, cut.offset) { cut.add($0) }
    return cut.linked()
  }

  private init(_ surface: HeadSurface, _ headFromScan: RigidTransform, _ level: Double) {
    self.surface = surface
    self.headFromScan = headFromScan
    up = headFromScan.rotation.rows.2
    offset = headFromScan.translation.z - level
    lastNode = [Int32](repeating: -1, count: surface.positions.count)
  }

  private func height(_ vertex: Int32) -> Double { up.dot(surface.positions[Int(vertex)]) + offset }

  private mutating func add(_ t: SIMD3<Int32>) {
    let (a, b, c) = (height(t.x) >= 0, height(t.y) >= 0, height(t.z) >= 0)
    if a == b && b == c { return }
    let lone = a == b ? 2 : (b == c ? 0 : 1)
    let from = node(t[lone], t[(lone + 1) % 3])
    let to = node(t[lone], t[(lone + 2) % 3])
    if from != to { segments.append([from, to]) }
  }

  /// The node at which the plane crosses an edge; the same for every triangle of the edge.
  private mutating func node(_ i: Int32, _ j: Int32) -> Int32 {
    let (low, high) = (min(i, j), max(i, j))
    var known = lastNode[Int(low)]
    while known >= 0 {
      if nodes[Int(known)].higher == high { return known }
      known = nodes[Int(known)].before
    }
    let (h0, h1) = (height(low), height(high))
    let (p0, p1) = (surface.positions[Int(low)], surface.positions[Int(high)])
    let p = headFromScan * (p0 + (p1 - p0) * (h0 / (h0 - h1)))
    let new = Int32(points.count)
    // No literal, for which the compiler would make an array.
    points.append(Vector2(p.x, p.y))
    nodes.append((high, lastNode[Int(low)]))
    lastNode[Int(low)] = new
    return new
  }

  /// Walks the segments: first from open ends, then round what is left.
  private func linked() -> [CutLine] {
    var links = SegmentLinks(segments, nodes: points.count)
    let ends = points.indices.filter { links.count(at: $0) % 2 == 1 }
    var lines: [CutLine] = []
    for start in ends + Array(points.indices) {
      while let line = walk(from: Int32(start), &links) { lines.append(line) }
    }
    return lines
  }

  private func walk(from start: Int32, _ links: inout SegmentLinks) -> CutLine? {
    var nodes = [start]
    while let segment = links.takeNext(at: Int(nodes.last!)) {
      let ends = segments[segment]
      nodes.append(ends.x == nodes.last! ? ends.y : ends.x)
      if nodes.last! == start { break }
    }
    guard nodes.count > 1 else { return nil }
    let isClosed = nodes.count > 2 && nodes.last! == start
    if isClosed { nodes.removeLast() }
    return CutLine(points: nodes.map { points[Int($0)] }, isClosed: isClosed)
  }
}

/// The segments at each node, in order; each is taken once. Where thousands meet in a node, those taken before are passed
/// over once.
private struct SegmentLinks {
  /// The segments of node n are `list[starts[n]..<starts[n + 1]]`.
  private let starts, list: [Int32]
  /// Where the first that may still be there stands.
  private var next: [Int32]
  private var isTaken: [Bool]

  init(_ segments: [SIMD2<Int32>], nodes: Int) {
    var starts = [Int32](repeating: 0, count: nodes + 1)
    for segment in segments { for k in 0..<2 { starts[Int(segment[k]) + 1] += 1 } }
    for n in 0..<nodes { starts[n + 1] += starts[n] }
    var (next, list) = (starts, [Int32](repeating: 0, count: 2 * segments.count))
    for (index, segment) in segments.enumerated() {
      for k in 0..<2 {
        list[Int(next[Int(segment[k])])] = Int32(index)
        next[Int(segment[k])] += 1
      }
    }
    (self.starts, self.list, self.next) = (starts, list, starts)
    isTaken = [Bool](repeating: false, count: segments.count)
  }

  func count(at node: Int) -> Int { Int(starts[node + 1] - starts[node]) }

  mutating func takeNext(at node: Int) -> Int? {
    while next[node] < starts[node + 1] {
      let segment = Int(list[Int(next[node])])
      next[node] += 1
      guard isTaken[segment] else {
        isTaken[segment] = true
        return segment
      }
    }
    return nil
  }
}
