import Diagnostics
import Geometry

/// A mesh whose numbers and indices have been checked, ready to be cut.
///
/// Vertices at the same place are joined; loose parts much smaller than the head or apart from it are left out.
public struct HeadSurface: Sendable {
  /// Vertices in metres, scan frame.
  public let positions: [Vector3]
  /// Vertex indices, three a triangle, every one in range.
  public let triangles: [SIMD3<Int32>]
  /// How many large parts were left out because they are not of the head.
  public var partsLeftOut = 0
  /// What was cut because the mesh's file is damaged.
  public internal(set) var damage = SurfaceDamage()

  /// Checks a mesh that was fused here. Vertices with a weight of zero were not observed (a filled hole): triangles that
  /// touch one are left out.
  ///
  /// - Throws: ``SurfaceError`` for a mesh without vertices or faces, with coordinates that are not finite or indices
  ///   out of range.
  public init(_ mesh: Mesh) throws(SurfaceError) {
    try Self.check(mesh)
    let observed = Self.observed(mesh)
    guard !observed.isEmpty else { throw .noFaces }
    self.init(try SurfaceCleaning.clean(mesh.positions, observed))
    guard !triangles.isEmpty else { throw .noFaces }
  }

  private static func check(_ mesh: Mesh) throws(SurfaceError) {
    guard !mesh.positions.isEmpty else { throw .empty }
    let count = Int32(clamping: mesh.positions.count)
    for (index, t) in mesh.triangles.enumerated() {
      guard t.min() >= 0, t.max() < count else { throw .indexOutOfRange(triangle: index) }
      for k in 0..<3 where !mesh.positions[Int(t[k])].isFinite { throw .notFinite(vertex: Int(t[k])) }
    }
  }

  /// Checks a mesh that was read from a file, closes its seams, and cuts what is damaged: see ``SurfaceDamage``. Whatever
  /// `quality` means in another program's file, it leaves nothing out.
  ///
  /// - Parameter landmarks: points that lie on the head, metres, by which it is told from other parts; none for the largest
  ///   part.
  /// - Throws: ``SurfaceError``, also where too much is damaged.
  public init(ofFile mesh: Mesh, carrying landmarks: [Vector3] = []) throws(SurfaceError) {
    try Self.check(mesh)
    let beyond = SurfaceDamage.beyondReach(mesh.positions)
    let strays = Set(beyond)
    let within = mesh.triangles.filter { strays.isEmpty || strays.isDisjoint(with: [$0.x, $0.y, $0.z]) }
    guard !within.isEmpty else { throw .noFaces }
    let clean = try SurfaceCleaning.clean(mesh.positions, within, isForeign: true, carrying: landmarks)
    self = try HeadSurface(clean).withoutDamage(
      besides: beyond.map { mesh.positions[Int($0)] }, carrying: landmarks)
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

  /// What is said of large parts that were left out; nil where there are none.
  public var partsFinding: Finding? {
    partsLeftOut > 0 ? Finding(.surfaceParts, ["count": .count(partsLeftOut)]) : nil
  }

  /// The corners of a triangle.
  package func corners(_ triangle: SIMD3<Int32>) -> (Vector3, Vector3, Vector3) {
    (positions[Int(triangle.x)], positions[Int(triangle.y)], positions[Int(triangle.z)])
  }

  /// The distance of a point from the surface, in metres.
  public func distance(to point: Vector3) -> Double { nearest(to: point).distance }
}
