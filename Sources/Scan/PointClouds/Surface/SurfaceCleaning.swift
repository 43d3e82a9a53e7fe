import Geometry

/// What is left of a mesh once equal vertices are one, and specks and unused vertices are gone.
package struct CleanSurface {
  /// Vertices in metres, and their indices, three a triangle.
  package var positions: [Vector3], triangles: [SIMD3<Int32>]
  /// How many large parts were left out because they are not of the head.
  var partsLeftOut = 0
}

/// Makes the surface that is measured out of a checked mesh: equal vertices are one, specks and unused vertices go.
package enum SurfaceCleaning {
  /// Connected parts with less than this share of the head's area are specks.
  private static let speck = 0.05

  /// The most large parts that the surface of a head can have.
  private static let mostParts = 200

  /// - Parameters:
  ///   - isForeign: whether the mesh is another program's: with seams that are not quite closed, faces that are listed
  ///     twice, and other bodies beside the head.
  ///   - landmarks: points that lie on the head, metres; none for the largest part.
  /// - Throws: ``SurfaceError/shattered(parts:)``.
  static func clean(
    _ positions: [Vector3], _ triangles: [SIMD3<Int32>], isForeign: Bool = false, carrying landmarks: [Vector3] = []
  ) throws(SurfaceError) -> CleanSurface {
    var triangles = Welding.joined(triangles, Welding.equal(positions))
    if isForeign {
      if let seams = Welding.seams(positions, triangles) { triangles = Welding.joined(triangles, seams) }
      triangles = Welding.distinct(triangles)
    }
    let parts = SurfaceParts(positions, triangles, carrying: landmarks, speck: speck)
    guard parts.others.count < mostParts else { throw .shattered(parts: parts.others.count + 1) }
    let near = isForeign ? parts.continuing : parts.near
    var surface = compact(positions, Array(([parts.head] + near).joined()))
    surface.partsLeftOut = parts.others.count - near.count
    return surface
  }

  /// The surface without the vertices that no triangle uses.
  package static func compact(_ positions: [Vector3], _ triangles: [SIMD3<Int32>]) -> CleanSurface {
    var new = [Int32](repeating: -1, count: positions.count)
    for t in triangles { for k in 0..<3 { new[Int(t[k])] = 0 } }
    var kept: [Vector3] = []
    for i in new.indices where new[i] == 0 {
      new[i] = Int32(kept.count)
      kept.append(positions[i])
    }
    let moved = triangles.map { SIMD3<Int32>(new[Int($0.x)], new[Int($0.y)], new[Int($0.z)]) }
    return CleanSurface(positions: kept, triangles: moved)
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
