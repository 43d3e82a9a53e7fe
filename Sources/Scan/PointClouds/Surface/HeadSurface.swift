import Diagnostics
import Geometry

/// A mesh whose numbers and indices have been checked, ready to be cut.
///
/// Vertices at the same place are joined; loose parts much smaller than the head or apart from it are left out.
public struct HeadSurface: Sendable {
  /// Vertices in metres, in the frame of the mesh that it was made of, or of the head where Analysis has moved it.
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
    self = try Self.cleaned(mesh.positions, observed)
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
    let clean = try Self.cleaned(mesh.positions, within, isForeign: true, carrying: landmarks)
    self = try clean.withoutDamage(
      besides: beyond.map { mesh.positions[Int($0)] }, carrying: landmarks)
    guard !triangles.isEmpty else { throw .noFaces }
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

  /// The finding about large parts that were left out; nil where there are none.
  public var partsFinding: Finding? {
    partsLeftOut > 0 ? Finding(.surfaceParts, ["count": .count(partsLeftOut)]) : nil
  }

  /// The corners of a triangle.
  package func corners(_ triangle: SIMD3<Int32>) -> (Vector3, Vector3, Vector3) {
    (positions[Int(triangle.x)], positions[Int(triangle.y)], positions[Int(triangle.z)])
  }

  /// The distance of a point from the surface, in metres.
  public func distance(to point: Vector3) -> Double { closest(to: point).distance }
}

extension HeadSurface {
  /// The point of a surface nearest to another one, and what the mesh is like there.
  package struct Nearest {
    /// Metres from the other point.
    package let distance: Double
    /// The longest edge of the triangle that it lies on, metres.
    package let spacing: Double
    /// True where the surface ends.
    package let isRim: Bool
  }

  /// The nearest point of the surface.
  package func nearest(to point: Vector3) -> Nearest {
    let found = closest(to: point)
    guard found.distance.isFinite else { return Nearest(distance: found.distance, spacing: 0, isRim: false) }
    let (a, b, c) = corners(found.triangle)
    return Nearest(
      distance: found.distance, spacing: max((b - a).length, (c - b).length, (a - c).length),
      isRim: isRim((0..<3).filter { found.weights[$0] > 0 }.map { found.triangle[$0] }))
  }

  /// The nearest point of the surface by its triangle and the weights of the corners; at infinity without triangles.
  private func closest(to point: Vector3) -> (distance: Double, triangle: SIMD3<Int32>, weights: Vector3) {
    var (least, found) = (Double.infinity, (triangle: SIMD3<Int32>(), weights: Vector3()))
    for triangle in triangles {
      let (a, b, c) = corners(triangle)
      // Cheap bound: the triangle lies within a ball about its first corner.
      let reach = max((b - a).length, (c - a).length)
      if (point - a).length - reach > least { continue }
      let shape = Triangle(a: a, b: b, c: c)
      let weights = shape.closest(to: point)
      let distance = (point - shape.point(weights)).length
      if distance < least { (least, found) = (distance, (triangle, weights)) }
    }
    return (least, found.triangle, found.weights)
  }

  /// True for a vertex, or both ends of an edge, beside which a triangle is missing.
  private func isRim(_ corners: [Int32]) -> Bool {
    guard corners.count < 3 else { return false }
    let beside = triangles.filter { t in corners.allSatisfy { t.x == $0 || t.y == $0 || t.z == $0 } }
    return MeshEdges.open(beside).contains { edge in corners.allSatisfy { edge.x == $0 || edge.y == $0 } }
  }
}

/// Why a mesh can't be measured at all.
public enum SurfaceError: UserFacingError, Equatable {
  /// There are no vertices.
  case empty
  /// There are no triangles: a cloud, not a surface.
  case noFaces
  /// A vertex has a coordinate that is NaN or infinite.
  case notFinite(vertex: Int)
  /// A triangle refers to a vertex that doesn't exist.
  case indexOutOfRange(triangle: Int)
  /// The surface falls into so many parts of like size that none is a head.
  case shattered(parts: Int)
  /// So many vertices and triangles are damaged, of so many vertices, that what is left can't be trusted.
  case damaged(Int, of: Int)

  public var message: ErrorMessage {
    let mesh = FindingValue.phrase("mesh")
    return switch self {
    case .empty: ErrorMessage(.meshEmpty, at: mesh)
    case .noFaces: ErrorMessage(.meshNoFaces, at: mesh)
    case .notFinite(let vertex): ErrorMessage(.meshNotFinite, at: mesh, ["vertex": .count(vertex)])
    case .indexOutOfRange(let triangle): ErrorMessage(.meshIndexOutOfRange, at: mesh, ["triangle": .count(triangle)])
    case .shattered(let parts): ErrorMessage(.meshShattered, at: mesh, ["parts": .count(parts)])
    case .damaged(let count, let vertices):
      ErrorMessage(.meshDamaged, at: mesh, ["count": .count(count), "vertices": .count(vertices)])
    }
  }
}

/// How far a surface lies from a centre, in each of a set of directions.
package struct RayCoverage {
  package let directions: [Vector3]
  /// The greatest distance in metres at which a direction meets the surface; nil where it doesn't.
  package private(set) var distances: [Double?]

  /// - Parameter directions: the points of a ``FibonacciSphere``, whose order makes them quick to find.
  package init(_ surface: HeadSurface, centre: Vector3, directions: [Vector3]) {
    self.directions = directions
    distances = [Double?](repeating: nil, count: directions.count)
    for triangle in surface.triangles {
      let (a, b, c) = surface.corners(triangle)
      mark(a - centre, b - centre, c - centre)
    }
  }

  private mutating func mark(_ a: Vector3, _ b: Vector3, _ c: Vector3) {
    let middle = (a + b + c) / 3
    // Directions to the triangle lie within a cone about its middle; seen from within it, that is every direction.
    let reach = max((a - middle).length, (b - middle).length, (c - middle).length)
    let distance = middle.length
    let sine = distance > 0 ? min(1, reach / distance) : 1
    let axis = distance > 0 ? middle / distance : [0, 0, 1]
    let cosine = sine < 1 ? (1 - sine * sine).squareRoot() : -1
    for i in indices(axis.z, sine, cosine) where directions[i].dot(axis) >= cosine - 1e-9 {
      guard let hit = Triangle(a: a, b: b, c: c).hit(.zero, directions[i], margin: Triangle.crack)?.distance else {
        continue
      }
      distances[i] = max(distances[i] ?? 0, hit)
    }
  }

  /// Directions whose height can be that of a cone about an axis of height z.
  func indices(_ z: Double, _ sine: Double, _ cosine: Double) -> Range<Int> {
    guard sine < 1 else { return directions.indices }
    // The cosines of the axis's angle from the pole less and plus the cone's; 1 and −1 where a pole lies in the cone.
    let (along, across) = (z * cosine, max(0, 1 - z * z).squareRoot() * sine)
    let high = z >= cosine ? 1 : min(1, along + across + 1e-9)
    let low = z <= -cosine ? -1 : max(-1, along - across - 1e-9)
    let n = Double(directions.count)
    let first = max(0, Int(((1 - high) * n / 2 - 0.5).rounded(.up)))
    let last = min(directions.count - 1, Int(((1 - low) * n / 2 - 0.5).rounded(.down)))
    return first..<max(first, last + 1)
  }
}
