import Geometry
import PointClouds

extension Mesh {
  /// The mesh as it is shown: triangles with a bad index or coordinate or an unobserved vertex are gone, equal vertices are
  /// one, every vertex is used, normals are there, and triangles are anticlockwise seen from outside.
  ///
  /// - Throws: ``SurfaceError/noFaces`` where nothing is left.
  func shown() throws(SurfaceError) -> Mesh {
    let count = Int32(clamping: positions.count)
    let isSeen = weights.count == positions.count && weights.contains { $0 > 0 }
    let usable = positions.indices.map { positions[$0].isFinite && (!isSeen || weights[$0] > 0) }
    let first = PlaceTable.firstOfEqual(positions)
    let kept = triangles.compactMap { t -> SIMD3<Int32>? in
      guard t.min() >= 0, t.max() < count, (0..<3).allSatisfy({ usable[Int(t[$0])] }) else { return nil }
      let welded = SIMD3<Int32>(first[Int(t.x)], first[Int(t.y)], first[Int(t.z)])
      return welded.x == welded.y || welded.y == welded.z || welded.z == welded.x ? nil : welded
    }
    guard !kept.isEmpty else { throw .noFaces }
    var mesh = self
    mesh.triangles = kept
    mesh = mesh.compacted().mesh
    if mesh.isInsideOut() {
      mesh.triangles = mesh.triangles.map { [$0.x, $0.z, $0.y] }
      mesh.normals = []
    }
    if mesh.normals.isEmpty { mesh.normals = mesh.vertexNormals() }
    return mesh
  }

  /// True where triangles are clockwise seen from outside: the volume over them, from the middle of the vertices, is
  /// negative.
  private func isInsideOut() -> Bool {
    let centre = positions.reduce(Vector3.zero, +) / Double(max(positions.count, 1))
    return triangles.reduce(0.0) { volume, t in
      let (a, b, c) = (positions[Int(t.x)] - centre, positions[Int(t.y)] - centre, positions[Int(t.z)] - centre)
      return volume + a.dot(b.cross(c))
    } < 0
  }

  /// The mesh without the vertices that no triangle uses, in the order in which triangles first use them, and the former
  /// index of each vertex.
  func compacted() -> (mesh: Mesh, origin: [Int32]) {
    var new = [Int32](repeating: -1, count: positions.count)
    var origin: [Int32] = []
    var mesh = self
    mesh.triangles = triangles.map { t in
      var moved = t
      for k in 0..<3 {
        if new[Int(t[k])] < 0 {
          new[Int(t[k])] = Int32(origin.count)
          origin.append(t[k])
        }
        moved[k] = new[Int(t[k])]
      }
      return moved
    }
    mesh.positions = origin.map { positions[Int($0)] }
    mesh.normals = normals.count == positions.count ? origin.map { normals[Int($0)] } : []
    mesh.colors = colors.count == positions.count ? origin.map { colors[Int($0)] } : []
    mesh.weights = weights.count == positions.count ? origin.map { weights[Int($0)] } : []
    mesh.deviations = deviations.count == positions.count ? origin.map { deviations[Int($0)] } : []
    return (mesh, origin)
  }

  /// Unit normals at the vertices: those of the triangles, weighted with their areas.
  private func vertexNormals() -> [SIMD3<Float>] {
    var sums = [Vector3](repeating: .zero, count: positions.count)
    for t in triangles {
      let a = positions[Int(t.x)]
      let normal = (positions[Int(t.y)] - a).cross(positions[Int(t.z)] - a)
      for k in 0..<3 { sums[Int(t[k])] += normal }
    }
    return sums.map { $0.length > 0 ? SIMD3<Float>($0.normalized) : [0, 0, 1] }
  }
}
