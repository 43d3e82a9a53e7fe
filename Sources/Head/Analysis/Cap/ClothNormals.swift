import Geometry

/// The outward direction of a cloth: the surface's normals averaged over a few millimetres.
///
/// Neighbouring vertices of a noisy mesh lie a tenth of a millimetre apart and have normals that differ by many degrees.
/// Moved by a millimetre along these they would pass each other and fold the surface. The averages vary smoothly: normals
/// are gathered in the nodes of a grid and taken from there, both times in proportion to nearness (trilinear).
struct ClothNormals {
  private let grid: Grid
  private let nodes: [Vector3]

  /// The spacing of the grid on which the cloth's directions are averaged, metres; averages reach twice as far.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let clothStep = 0.004

  /// - Parameters:
  ///   - positions: vertices in metres, in the head frame; not empty.
  ///   - normals: their outward normals, weighted with the area that they stand for.
  ///   - step: the distance of the grid's nodes in metres; averages reach twice as far.
  init(_ positions: [Vector3], _ normals: [Vector3], step: Double = clothStep) {
    let grid = Grid(around: positions, step: step)
    var nodes = [Vector3](repeating: .zero, count: grid.count)
    for (position, normal) in zip(positions, normals) { grid.visit(position) { nodes[$0] += normal * $1 } }
    (self.grid, self.nodes) = (grid, nodes)
  }

  /// The unit direction at one of the vertices; zero where the normals about it cancel out and far from any head.
  func direction(at position: Vector3) -> Vector3 {
    var sum = Vector3.zero
    grid.visit(position) { sum += nodes[$0] * $1 }
    let length = sum.length
    return length > 0 ? sum / length : .zero
  }
}

/// The nodes of a grid that holds some points; those too far from the head to be a cap's have none.
private struct Grid {
  /// Half of the widest box, in metres: no cap reaches farther from between the ears, and a mesh with a thorn costs no more
  /// memory than 4 million nodes at 4 mm.
  private static let reach = Vector3(repeating: 0.3)
  private let step: Double
  private let low, size: SIMD3<Int>

  init(around points: [Vector3], step: Double) {
    self.step = step
    let held = points.lazy.map { pointwiseMin(pointwiseMax($0, -Self.reach), Self.reach) }
    let (least, most) = held.reduce((Self.reach, -Self.reach)) { (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1)) }
    low = SIMD3<Int>((least / step).rounded(.down))
    size = SIMD3<Int>((most / step).rounded(.down)) &- low &+ 2
  }

  var count: Int { size.x * size.y * size.z }

  /// The eight nodes about a point, each with its share of it; none about a point out of reach.
  func visit(_ point: Vector3, _ body: (_ node: Int, _ share: Double) -> Void) {
    guard pointwiseMin(pointwiseMax(point, -Self.reach), Self.reach) == point else { return }
    let scaled = point / step
    let floor = scaled.rounded(.down)
    let (base, rest) = (SIMD3<Int>(floor) &- low, scaled - floor)
    for corner in 0..<8 {
      let upper = SIMD3(corner & 1, corner >> 1 & 1, corner >> 2)
      let share = (Vector3(1, 1, 1) - rest).replacing(with: rest, where: Vector3(upper) .== 1)
      let at = base &+ upper
      body((at.z * size.y + at.y) * size.x + at.x, share.x * share.y * share.z)
    }
  }
}
