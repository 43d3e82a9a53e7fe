import Geometry
import Platform
import Workers

/// A head tabulated for ray casting: radius and normal on a cube map, within some ten micrometres of the head itself.
struct PhantomSurface: Sendable {
  private let radius: CubeMap<Float>
  private let normals: CubeMap<SIMD3<Float>>
  private let capDepths: CubeMap<Float>
  private let bound: Double

  /// Tabulates a head on six faces of `cells`² cells; normals and the cap's edge, which are smoother, on coarser ones.
  init(_ head: PhantomHead, cells: Int, workers: Workers) {
    radius = CubeMap(cells: cells, workers: workers) { Float(head.radius(toward: $0)) }
    normals = CubeMap(cells: cells / 2, workers: workers) { SIMD3<Float>(head.normal(toward: $0)) }
    capDepths = CubeMap(cells: cells / 2, workers: workers) { Float(head.capDepth(toward: $0)) }
    let sphere = Icosphere(subdivisions: 4)
    bound = 0.003 + sphere.directions.reduce(0) { max($0, head.radius(toward: $1)) }
  }

  /// The unit outward normal at a point of the surface.
  func normal(at point: Vector3) -> Vector3 { normals.sample(point).normalized }

  /// How far a point of the surface lies inside the cap's edge, in metres; negative on bare skin.
  func capDepth(at point: Vector3) -> Double { capDepths.sample(point) }

  /// The point of the surface towards a direction of any length.
  func point(toward p: Vector3) -> Vector3 { p.normalized * radius.sample(p) }

  /// The distance along a ray to the surface, or nil where the ray misses it or starts inside.
  ///
  /// |p| − r(p) is no distance but changes by at most about 2.5 a metre, which bounds the steps from below; the secant
  /// through the last two places falls short of the surface of a convex body, which allows longer ones. Regula falsi
  /// closes in.
  func hit(_ ray: Ray) -> Double? {
    let middle = -ray.origin.inner(ray.direction)
    let reach = bound * bound - (ray.origin.inner(ray.origin) - middle * middle)
    guard reach > 0, ray.origin != .zero else { return nil }
    let half = reach.squareRoot()
    let end = middle + half
    var t = max(middle - half, 0)
    var height = self.height(ray.at(t))
    guard height > 0 else { return nil }
    var step = max(0.45 * height, 0.0004)
    while t < end {
      let nextHeight = self.height(ray.at(t + step))
      if nextHeight <= 0 { return root(ray, (t, height), (t + step, nextHeight)) }
      let secant = height > nextHeight ? 0.95 * step * nextHeight / (height - nextHeight) : .infinity
      t += step
      height = nextHeight
      step = max(0.45 * height, min(secant, 1.2 * height), 0.0004)
    }
    return nil
  }

  @inline(__always)
  private func height(_ p: Vector3) -> Double { p.inner(p).squareRoot() - radius.sample(p) }

  /// Regula falsi with the Illinois modification (Dowell & Jarratt 1971), to a micrometre.
  private func root(_ ray: Ray, _ outside: (Double, Double), _ inside: (Double, Double)) -> Double {
    var (a, b) = (outside, inside)
    var kept = 0
    for _ in 0..<30 {
      let t = a.0 + (b.0 - a.0) * a.1 / (a.1 - b.1)
      let h = height(ray.at(t))
      if abs(h) < 1e-6 { return t }
      if h > 0 {
        a = (t, h)
        if kept == 1 { b.1 /= 2 }
        kept = 1
      } else {
        b = (t, h)
        if kept == -1 { a.1 /= 2 }
        kept = -1
      }
    }
    return a.0
  }
}

/// A half-line with a unit direction.
struct Ray: Sendable {
  let origin, direction: Vector3

  func at(_ distance: Double) -> Vector3 { origin + direction * distance }
}

extension SIMD3 where Scalar == Double {
  /// The scalar product, inlined: a call across modules costs more than the product, and ray casting makes millions.
  @inline(__always)
  func inner(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }
}

/// What a surface is made of; the raw value tells surfaces apart where the colour image needs finer sampling.
enum Material: UInt8, Sendable {
  case room, skin, face, shirt, cloth, blackInk, whiteInk

  /// The share of red, green and blue light that is reflected, at a point of the frame in which the thing is at rest.
  func albedo(at p: Vector3) -> SIMD3<Float> {
    switch self {
    case .room: Self.wall(p)
    case .skin: [0.56, 0.34, 0.25] * Self.mottle(p, depth: 0.05)
    case .face: [0.62, 0.39, 0.30] * Self.mottle(p, depth: 0.04)
    case .shirt: [0.50, 0.24, 0.11] * Self.mottle(p * 0.6, depth: 0.10)
    case .cloth: [0.50, 0.54, 0.55] * Self.weave(p)
    case .blackInk: [0.028, 0.028, 0.030]
    case .whiteInk: [0.80, 0.81, 0.80] * Self.weave(p)
    }
  }

  private static func mottle(_ p: Vector3, depth: Double) -> Float {
    Float(1 + depth * sin(210 * p.x + 2 * sin(95 * p.z)) * sin(180 * p.y + 140 * p.z))
  }

  private static func weave(_ p: Vector3) -> Float {
    Float(1 + 0.02 * sin(2600 * (p.x + 0.4 * p.z)) * sin(2600 * (p.y - 0.4 * p.z)))
  }

  private static func wall(_ p: Vector3) -> SIMD3<Float> {
    let wave = Float(sin(16 * p.x + 5 * p.y) * sin(13 * p.z + 7 * p.y))
    let tint = Float(0.5 + 0.5 * sin(1.4 * p.x + 1.1 * p.z))
    let paint: SIMD3<Float> = [0.40 - 0.16 * tint, 0.39 - 0.08 * tint, 0.34 - 0.02 * tint]
    return paint * (1 + 0.12 * wave)
  }
}

/// A function of direction, tabulated on the six faces of a cube: side × side cells a face, values at their corners.
struct CubeMap<Value: Sendable>: Sendable {
  private let cells: Int
  private let halfCells: Double
  private let values: [Value]

  /// Tabulates `body`, which is called with unit directions.
  init(cells: Int, workers: Workers, _ body: @escaping @Sendable (Vector3) -> Value) {
    self.cells = cells
    halfCells = Double(cells) / 2
    values = workers.map(6 * (cells + 1)) { row in
      (0...cells).map { column in
        body(Self.direction(face: row / (cells + 1), column: column, row: row % (cells + 1), cells: cells))
      }
    }.flatMap { $0 }
  }

  /// The value at the corner nearest to a direction of any length.
  func nearest(_ p: Vector3) -> Value {
    let (origin, fraction) = locate(p)
    return values[origin + (fraction.x < 0.5 ? 0 : 1) + (fraction.y < 0.5 ? 0 : cells + 1)]
  }

  /// The four values around a direction of any length and the place between them.
  @inline(__always)
  fileprivate func corners(_ p: Vector3) -> (Value, Value, Value, Value, SIMD2<Double>) {
    let (origin, fraction) = locate(p)
    let next = origin + cells + 1
    return (values[origin], values[origin + 1], values[next], values[next + 1], fraction)
  }

  /// The index of a cell's first corner and the place in the cell, 0 … 1.
  @inline(__always)
  private func locate(_ p: Vector3) -> (Int, SIMD2<Double>) {
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
    let column = min(Int(position.x), cells - 1)
    let row = min(Int(position.y), cells - 1)
    let index = (face * (cells + 1) + row) * (cells + 1) + column
    return (index, position - SIMD2(Double(column), Double(row)))
  }

  private static func direction(face: Int, column: Int, row: Int, cells: Int) -> Vector3 {
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

extension CubeMap where Value == Float {
  /// The bilinear interpolation at a direction of any length.
  @inline(__always)
  func sample(_ p: Vector3) -> Double {
    let (a, b, c, d, f) = corners(p)
    let low = Double(a) + (Double(b) - Double(a)) * f.x
    let high = Double(c) + (Double(d) - Double(c)) * f.x
    return low + (high - low) * f.y
  }
}

extension CubeMap where Value == SIMD3<Float> {
  /// The bilinear interpolation at a direction of any length.
  func sample(_ p: Vector3) -> Vector3 {
    let (a, b, c, d, f) = corners(p)
    let fraction = SIMD2<Float>(f)
    let low = a + (b - a) * fraction.x
    let high = c + (d - c) * fraction.x
    return Vector3(low + (high - low) * fraction.y)
  }
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
    middles.reserveCapacity(triangles.count * 3 / 2)
    var finer: [SIMD3<Int32>] = []
    finer.reserveCapacity(triangles.count * 4)
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

  /// The distance along a ray to the surface, or nil where it is missed or lies behind.
  func hit(_ ray: Ray) -> Double? {
    let axis = end - start
    let offset = ray.origin - start
    let (aa, ad, ao) = (axis.inner(axis), axis.inner(ray.direction), axis.inner(offset))
    let a = aa - ad * ad
    let b = aa * ray.direction.inner(offset) - ao * ad
    let c = aa * (offset.inner(offset) - radius * radius) - ao * ao
    let h = b * b - a * c
    guard h >= 0, a > 1e-12 else { return nil }
    let t = (-b - h.squareRoot()) / a
    let y = ao + t * ad
    if y > 0 && y < aa { return t > 0 ? t : nil }
    return Capsule.sphereHit(ray, y <= 0 ? offset : ray.origin - end, radius)
  }

  /// The unit outward normal at a point of the surface.
  func normal(at point: Vector3) -> Vector3 {
    let axis = end - start
    let y = min(max((point - start).inner(axis) / axis.inner(axis), 0), 1)
    return (point - start - axis * y).normalized
  }

  private static func sphereHit(_ ray: Ray, _ offset: Vector3, _ radius: Double) -> Double? {
    let b = ray.direction.inner(offset)
    let h = b * b - (offset.inner(offset) - radius * radius)
    guard h >= 0 else { return nil }
    let t = -b - h.squareRoot()
    return t > 0 ? t : nil
  }
}
