import Geometry

/// Finds where rays meet a surface.
public struct MeshRaycaster: Sendable {
  /// Where a ray meets a surface.
  public struct Hit: Sendable {
    /// How far along the ray, in lengths of its direction.
    public var distance: Double
    /// The triangle, as an index into the mesh.
    public var triangle: Int
    /// Weights of the triangle's three corners.
    public var barycentric: Vector3
  }

  private let tree: BVH

  /// Prepares a mesh.
  public init(_ mesh: Mesh) { tree = BVH(mesh) }

  /// The first point of the surface, seen from either side, on the ray from `origin` (metres) along `direction`.
  public func firstHit(origin: Vector3, direction: Vector3, limit: Double = .infinity) -> Hit? {
    guard !tree.nodes.isEmpty, origin.isFinite, direction.isFinite, direction != .zero else { return nil }
    var best: Hit?
    search(origin, direction, 1 / direction, 0, limit, &best)
    return best
  }

  private func search(
    _ origin: Vector3, _ direction: Vector3, _ inverse: Vector3, _ number: Int, _ limit: Double, _ best: inout Hit?
  ) {
    let node = tree.nodes[number]
    guard node.box.entry(origin, inverseDirection: inverse, limit: best?.distance ?? limit) != nil else { return }
    if node.count > 0 {
      for slot in Int(node.first)..<Int(node.first + node.count) {
        guard let hit = tree.triangles[slot].hit(origin, direction), hit.distance < best?.distance ?? limit else {
          continue
        }
        best = Hit(distance: hit.distance, triangle: Int(tree.numbers[slot]), barycentric: hit.weights)
      }
      return
    }
    let children = [number + 1, Int(node.other)].map { child in
      (child, tree.nodes[child].box.entry(origin, inverseDirection: inverse, limit: limit) ?? .infinity)
    }
    let isFirstNearer = children[0].1 <= children[1].1
    search(origin, direction, inverse, children[isFirstNearer ? 0 : 1].0, limit, &best)
    search(origin, direction, inverse, children[isFirstNearer ? 1 : 0].0, limit, &best)
  }
}

extension Mesh {
  /// The distance along a ray, in lengths of its direction, at which it first meets the surface from either side; nil
  /// where it does not.
  ///
  /// It tests every triangle, which for a few dozen rays takes less time than preparing a ``MeshRaycaster``.
  ///
  /// - Parameters:
  ///   - origin: metres, the mesh's frame.
  ///   - limit: hits no nearer than this don't count.
  public func firstHit(origin: Vector3, direction: Vector3, limit: Double = .infinity) -> Double? {
    var nearest = limit
    positions.withUnsafeBufferPointer { positions in
      for t in triangles {
        let triangle = Triangle(a: positions[Int(t.x)], b: positions[Int(t.y)], c: positions[Int(t.z)])
        if let hit = triangle.hit(origin, direction), hit.distance < nearest { nearest = hit.distance }
      }
    }
    return nearest < limit ? nearest : nil
  }
}
