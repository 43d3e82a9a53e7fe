import Geometry

extension Mesh {
  /// How far along a ray, in lengths of its direction, the surface is first met, from either side; nil where it is not.
  ///
  /// It looks at every triangle, which for a few dozen rays takes less time than to prepare a ``MeshRaycaster``.
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
