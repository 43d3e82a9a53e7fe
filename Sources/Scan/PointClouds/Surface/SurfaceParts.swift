import Geometry

/// The connected parts of a surface: the head, and others that are no specks.
struct SurfaceParts {
  /// The triangles of the head: of the part that carries the landmarks, without landmarks of the largest.
  let head: [SIMD3<Int32>]
  /// The triangles of the other parts, the largest first.
  let others: [[SIMD3<Int32>]]
  private let positions: [Vector3]
  /// A point inside the head.
  private let middle: Vector3

  /// Parts farther than this from the head, in metres, are not of it: a second head, a lamp, a couch.
  private static let farthest = 0.02
  /// No skin of a head lies farther from its middle, metres.
  private static let largest = 0.2
  /// A landmark farther than this from a part says nothing about it, metres.
  private static let reach = 0.01

  /// - Parameters:
  ///   - landmarks: points that lie on the head, metres.
  ///   - speck: parts of less than this share of the head's area are left out.
  init(_ positions: [Vector3], _ triangles: [SIMD3<Int32>], carrying landmarks: [Vector3], speck: Double) {
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
    others = ranked.filter { $0 != main && area[$0] >= speck * area[main!] }.map { parts[$0]! }
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
      let distance = (point - TriangleGeometry.closestPoint(to: point, a, b, c)).length
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
      let directions = stride(from: 0, to: part.count, by: max(1, part.count / 1000)).map { i -> Vector3 in
        let t = part[i]
        return (positions[Int(t.x)] + positions[Int(t.y)] + positions[Int(t.z)]) / 3 - middle
      }.filter { $0.length <= Self.largest }
      let covered = directions.count { caster.firstHit(origin: middle, direction: $0) != nil }
      return 2 * covered < directions.count
    }
  }
}
