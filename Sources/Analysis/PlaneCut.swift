import Geometry

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
  private var heights: [Double]
  private var nodeOfEdge: [UInt64: Int32] = [:]
  private var points: [Vector2] = []
  private var segments: [SIMD2<Int32>] = []

  /// The lines in which a surface meets the plane Z = `level` (metres) of the head frame.
  static func lines(of surface: HeadSurface, headFromScan: RigidTransform, level: Double) -> [CutLine] {
    var cut = PlaneCut(surface, headFromScan, level)
    for triangle in surface.triangles { cut.add(triangle) }
    return cut.linked()
  }

  private init(_ surface: HeadSurface, _ headFromScan: RigidTransform, _ level: Double) {
    self.surface = surface
    self.headFromScan = headFromScan
    let up = headFromScan.rotation.rows.2
    let offset = headFromScan.translation.z - level
    heights = surface.positions.map { up.dot($0) + offset }
  }

  private mutating func add(_ t: SIMD3<Int32>) {
    let (a, b, c) = (heights[Int(t.x)] >= 0, heights[Int(t.y)] >= 0, heights[Int(t.z)] >= 0)
    if a == b && b == c { return }
    let lone = a == b ? 2 : (b == c ? 0 : 1)
    let from = node(t[lone], t[(lone + 1) % 3])
    let to = node(t[lone], t[(lone + 2) % 3])
    if from != to { segments.append([from, to]) }
  }

  /// The node at which the plane crosses an edge; the same for every triangle of the edge.
  private mutating func node(_ i: Int32, _ j: Int32) -> Int32 {
    let (low, high) = (min(i, j), max(i, j))
    let key = UInt64(UInt32(bitPattern: low)) << 32 | UInt64(UInt32(bitPattern: high))
    if let known = nodeOfEdge[key] { return known }
    let (h0, h1) = (heights[Int(low)], heights[Int(high)])
    let (p0, p1) = (surface.positions[Int(low)], surface.positions[Int(high)])
    let p = headFromScan * (p0 + (p1 - p0) * (h0 / (h0 - h1)))
    let new = Int32(points.count)
    points.append([p.x, p.y])
    nodeOfEdge[key] = new
    return new
  }

  /// Walks the segments: first from open ends, then round what is left.
  private func linked() -> [CutLine] {
    var links = [[Int32]](repeating: [], count: points.count)
    for (index, segment) in segments.enumerated() {
      links[Int(segment.x)].append(Int32(index))
      links[Int(segment.y)].append(Int32(index))
    }
    var used = [Bool](repeating: false, count: segments.count)
    var lines: [CutLine] = []
    let ends = links.indices.filter { links[$0].count % 2 == 1 }
    for start in ends + Array(links.indices) {
      while let line = walk(from: Int32(start), links, &used) { lines.append(line) }
    }
    return lines
  }

  private func walk(from start: Int32, _ links: [[Int32]], _ used: inout [Bool]) -> CutLine? {
    var nodes = [start]
    while let segment = links[Int(nodes.last!)].first(where: { !used[Int($0)] }) {
      used[Int(segment)] = true
      let ends = segments[Int(segment)]
      nodes.append(ends.x == nodes.last! ? ends.y : ends.x)
      if nodes.last! == start { break }
    }
    guard nodes.count > 1 else { return nil }
    let isClosed = nodes.count > 2 && nodes.last! == start
    if isClosed { nodes.removeLast() }
    return CutLine(points: nodes.map { points[Int($0)] }, isClosed: isClosed)
  }
}
