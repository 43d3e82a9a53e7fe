import Diagnostics
import Geometry

/// What was cut from a mesh because its file is damaged: a flipped bit moves a vertex or refers to a wrong one.
///
/// - A **vertex off its surface** stands out along the normal by far more than the vertices about it. Its height is
///   taken against the mean of its neighbours, along the normal of their ring, which does not depend on the vertex
///   itself. What counts is the height minus the median of the neighbours' heights (the Laplacian of the Laplacian),
///   compared with the same of the vertices two and three edges away. Noise is everywhere, and the rim of an ear or of a
///   lid, the corner of an eye and a fold have similar vertices beside them; a damaged vertex stands alone.
/// - A **far vertex** lies outside the ring of its neighbours, and no edge of it is as short as those about it.
/// - A **fin** is a triangle with a wrong corner: it ends at a vertex whose other triangles are complete, or at one of
///   its own, beside the hole that it left.
/// - A **long triangle** spans far more than the edges at any of its ends, where the surface is broken. A closed
///   surface may have such triangles: a flat lid has.
public struct SurfaceDamage: Sendable, Equatable {
  /// Where the vertices lay that were cut, in metres, in the frame of the surface.
  public internal(set) var vertices: [Vector3] = []
  /// How many triangles were cut besides those of the vertices.
  public internal(set) var triangles = 0

  /// How many vertices and triangles were cut.
  var count: Int { vertices.count + triangles }

  /// The most vertices and triangles that are cut from a mesh of this size; one with more damage is refused.
  static func most(of vertices: Int) -> Int { max(20, vertices / 1000) }

  /// No scanner reaches farther, in metres; squares of coordinates beyond it may not even be numbers.
  private static let reach = 100.0

  /// The vertices beyond any scanner's reach of the middle one.
  static func beyondReach(_ positions: [Vector3]) -> [Int32] {
    // A vertex that is not finite belongs to no triangle.
    let finite = positions.filter(\.isFinite)
    let middle = (0..<3).map { axis in RobustStatistics.median(finite.map { $0[axis] }) }
    return positions.indices.filter { v in (0..<3).contains { abs(positions[v][$0] - middle[$0]) > reach } }.map(
      Int32.init)
  }

  /// What was cut; nil where nothing was.
  public var finding: Finding? {
    guard count > 0 else { return nil }
    var values: [String: FindingValue] = [:]
    if !vertices.isEmpty { values["vertices"] = .count(vertices.count) }
    if triangles > 0 { values["triangles"] = .count(triangles) }
    if values.count == 2 { values["and"] = .term("and", of: "conjunction") }
    return Finding(.surfaceDamaged, values)
  }
}

extension HeadSurface {
  /// The surface without what is damaged; unchanged, and no copy, where nothing is.
  ///
  /// - Parameters:
  ///   - before: where vertices lay that have been cut already.
  ///   - landmarks: points that lie on the head, metres.
  func withoutDamage(besides before: [Vector3], carrying landmarks: [Vector3]) throws(SurfaceError) -> HeadSurface {
    var fans = Fans(positions, triangles)
    let wrong = fans.wrongTriangles
    var rest = triangles
    if !wrong.isEmpty {
      rest = zip(triangles.indices, triangles).filter { !wrong.contains($0.0) }.map(\.1)
      fans = Fans(positions, rest)
    }
    var stray = StrayVertices(fans)
    let cut = stray.found()
    let damage = SurfaceDamage(vertices: before + cut.map { positions[$0] }, triangles: wrong.count)
    guard damage.count > 0 else { return self }
    guard damage.count <= SurfaceDamage.most(of: positions.count) else {
      throw .damaged(damage.count, of: positions.count)
    }
    let isCut = Set(cut.map { Int32($0) })
    var mended = try HeadSurface.cleaned(
      positions, rest.filter { !isCut.contains($0.x) && !isCut.contains($0.y) && !isCut.contains($0.z) },
      isForeign: true, carrying: landmarks)
    mended.partsLeftOut += partsLeftOut
    mended.damage = damage
    return mended
  }
}

/// The triangles about each vertex of a surface.
private struct Fans {
  let positions: [Vector3]
  let triangles: [SIMD3<Int32>]
  /// The triangles of vertex v are `list[starts[v]..<starts[v + 1]]`.
  private let starts, list: [Int32]
  private let edges: OpenEdges

  /// The most triangles of a fan that are examined: enough to show what is usual about a vertex, while the middle of a
  /// lid may have thousands.
  static let enough = 24

  init(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) {
    (self.positions, self.triangles) = (positions, triangles)
    var starts = [Int32](repeating: 0, count: positions.count + 1)
    for t in triangles { for k in 0..<3 { starts[Int(t[k]) + 1] += 1 } }
    for v in 1..<starts.count { starts[v] += starts[v - 1] }
    var (next, list) = (starts, [Int32](repeating: 0, count: 3 * triangles.count))
    for (i, t) in triangles.enumerated() {
      for k in 0..<3 {
        let v = Int(t[k])
        list[Int(next[v])] = Int32(i)
        next[v] += 1
      }
    }
    (self.starts, self.list, edges) = (starts, list, OpenEdges(triangles, vertices: positions.count))
  }

  /// True where the triangles about a vertex close a ring.
  func isClosed(_ vertex: Int) -> Bool { edges.isClosed(vertex) }

  /// The other two corners of each triangle of a vertex, in the triangle's sense.
  func sides(_ vertex: Int, atMost limit: Int = .max) -> some Sequence<(Int, Int)> {
    list[Int(starts[vertex])..<Int(starts[vertex + 1])].prefix(limit).lazy.map { index in
      let t = triangles[Int(index)]
      return Int(t.x) == vertex
        ? (Int(t.y), Int(t.z)) : Int(t.y) == vertex ? (Int(t.z), Int(t.x)) : (Int(t.x), Int(t.y))
    }
  }

  /// The neighbours of a vertex, each once, in ascending order.
  func ring(_ vertex: Int, atMost limit: Int = .max) -> [Int] {
    var ring: [Int] = []
    for (a, b) in sides(vertex, atMost: limit) { ring += [a, b] }
    ring.sort()
    return zip(ring.indices, ring).filter { $0.0 == 0 || ring[$0.0 - 1] != $0.1 }.map(\.1)
  }

  /// The median length of the edges at a vertex, in metres.
  private func usualEdge(_ vertex: Int) -> Double {
    RobustStatistics.median(ring(vertex, atMost: Self.enough).map { (positions[$0] - positions[vertex]).length })
  }

  /// Longer edges than this may be wrong, in metres, where they are as many times longer than is usual at both ends.
  private static let longEdge = (length: 0.010, times: 8.0)

  /// The indices of fins and long triangles.
  var wrongTriangles: Set<Int> {
    Set(triangles.indices.filter { isFin(triangles[$0]) || isLong(triangles[$0]) })
  }

  private func isFin(_ t: SIMD3<Int32>) -> Bool {
    (0..<3).contains { k in
      let (x, a, b) = (t[k], t[(k + 1) % 3], t[(k + 2) % 3])
      // Without the fin the ring about x would be whole; a and b have both lost the same edge and gained that to x.
      let open = edges.sums
      return open[Int(x)] != 0 && open[Int(x)] == OpenEdges.mark(a) ^ OpenEdges.mark(b) && open[Int(a)] == open[Int(b)]
    }
  }

  private func isLong(_ t: SIMD3<Int32>) -> Bool {
    guard (0..<3).count(where: { !isClosed(Int(t[$0])) }) >= 2 else { return false }
    return (0..<3).contains { k in
      let (a, b) = (Int(t[k]), Int(t[(k + 1) % 3]))
      let length = (positions[a] - positions[b]).length
      return length > Self.longEdge.length && length > Self.longEdge.times * max(usualEdge(a), usualEdge(b))
    }
  }
}

/// The search for vertices off their surface and far from it.
private struct StrayVertices {
  private let fans: Fans
  private var about: [Surroundings]
  private var isCut: [Bool]
  /// The standard deviation of all vertices' excess, in metres.
  private var usual = 0.0

  /// An excess below this, in metres, is never damage: 0.4 mm at the end of a diagonal are 0.3 points of CVAI.
  private static let least = 0.0004
  /// Nor is one below this share of the ring's radius: a coarse mesh follows an ear in steps.
  private static let leastShare = 0.22
  /// How many standard deviations of the excess beside it a damaged vertex exceeds. Of 10 million normal errors none
  /// does.
  private static let deviations = 8.0
  /// Nor is one damaged where a neighbour stands out by this share of its excess to the same side: a rim or a fold goes
  /// on. To the neighbours of a single vertex its own shift gives a sixth of it, to the other side.
  private static let company = 0.4
  /// Nor is one whose excess is less than so many times the fourth largest beside it: eyes, lips and ears are sharp in
  /// more than one place.
  private static let prominence = 5.0
  /// How many times the radius of its ring a far vertex lies from the ring's middle, and its nearest neighbour is as
  /// many times farther than edges about it are long.
  private static let (outside, farther) = (1.5, 3.0)

  /// What the ring of neighbours says about a vertex.
  private struct Surroundings {
    /// How far the mean of the neighbours lies above the vertex along the ring's normal, metres.
    var height = 0.0
    /// ``height`` less the mean of the neighbours' own heights.
    var excess = 0.0
    /// The distance of the mean of the neighbours from the vertex, their spread about it and the root mean square
    /// length of the edges; metres.
    var offset = 0.0, radius = 0.0, edge = 0.0
  }

  init(_ fans: Fans) {
    self.fans = fans
    isCut = [Bool](repeating: false, count: fans.positions.count)
    about = [Surroundings](repeating: Surroundings(), count: fans.positions.count)
    var closed: [Double] = []
    closed.reserveCapacity(about.count)
    for v in about.indices { about[v] = surroundings(v) }
    for v in about.indices where fans.isClosed(v) {
      var (sum, count) = (0.0, 0)
      for (a, b) in fans.sides(v) {
        sum += about[a].height + about[b].height
        count += 2
      }
      about[v].excess = about[v].height - sum / Double(max(count, 1))
      closed.append(abs(about[v].excess))
    }
    usual = closed.isEmpty ? 0 : RobustStatistics.madToSigma * RobustStatistics.median(closed)
  }

  /// The surroundings of a vertex by the triangles that are left, its excess still to come.
  private func surroundings(_ v: Int) -> Surroundings {
    let (p, positions) = (fans.positions[v], fans.positions)
    var (normal, sum, squares, count) = (Vector3.zero, Vector3.zero, 0.0, 0.0)
    for (i, j) in fans.sides(v) where !isCut[i] && !isCut[j] {
      let (a, b) = (positions[i] - p, positions[j] - p)
      normal += a.cross(b)
      sum += a + b
      squares += a.dot(a) + b.dot(b)
      count += 2
    }
    guard count > 0 else { return Surroundings() }
    let (mean, length) = (sum / count, normal.length)
    return Surroundings(
      height: fans.isClosed(v) && length > 0 ? mean.dot(normal) / length : 0, offset: mean.length,
      radius: max(0, squares / count - mean.dot(mean)).squareRoot(), edge: (squares / count).squareRoot())
  }

  /// The vertices to cut, the farthest off first; neighbours of one that was cut are judged without it.
  mutating func found() -> [Int] {
    // What is near a neighbour by the measure of the whole mesh is not far: that spares most of a noisy mesh.
    let usualEdge = RobustStatistics.median(about.map(\.edge))
    let candidates = about.indices.filter {
      isOff($0, usual) || isOutside($0) && nearest($0, fans.ring($0)) > usualEdge
    }
    .map { ($0, size($0)) }
    .sorted { ($0.1, $1.0) > ($1.1, $0.0) }
    let most = SurfaceDamage.most(of: about.count)
    var found: [Int] = []
    for (v, _) in candidates where !isCut[v] {
      let ring = fans.ring(v).filter { !isCut[$0] }
      guard isStray(v, ring) else { continue }
      isCut[v] = true
      found.append(v)
      // Of a mesh that will be refused nothing but the count is of use: neighbours are passed over.
      for w in ring {
        if found.count <= most { about[w].height = surroundings(w).height } else { isCut[w] = true }
      }
    }
    return found
  }

  private func size(_ v: Int) -> Double { max(abs(about[v].excess), isOutside(v) ? about[v].offset : 0) }

  private func isOff(_ v: Int, _ deviation: Double) -> Bool {
    let (height, excess) = (about[v].height, about[v].excess)
    let limit = max(Self.least, Self.leastShare * about[v].radius, Self.deviations * deviation)
    return abs(excess) > limit && abs(height) > limit && height * excess > 0
  }

  private func isOutside(_ v: Int) -> Bool {
    about[v].offset > Self.least && about[v].offset > Self.outside * about[v].radius
  }

  /// The verdict on a candidate, with what has been cut by now out of the way.
  private mutating func isStray(_ v: Int, _ ring: [Int]) -> Bool {
    guard !ring.isEmpty else { return false }
    let heights = ring.filter { fans.isClosed($0) }.map { about[$0].height }
    about[v].excess = about[v].height - (heights.isEmpty ? 0 : RobustStatistics.median(heights))
    let beside = beside(v, ring)
    guard beside.count >= 6 else { return false }
    let others = beside.map { abs(about[$0].excess) }
    let excess = RobustStatistics.madToSigma * RobustStatistics.median(others)
    if isOff(v, max(excess, usual)), !hasCompany(v, heights),
      abs(about[v].excess) > Self.prominence * others.sorted(by: >)[3]
    {
      return true
    }
    return isOutside(v)
      && nearest(v, ring) > Self.farther * RobustStatistics.median(beside.map { about[$0].edge })
  }

  /// Whether one of the neighbours, whose heights are given, stands out as the vertex does.
  private func hasCompany(_ v: Int, _ heights: [Double]) -> Bool {
    let excess = about[v].excess
    let usual = about[v].height - excess
    return heights.contains { ($0 - usual) / excess >= Self.company }
  }

  private func nearest(_ v: Int, _ ring: [Int]) -> Double {
    ring.reduce(.infinity) { min($0, (fans.positions[$1] - fans.positions[v]).length) }
  }

  /// Vertices two and three edges away: they show what is usual there, without the vertex itself.
  private func beside(_ v: Int, _ ring: [Int]) -> [Int] {
    var (seen, rim, beside) = (Set(ring + [v]), Array(ring.prefix(Fans.enough)), [Int]())
    for _ in 0..<2 {
      var next: [Int] = []
      for w in rim {
        for x in fans.ring(w, atMost: Fans.enough) where !isCut[x] && seen.insert(x).inserted { next.append(x) }
      }
      beside += next
      rim = Array(next.prefix(Fans.enough))
    }
    return beside
  }
}
