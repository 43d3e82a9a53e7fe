import Geometry

/// A mesh whose numbers and indices have been checked, ready to be cut.
///
/// Vertices with a weight of zero were not observed (a filled hole): triangles that touch one are left out. Vertices at
/// the same place are joined; loose parts much smaller than the largest or apart from it are left out.
public struct HeadSurface: Sendable {
  /// Vertices in metres, scan frame.
  public let positions: [Vector3]
  /// Vertex indices, three a triangle, every one in range.
  public let triangles: [SIMD3<Int32>]
  /// How many large parts were left out because they lie apart from the largest.
  public var partsLeftOut = 0
  /// What was cut because the mesh's file is damaged.
  public internal(set) var damage = SurfaceDamage()

  /// Checks a mesh.
  ///
  /// - Throws: ``SurfaceError`` for a mesh without vertices or faces, with coordinates that are not finite or indices
  ///   out of range.
  public init(_ mesh: Mesh) throws(SurfaceError) {
    try self.init(mesh, without: [])
  }

  /// - Parameter strays: vertices that are left out with their triangles.
  private init(_ mesh: Mesh, without strays: Set<Int32>) throws(SurfaceError) {
    try Self.check(mesh)
    let observed = Self.observed(mesh).filter { strays.isEmpty || strays.isDisjoint(with: [$0.x, $0.y, $0.z]) }
    guard !observed.isEmpty else { throw .noFaces }
    self.init(try SurfaceCleaning.clean(mesh.positions, observed))
    guard !triangles.isEmpty else { throw .noFaces }
  }

  private static func check(_ mesh: Mesh) throws(SurfaceError) {
    guard !mesh.positions.isEmpty else { throw .empty }
    if let bad = mesh.positions.firstIndex(where: { !$0.isFinite }) { throw .notFinite(vertex: bad) }
    let count = Int32(clamping: mesh.positions.count)
    let bad = mesh.triangles.firstIndex { t in
      t.min() < 0 || t.max() >= count
    }
    if let bad { throw .indexOutOfRange(triangle: bad) }
  }

  /// Checks a mesh that was read from a file, and cuts what is damaged: see ``SurfaceDamage``.
  ///
  /// - Throws: ``SurfaceError``, also where too much is damaged.
  public init(ofFile mesh: Mesh) throws(SurfaceError) {
    try Self.check(mesh)
    let beyond = SurfaceDamage.beyondReach(mesh.positions)
    self = try HeadSurface(mesh, without: Set(beyond)).withoutDamage(besides: beyond.map { mesh.positions[Int($0)] })
    guard !triangles.isEmpty else { throw .noFaces }
  }

  /// A surface that was cleaned.
  package init(_ clean: CleanSurface) {
    self.init(positions: clean.positions, triangles: clean.triangles)
    partsLeftOut = clean.partsLeftOut
  }

  package init(positions: [Vector3], triangles: [SIMD3<Int32>]) {
    self.positions = positions
    self.triangles = triangles
  }

  private static func observed(_ mesh: Mesh) -> [SIMD3<Int32>] {
    let weights = mesh.weights
    guard weights.count == mesh.positions.count, weights.contains(where: { $0 > 0 }),
      weights.contains(where: { $0 <= 0 })
    else { return mesh.triangles }
    return mesh.triangles.filter { weights[Int($0.x)] > 0 && weights[Int($0.y)] > 0 && weights[Int($0.z)] > 0 }
  }

  /// The corners of a triangle.
  package func corners(_ triangle: SIMD3<Int32>) -> (Vector3, Vector3, Vector3) {
    (positions[Int(triangle.x)], positions[Int(triangle.y)], positions[Int(triangle.z)])
  }

  /// The distance of a point from the surface, in metres.
  public func distance(to point: Vector3) -> Double {
    var nearest = Double.infinity
    for triangle in triangles {
      let (a, b, c) = corners(triangle)
      // Cheap bound: the triangle lies within a ball about its first corner.
      let reach = max((b - a).length, (c - a).length)
      if (point - a).length - reach > nearest { continue }
      nearest = min(nearest, (point - TriangleGeometry.closestPoint(to: point, a, b, c)).length)
    }
    return nearest
  }
}
