import Geometry

extension HeadSurface {
  /// The most large parts that the surface of a head can have.
  fileprivate static let mostParts = 200

  /// The surface that is measured of a checked mesh: equal vertices are one, specks and unused vertices go.
  ///
  /// - Parameters:
  ///   - isForeign: whether the mesh is another program's: with seams that are not quite closed, faces that are listed
  ///     twice, and other bodies beside the head.
  ///   - landmarks: points that lie on the head, metres; none for the largest part.
  /// - Throws: ``SurfaceError/shattered(parts:)``.
  static func cleaned(
    _ positions: [Vector3], _ triangles: [SIMD3<Int32>], isForeign: Bool = false, carrying landmarks: [Vector3] = []
  ) throws(SurfaceError) -> HeadSurface {
    var triangles = Welding.joined(triangles, PlaceTable.firstOfEqual(positions))
    if isForeign {
      if let seams = Welding.seams(positions, triangles) { triangles = Welding.joined(triangles, seams) }
      triangles = Welding.distinct(triangles)
    }
    let parts = try SurfaceParts(positions, triangles, carrying: landmarks)
    let near = isForeign ? parts.continuing : parts.near
    var surface = HeadSurface(positions: positions, triangles: triangles)
      .part(Array(([parts.head] + near).joined()))
    surface.partsLeftOut = parts.others.count - near.count
    return surface
  }

  /// The part that some of its triangles make, without the vertices that none of them uses.
  package func part(_ triangles: [SIMD3<Int32>]) -> HeadSurface {
    var new = [Int32](repeating: -1, count: positions.count)
    for t in triangles { for k in 0..<3 { new[Int(t[k])] = 0 } }
    var kept: [Vector3] = []
    for i in new.indices where new[i] == 0 {
      new[i] = Int32(kept.count)
      kept.append(positions[i])
    }
    let moved = triangles.map { SIMD3<Int32>(new[Int($0.x)], new[Int($0.y)], new[Int($0.z)]) }
    return HeadSurface(positions: kept, triangles: moved)
  }
}

/// Sets of indices that can be united (Tarjan 1975, path halving).
package struct DisjointSets {
  private var parent: [Int32]

  package init(count: Int) { parent = (0..<Int32(clamping: count)).map { $0 } }

  package mutating func root(_ index: Int) -> Int {
    var i = Int32(index)
    while parent[Int(i)] != i {
      parent[Int(i)] = parent[Int(parent[Int(i)])]
      i = parent[Int(i)]
    }
    return Int(i)
  }

  package mutating func join(_ a: Int, _ b: Int) {
    let (ra, rb) = (root(a), root(b))
    if ra != rb { parent[max(ra, rb)] = Int32(min(ra, rb)) }
  }
}

/// The connected parts of a surface: the head, and others that are no specks.
struct SurfaceParts {
  /// The triangles of the head: of the part that carries the landmarks, without landmarks of the largest.
  let head: [SIMD3<Int32>]
  /// The triangles of the other parts, the largest first.
  let others: [[SIMD3<Int32>]]
  private let positions: [Vector3]
  /// A point inside the head.
  private let middle: Vector3

  /// Connected parts with less than this share of the head's area are specks.
  private static let speck = 0.05
  /// Parts farther than this from the head, in metres, are not of it: a second head, a lamp, a couch.
  private static let farthest = 0.02
  /// No skin of a head lies farther from its middle, metres.
  private static let largest = 0.2
  /// A landmark farther than this from a part says nothing about it, metres.
  private static let reach = 0.01

  /// - Parameter landmarks: points that lie on the head, metres.
  /// - Throws: ``SurfaceError/shattered(parts:)`` where there are more parts than a scan of a head has.
  init(_ positions: [Vector3], _ triangles: [SIMD3<Int32>], carrying landmarks: [Vector3]) throws(SurfaceError) {
    self.positions = positions
    var sets = DisjointSets(count: positions.count)
    for t in triangles {
      sets.join(Int(t.x), Int(t.y))
      sets.join(Int(t.x), Int(t.z))
    }
    var area = [Double](repeating: 0, count: positions.count)
    for t in triangles {
      let a = positions[Int(t.x)]
      area[sets.root(Int(t.x))] += (positions[Int(t.y)] - a).cross(positions[Int(t.z)] - a).length / 2
    }
    // Before millions of them are sorted.
    let most = area.max() ?? 0
    let like = area.count { $0 > 0 && $0 >= Self.speck * most }
    guard like <= HeadSurface.mostParts else { throw .shattered(parts: like) }
    let parts = Dictionary(grouping: triangles) { sets.root(Int($0.x)) }
    var away: [Int: Double] = [:]
    for point in landmarks where parts.count > 1 {
      for (root, distance) in Self.distances(of: point, positions, triangles, &sets) {
        away[root, default: 0] -= Self.reach - distance
      }
    }
    let ranked = parts.keys.sorted { (area[$0], $1) > (area[$1], $0) }
    let main = ranked.min { away[$0] ?? 0 < away[$1] ?? 0 }
    head = main.flatMap { parts[$0] } ?? []
    others = ranked.filter { $0 != main && area[$0] >= Self.speck * area[main!] }.map { parts[$0]! }
    guard others.count < HeadSurface.mostParts else { throw .shattered(parts: others.count + 1) }
    let inside = landmarks.isEmpty ? head.map { positions[Int($0.x)] } : landmarks
    middle = inside.reduce(.zero, +) / Double(max(inside.count, 1))
  }

  /// The distances of a point from the parts within ``reach`` of it, metres, by their roots.
  private static func distances(
    of point: Vector3, _ positions: [Vector3], _ triangles: [SIMD3<Int32>], _ sets: inout DisjointSets
  ) -> [Int: Double] {
    var nearest: [Int: Double] = [:]
    for t in triangles {
      let (a, b, c) = (positions[Int(t.x)], positions[Int(t.y)], positions[Int(t.z)])
      // Cheap bound: the triangle lies within a ball about its first corner.
      if (point - a).length - max((b - a).length, (c - a).length) > reach { continue }
      let distance = (point - Triangle(a: a, b: b, c: c).closestPoint(to: point)).length
      guard distance < reach else { continue }
      let root = sets.root(Int(t.x))
      nearest[root] = min(nearest[root] ?? .infinity, distance)
    }
    return nearest
  }

  /// The parts that lie near the head.
  var near: [[SIMD3<Int32>]] {
    guard !others.isEmpty else { return [] }
    let tree = KDTree(head.map { positions[Int($0.x)] })
    return others.filter { part in
      part.contains { (tree.nearest(to: positions[Int($0.x)])?.distance ?? .infinity) <= Self.farthest }
    }
  }

  /// The parts that go on where the head's surface ends: near it, and seen from inside mostly where it has no surface. What
  /// hovers over the skin (a toy, a hand, a bed) or lies under it (an inner wall) is another body.
  var continuing: [[SIMD3<Int32>]] {
    let near = near
    guard !near.isEmpty else { return [] }
    let caster = MeshRaycaster(Mesh(positions: positions, triangles: head))
    return near.filter { part in
      // In steps with stated types: as one expression the compiler takes seconds for it.
      let directions: [Vector3] = stride(from: 0, to: part.count, by: max(1, part.count / 1000)).compactMap {
        (i: Int) in
        let t: SIMD3<Int32> = part[i]
        let sum: Vector3 = positions[Int(t.x)] + positions[Int(t.y)] + positions[Int(t.z)]
        let direction: Vector3 = sum / 3 - middle
        return direction.length <= Self.largest ? direction : nil
      }
      let covered = directions.count { caster.firstHit(origin: middle, direction: $0) != nil }
      return 2 * covered < directions.count
    }
  }
}

/// Makes one vertex of several at the same place.
enum Welding {
  /// Vertices on open edges closer together than this are one, metres: what numbers of six digits, or the rounding of two
  /// programs, leave between the sides of a seam. No scanner sees anything that small.
  private static let seam = 1e-5
  /// The edge of the cells in which they are looked for, metres: most vertices are a seam and more from every other cell, and few
  /// that are apart fit into one.
  private static let cell = 4 * seam

  /// For each vertex the one that it is joined to where the surface comes apart along a seam, itself elsewhere; nil where
  /// there is no such seam.
  static func seams(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) -> [Int32]? {
    var (index, isApart) = (positions.indices.map { Int32($0) }, false)
    let edges = OpenEdges(triangles, vertices: positions.count)
    // Those that others are joined to, by the cells that they lie in: the last one of each cell, and before each the one before.
    var cells = PlaceTable(capacity: positions.indices.count { !edges.isClosed($0) })
    var (last, before) = ([Int32](), [Int32](repeating: -1, count: positions.count))
    let firstNear = { (last: Int32, place: Vector3) -> Int32? in
      sequence(first: last) { before[Int($0)] < 0 ? nil : before[Int($0)] }
        .reduce(nil) { (positions[Int($1)] - place).length <= seam ? $1 : $0 }
    }
    for v in positions.indices where !edges.isClosed(v) {
      let place = positions[v]
      let (low, high) = (((place - seam) / cell).rounded(.down), ((place + seam) / cell).rounded(.down))
      var known: Int32?
      for x in stride(from: low.x, through: high.x, by: 1) where known == nil {
        for y in stride(from: low.y, through: high.y, by: 1) where known == nil {
          for z in stride(from: low.z, through: high.z, by: 1) where known == nil {
            known = cells.number(of: [x, y, z]).flatMap { firstNear(last[$0], place) }
          }
        }
      }
      if let known {
        (index[v], isApart) = (known, true)
      } else {
        let number = cells.add((place / cell).rounded(.down))
        if number == last.count { last.append(-1) }
        (before[v], last[number]) = (last[number], Int32(v))
      }
    }
    return isApart ? index : nil
  }

  /// The triangles with their vertices joined, without those that have become edges.
  static func joined(_ triangles: [SIMD3<Int32>], _ index: [Int32]) -> [SIMD3<Int32>] {
    triangles.compactMap { t in
      let w = SIMD3<Int32>(index[Int(t.x)], index[Int(t.y)], index[Int(t.z)])
      return w.x == w.y || w.y == w.z || w.z == w.x ? nil : w
    }
  }

  /// The triangles, each once, whichever way it winds and with whichever corner it begins.
  static func distinct(_ triangles: [SIMD3<Int32>]) -> [SIMD3<Int32>] {
    var seen: Set<UInt64> = []
    seen.reserveCapacity(triangles.count)
    return triangles.filter { t in
      seen.insert(OpenEdges.mark(t.x) ^ OpenEdges.mark(t.y) ^ OpenEdges.mark(t.z)).inserted
    }
  }
}

/// Which vertices of a surface lie on edges that have one triangle, or three.
struct OpenEdges {
  /// For each vertex the sum without carry of its neighbours' marks, each as often as triangles show it: 0 where every
  /// edge has two triangles.
  let sums: [UInt64]

  init(_ triangles: [SIMD3<Int32>], vertices: Int) {
    var sums = [UInt64](repeating: 0, count: vertices)
    for t in triangles {
      let marks = (Self.mark(t.x), Self.mark(t.y), Self.mark(t.z))
      sums[Int(t.x)] ^= marks.1 ^ marks.2
      sums[Int(t.y)] ^= marks.2 ^ marks.0
      sums[Int(t.z)] ^= marks.0 ^ marks.1
    }
    self.sums = sums
  }

  /// True where the triangles about a vertex close a ring.
  func isClosed(_ vertex: Int) -> Bool { sums[vertex] == 0 }

  /// 64 bits that stand for a vertex (SplitMix64's finish): sums of different sets of them differ.
  static func mark(_ vertex: Int32) -> UInt64 {
    var z = (UInt64(UInt32(bitPattern: vertex)) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
