import Geometry
import Platform
import Workers

/// A head tabulated for ray casting: radius and normal on a cube map, within some ten micrometres of the head itself.
struct PhantomSurface: Sendable {
  let radius: CubeMap<Float>
  /// The normal, and how far inside the cap's edge.
  let details: CubeMap<SIMD4<Float>>
  /// The radius of a sphere around it, metres.
  let bound: Double
  let silhouette: Silhouette

  /// Tabulates a head on six faces of `cells`² cells; normals and the cap's edge, which are smoother, on coarser ones.
  init(_ head: PhantomHead, cells: Int, workers: Workers) {
    radius = CubeMap(cells: cells, workers: workers) { Float(head.radius(toward: $0)) }
    details = CubeMap(cells: cells / 2, workers: workers) {
      SIMD4(SIMD3<Float>(head.normal(toward: $0)), Float(head.capDepth(toward: $0)))
    }
    silhouette = Silhouette(of: radius, workers: workers)
    let sphere = Icosphere(subdivisions: 4)
    bound = 0.003 + sphere.directions.reduce(0) { max($0, head.radius(toward: $1)) }
  }

  /// The unit outward normal at a point of the surface.
  func normal(at point: Vector3) -> Vector3 { details.withSampler { $0.sample(point).normal } }

  /// The point of the surface towards a direction of any length.
  func point(toward p: Vector3) -> Vector3 { p.normalized * radius.sample(p) }
}

/// A half-line with a unit direction.
struct Ray: Sendable {
  let origin, direction: Vector3

  @inline(__always)
  func at(_ distance: Double) -> Vector3 { origin + direction * distance }
}

/// What a surface is made of; the raw value tells surfaces apart where the colour image needs finer sampling.
enum Material: UInt8, Sendable {
  case room, skin, face, shirt, cloth, blackInk, whiteInk

  /// The share of red, green and blue light that is reflected, at a point of the frame in which the thing is at rest.
  @inline(__always)
  func albedo(at p: Vector3) -> SIMD3<Float> {
    switch self {
    case .room: Self.wall(p)
    case .skin: SIMD3(0.56, 0.34, 0.25) * Self.mottle(p, depth: 0.05)
    case .face: SIMD3(0.62, 0.39, 0.30) * Self.mottle(p, depth: 0.04)
    case .shirt: SIMD3(0.50, 0.24, 0.11) * Self.mottle(p * 0.6, depth: 0.10)
    case .cloth: SIMD3(0.50, 0.54, 0.55) * Self.weave(p)
    case .blackInk: SIMD3(0.028, 0.028, 0.030)
    case .whiteInk: SIMD3(0.80, 0.81, 0.80) * Self.weave(p)
    }
  }

  @inline(__always)
  private static func mottle(_ p: Vector3, depth: Double) -> Float {
    rounded { sin in 1 + depth * sin(210 * p.x + 2 * sin(95 * p.z)) * sin(180 * p.y + 140 * p.z) }
  }

  @inline(__always)
  private static func weave(_ p: Vector3) -> Float {
    rounded { sin in 1 + 0.02 * sin(2600 * (p.x + 0.4 * p.z)) * sin(2600 * (p.y - 0.4 * p.z)) }
  }

  @inline(__always)
  private static func wall(_ p: Vector3) -> SIMD3<Float> {
    let wave = rounded { sin in sin(16 * p.x + 5 * p.y) * sin(13 * p.z + 7 * p.y) }
    let tint = rounded { sin in 0.5 + 0.5 * sin(1.4 * p.x + 1.1 * p.z) }
    let paint = SIMD3<Float>(0.40 - 0.16 * tint, 0.39 - 0.08 * tint, 0.34 - 0.02 * tint)
    return paint * (1 + 0.12 * wave)
  }
}

/// A function of direction, tabulated on the six faces of a cube: side × side cells a face, values at their corners.
struct CubeMap<Value: Sendable>: Sendable {
  private let grid: CubeGrid
  private let values: [Value]

  /// Tabulates `body`, which is called with unit directions.
  init(cells: Int, workers: Workers, _ body: @escaping @Sendable (Vector3) -> Value) {
    grid = CubeGrid(cells: cells)
    values = workers.map(6 * (cells + 1)) { row in
      (0...cells).map { column in
        body(CubeGrid.direction(face: row / (cells + 1), column: column, row: row % (cells + 1), cells: cells))
      }
    }.flatMap { $0 }
  }

  /// How many cells a face is wide.
  var cells: Int { grid.side - 1 }

  /// The unit direction of a corner.
  func direction(face: Int, column: Int, row: Int) -> Vector3 {
    CubeGrid.direction(face: face, column: column, row: row, cells: cells)
  }

  /// The value at the corner nearest to a direction of any length.
  @inline(__always)
  func nearest(_ p: Vector3) -> Value {
    let (origin, fraction) = grid.locate(p)
    return values[origin + (fraction.x < 0.5 ? 0 : 1) + (fraction.y < 0.5 ? 0 : grid.side)]
  }

  /// The map for many samples in a row.
  struct Sampler {
    fileprivate let grid: CubeGrid
    fileprivate let values: UnsafeBufferPointer<Value>

    /// The four values around a direction of any length and the place between them.
    @inline(__always)
    fileprivate func corners(_ p: Vector3) -> (Value, Value, Value, Value, SIMD2<Double>) {
      let (origin, fraction) = grid.locate(p)
      let next = origin &+ grid.side
      return (values[origin], values[origin &+ 1], values[next], values[next &+ 1], fraction)
    }
  }

  /// Calls `body` with what is faster than the map itself where it is asked thousands of times.
  @inline(__always)
  func withSampler<Result>(_ body: (Sampler) -> Result) -> Result {
    values.withUnsafeBufferPointer { body(Sampler(grid: grid, values: $0)) }
  }
}

/// The cells of a cube map.
struct CubeGrid: Sendable {
  private let cells: Int
  private let halfCells, lastCell: Double

  init(cells: Int) { (self.cells, halfCells, lastCell) = (cells, Double(cells) / 2, Double(cells - 1)) }

  /// How many corners a row has.
  @inline(__always)
  var side: Int { cells &+ 1 }

  /// The index of a cell's first corner and the place in the cell, 0 … 1.
  @inline(__always)
  func locate(_ p: Vector3) -> (Int, SIMD2<Double>) {
    let (x, y, z) = (abs(p.x), abs(p.y), abs(p.z))
    let (face, plane): (Int, SIMD2<Double>)
    if x >= y && x >= z {
      (face, plane) = (p.x > 0 ? 0 : 1, SIMD2(p.y, p.z) / x)
    } else if y >= z {
      (face, plane) = (p.y > 0 ? 2 : 3, SIMD2(p.x, p.z) / y)
    } else {
      (face, plane) = (p.z > 0 ? 4 : 5, SIMD2(p.x, p.y) / z)
    }
    let position = (plane + 1) * halfCells
    // Whole numbers as the lowest bits of a sum with 2⁵²: faster than a conversion, which would test its number.
    let rounded = (position + 0x1p52) - 0x1p52
    let below = rounded.replacing(with: rounded - 1, where: rounded .> position)
    let corner = below.replacing(with: lastCell, where: below .> lastCell)
    let column = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: (corner.x + 0x1p52).bitPattern))
    let row = Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: (corner.y + 0x1p52).bitPattern))
    let index = (face &* side &+ row) &* side &+ column
    return (index, position - corner)
  }

  /// The unit direction of a corner.
  static func direction(face: Int, column: Int, row: Int, cells: Int) -> Vector3 {
    let a = 2 * Double(column) / Double(cells) - 1
    let b = 2 * Double(row) / Double(cells) - 1
    let sign = face % 2 == 0 ? 1.0 : -1.0
    let point: Vector3 =
      switch face / 2 {
      case 0: [sign, a, b]
      case 1: [a, sign, b]
      default: [a, b, sign]
      }
    return point.normalized
  }
}

extension CubeMap.Sampler where Value == Float {
  /// The bilinear interpolation at a direction of any length.
  @inline(__always)
  func sample(_ p: Vector3) -> Double {
    let (a, b, c, d, f) = corners(p)
    let low = Double(a) + (Double(b) - Double(a)) * f.x
    let high = Double(c) + (Double(d) - Double(c)) * f.x
    return low + (high - low) * f.y
  }
}

extension CubeMap.Sampler where Value == SIMD4<Float> {
  /// The bilinear interpolation at a direction of any length: three components as a unit normal, and the last.
  @inline(__always)
  func sample(_ p: Vector3) -> (normal: Vector3, capDepth: Double) {
    let (a, b, c, d, f) = corners(p)
    let fraction = SIMD2<Float>(f)
    let low = a + (b - a) * fraction.x
    let high = c + (d - c) * fraction.x
    let mean = low + (high - low) * fraction.y
    let normal = Vector3(Double(mean.x), Double(mean.y), Double(mean.z))
    let lowDepth = Double(a.w) + (Double(b.w) - Double(a.w)) * f.x
    let highDepth = Double(c.w) + (Double(d.w) - Double(c.w)) * f.x
    return (normal.normalized, lowDepth + (highDepth - lowDepth) * f.y)
  }
}

extension CubeMap where Value == Float {
  /// The largest value of some corners.
  func largest(face: Int, columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> Float {
    rows.reduce(-.infinity) { largest, row in
      let start = (face * grid.side + row) * grid.side
      return values[start + columns.lowerBound...start + columns.upperBound].reduce(largest, max)
    }
  }

  /// The bilinear interpolation at a direction of any length.
  func sample(_ p: Vector3) -> Double { withSampler { $0.sample(p) } }
}

/// A sphere of triangles: an icosahedron whose triangles are split in four again and again.
struct Icosphere {
  /// Unit vectors, 10 · 4ⁿ + 2 of them.
  private(set) var directions: [Vector3]
  /// Triangles, anticlockwise seen from outside.
  private(set) var triangles: [SIMD3<Int32>]

  /// The sphere after n subdivisions, 0 … 8.
  init(subdivisions: Int) {
    (directions, triangles) = (Self.corners, Self.faces)
    for _ in 0..<subdivisions { subdivide() }
  }

  private mutating func subdivide() {
    var middles: [UInt64: Int32] = [:]
    var finer: [SIMD3<Int32>] = []
    for t in triangles {
      let m = SIMD3(middle(t.x, t.y, &middles), middle(t.y, t.z, &middles), middle(t.z, t.x, &middles))
      finer += [[t.x, m.x, m.z], [t.y, m.y, m.x], [t.z, m.z, m.y], m]
    }
    triangles = finer
  }

  private mutating func middle(_ a: Int32, _ b: Int32, _ known: inout [UInt64: Int32]) -> Int32 {
    let key = UInt64(min(a, b)) << 32 | UInt64(max(a, b))
    if let index = known[key] { return index }
    let index = Int32(directions.count)
    directions.append((directions[Int(a)] + directions[Int(b)]).normalized)
    known[key] = index
    return index
  }

  private static let corners: [Vector3] = {
    let g = (1 + 5.0.squareRoot()) / 2
    let points: [Vector3] = [
      [-1, g, 0], [1, g, 0], [-1, -g, 0], [1, -g, 0], [0, -1, g], [0, 1, g],
      [0, -1, -g], [0, 1, -g], [g, 0, -1], [g, 0, 1], [-g, 0, -1], [-g, 0, 1],
    ]
    return points.map(\.normalized)
  }()

  private static let faces: [SIMD3<Int32>] = [
    [0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4], [11, 10, 2], [10, 7, 6],
    [7, 1, 8], [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8], [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7],
    [9, 8, 1],
  ]
}

/// A cylinder with round ends: neck, torso, hands.
struct Capsule: Sendable, Equatable {
  var start, end: Vector3
  var radius: Double

  /// The capsule moved.
  func moved(by transform: RigidTransform) -> Capsule {
    Capsule(start: transform * start, end: transform * end, radius: radius)
  }

  /// The unit outward normal at a point of the surface.
  func normal(at point: Vector3) -> Vector3 {
    let axis = end - start
    let y = min(max((point - start).dot(axis) / axis.dot(axis), 0), 1)
    return (point - start - axis * y).normalized
  }
}
