import Geometry
import PointClouds

/// A rim of a surface: where it was not seen, or where the scan ends.
public struct Hole: Sendable, Equatable {
  /// The vertices of the rim in order, in metres, in the frame of the surface.
  public let rim: [Vector3]

  /// The length of the rim in metres.
  public var perimeter: Double {
    rim.indices.reduce(0.0) { $0 + (rim[($1 + 1) % rim.count] - rim[$1]).length }
  }

  /// The mean of the rim.
  public var centre: Vector3 { rim.reduce(.zero, +) / Double(max(rim.count, 1)) }

  /// The greatest distance across the rim in metres, from its extents along 200 directions: at most 1 % short.
  public var diameter: Double {
    guard let first = rim.first else { return 0 }
    return Self.directions.reduce(0.0) { widest, directions in
      var (least, most) = (directions.dot(first), directions.dot(first))
      for point in rim.dropFirst() {
        let along = directions.dot(point)
        least = pointwiseMin(least, along)
        most = pointwiseMax(most, along)
      }
      return max(widest, (most - least).max())
    }
  }

  /// Whether ``diameter`` is greater than a width in metres, found from bounds where these tell.
  func isWider(than width: Double) -> Bool {
    guard let first = rim.first, perimeter > 2 * width else { return false }
    let (least, most) = rim.reduce(into: (first, first)) { bounds, point in
      bounds = (pointwiseMin(bounds.0, point), pointwiseMax(bounds.1, point))
    }
    // An extent is found at most 1 % short.
    return (most - least).max() > 1.02 * width || diameter > width
  }

  private static let directions = EightDirections.all(FibonacciSphere(count: 400).points.filter { $0.z >= 0 })
}

/// Eight directions, along which points are compared at once.
private struct EightDirections {
  private let x, y, z: SIMD8<Double>

  /// Groups of eight of the directions; the last ones are repeated where they are no multiple of eight.
  static func all(_ directions: [Vector3]) -> [EightDirections] {
    stride(from: 0, to: directions.count, by: 8).map { start in
      let eight = (start..<(start + 8)).map { directions[min($0, directions.count - 1)] }
      return EightDirections(x: SIMD8(eight.map(\.x)), y: SIMD8(eight.map(\.y)), z: SIMD8(eight.map(\.z)))
    }
  }

  /// How far a point lies along each direction.
  func dot(_ point: Vector3) -> SIMD8<Double> { x * point.x + y * point.y + z * point.z }
}

extension Hole {
  /// The rims of a surface: chains of edges with one triangle each, the longest rim first.
  public static func all(of surface: HeadSurface) -> [Hole] { all(of: rims(of: surface), surface.positions) }

  /// The rims of a surface as chains of vertices: they stay while vertices move.
  static func rims(of surface: HeadSurface) -> [[Int32]] {
    var next: [Int32: [Int32]] = [:]
    for edge in MeshEdges.open(surface.triangles) { next[edge.x, default: []].append(edge.y) }
    var rims: [[Int32]] = []
    for start in next.keys.sorted() {
      while let rim = follow(&next, from: start) { rims.append(rim) }
    }
    return rims
  }

  /// The holes of chains of vertices, the longest rim first.
  static func all(of rims: [[Int32]], _ positions: [Vector3]) -> [Hole] {
    let holes = rims.map { rim in Hole(rim: rim.map { positions[Int($0)] }) }
    return holes.map { ($0, $0.perimeter) }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  private static func follow(_ next: inout [Int32: [Int32]], from start: Int32) -> [Int32]? {
    var rim = [start]
    while let to = next[rim.last!]?.popLast() {
      if to == start { break }
      rim.append(to)
    }
    return rim.count > 1 ? rim : nil
  }
}
