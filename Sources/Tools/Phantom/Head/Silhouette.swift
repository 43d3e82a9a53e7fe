import Geometry
import Workers

/// How far a head's surface reaches in every direction, which tells most rays that pass it by.
///
/// The plane through the place of a ray that is nearest to the origin, at a right angle to the way there, holds the ray.
/// Where the surface does not reach that plane the ray misses it.
struct Silhouette: Sendable {
  private let reach: CubeMap<Float>

  /// More than rounding moves a place or the reach, metres.
  private static let margin = 1e-5
  private static let cells = 16

  /// The silhouette of a tabulated head.
  init(of radius: CubeMap<Float>, workers: Workers) {
    let blocks = ReachBlocks(radius)
    reach = CubeMap(cells: Self.cells, workers: workers) { direction in
      Float(blocks.reach(toward: direction / max(abs(direction.x), abs(direction.y), abs(direction.z))))
    }
  }

  /// Calls `body` with whether the ray whose place nearest to the origin is some `p` passes the surface by; false where that
  /// is not sure.
  @inline(__always)
  func withTest(_ body: ((Vector3) -> Bool) -> Void) {
    reach.withSampler { reach in
      body { p in
        // Towards places on the cube the reach is a convex function, so no larger than interpolated between them.
        let scale = max(abs(p.x), abs(p.y), abs(p.z))
        return p.dot(p) > (reach.sample(p) + Self.margin) * scale
      }
    }
  }
}

/// The surface in blocks of directions, coarse ones of sixteen cells' width and fine ones of four.
private struct ReachBlocks: Sendable {
  private let coarse: [(block: Block, fine: [Block])]

  /// A part of the surface no farther from the origin than `radius`, seen between four unit vectors.
  private struct Block: Sendable {
    let radius, slack: Double
    private let a, b, c, d: Vector3

    init(_ map: CubeMap<Float>, face: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
      radius = Double(map.largest(face: face, columns: columns, rows: rows))
      let corner = { map.direction(face: face, column: $0, row: $1) }
      (a, b) = (corner(columns.lowerBound, rows.lowerBound), corner(columns.upperBound, rows.lowerBound))
      (c, d) = (corner(columns.lowerBound, rows.upperBound), corner(columns.upperBound, rows.upperBound))
      // No direction between the corners is farther from the nearest than opposite ones from each other.
      slack = 1 - min(a.dot(d), b.dot(c))
    }

    /// At least how far it reaches towards `direction` of a length.
    @inline(__always)
    func reach(toward direction: Vector3, _ length: Double) -> Double {
      let nearest = max(
        max(a.dot(direction), b.dot(direction)), max(c.dot(direction), d.dot(direction)))
      return radius * (nearest + slack * length)
    }
  }

  init(_ map: CubeMap<Float>) {
    coarse = (0..<6).flatMap { face in
      Self.ranges(0...map.cells, of: 16).flatMap { rows in
        Self.ranges(0...map.cells, of: 16).map { columns in
          let fine = Self.ranges(rows, of: 4).flatMap { rows in
            Self.ranges(columns, of: 4).map { Block(map, face: face, columns: $0, rows: rows) }
          }
          return (Block(map, face: face, columns: columns, rows: rows), fine)
        }
      }
    }
  }

  /// Parts of a range of corners that share their ends.
  private static func ranges(_ whole: ClosedRange<Int>, of width: Int) -> [ClosedRange<Int>] {
    stride(from: whole.lowerBound, to: whole.upperBound, by: width).map { $0...min($0 + width, whole.upperBound) }
  }

  /// The largest product of a point of the surface with a direction of any length, or a little more.
  func reach(toward direction: Vector3) -> Double {
    let length = direction.length
    let bounds = coarse.map { $0.block.reach(toward: direction, length) }
    // The farthest block first: it rules out most others.
    let first = bounds.indices.max { bounds[$0] < bounds[$1] } ?? 0
    var farthest = 0.0
    for index in [first] + bounds.indices where bounds[index] > farthest {
      for block in coarse[index].fine { farthest = max(farthest, block.reach(toward: direction, length)) }
    }
    return farthest
  }
}
