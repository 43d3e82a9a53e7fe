import Geometry

/// A vertex of the fused surface.
struct FusedVertex: Sendable {
  /// Scan frame, metres.
  var position: Vector3
  var normal: SIMD3<Float>
  var color: SIMD3<UInt8>
  /// Σ of the weights of the pixels behind it.
  var weight: Float
  /// The standard deviation of single measurements, metres.
  var deviation: Float
}

/// What one block adds to the surface: vertices on its voxels' edges and the sign patterns of its cubes.
struct BlockSurface: Sendable {
  var vertices: [FusedVertex] = []
  /// For voxel v and axis a, at 3 v + a: the vertex on the edge to the next voxel, or -1. Empty for a block without any.
  var edges: [Int32] = []
  /// The pattern of the cube above each voxel; 0 also where a corner is unknown. Empty where all are 0.
  var patterns: [UInt8] = []

  /// Finds a block's crossings. `corner` is its first voxel's place; sizes in metres.
  init(_ field: BlockField, corner: Vector3, voxelSize: Double, truncation: Double) {
    let scale = FieldScale(corner: corner, voxelSize: voxelSize, truncation: truncation)
    for voxel in 0..<512 {
      let (x, y, z) = (voxel & 7, voxel >> 3 & 7, voxel >> 6)
      let here = BlockField.index(x, y, z)
      let first = field.distance[here]
      for axis in 0..<3 {
        let second = field.distance[here + BlockField.step(axis)]
        // Comparisons with NaN are false, so unknown voxels make no vertex.
        guard (first < 0 && second >= 0) || (first >= 0 && second < 0) else { continue }
        if edges.isEmpty { edges = Array(repeating: -1, count: 3 * 512) }
        edges[3 * voxel + axis] = Int32(vertices.count)
        vertices.append(field.vertex([x, y, z], axis, first / (first - second), scale))
      }
      let pattern = field.pattern(here)
      if pattern != 0 {
        if patterns.isEmpty { patterns = Array(repeating: 0, count: 512) }
        patterns[voxel] = pattern
      }
    }
  }
}

/// How a field's numbers become metres.
struct FieldScale {
  var corner: Vector3
  var voxelSize: Double
  var truncation: Double
}

extension BlockField {
  /// The distance in the buffer to the next voxel along an axis.
  @inline(__always)
  static func step(_ axis: Int) -> Int { axis == 0 ? 1 : axis == 1 ? side : side * side }

  /// The sign pattern of the cube above a voxel; 0 for all outside, all inside or unknown.
  @inline(__always)
  func pattern(_ here: Int) -> UInt8 {
    var pattern = 0
    for c in 0..<8 {
      let value = distance[here + (c & 1) + (c >> 1 & 1) * Self.side + (c >> 2) * Self.side * Self.side]
      if value.isNaN { return 0 }
      if value < 0 { pattern |= 1 << c }
    }
    return pattern == 255 ? 0 : UInt8(pattern)
  }

  /// The vertex at the fraction t of the edge from a voxel along an axis.
  func vertex(_ voxel: SIMD3<Int>, _ axis: Int, _ t: Float, _ scale: FieldScale) -> FusedVertex {
    var other = voxel
    other[axis] += 1
    let (first, second) = (attributes(voxel), attributes(other))
    var place = Vector3(Double(voxel.x), Double(voxel.y), Double(voxel.z))
    place[axis] += Double(t)
    let gradient = gradient(voxel) * (1 - t) + gradient(other) * t
    let length = (gradient * gradient).sum().squareRoot()
    let mix = first * (1 - t) + second * t
    let color = first.painted > 0 && second.painted > 0 ? mix.color : first.painted > 0 ? first.color : second.color
    return FusedVertex(
      position: scale.corner + place * scale.voxelSize, normal: length > 0 ? gradient / length : .zero,
      color: color8(Vector3(color)), weight: mix.weight,
      deviation: max(mix.variance, 0).squareRoot() * Float(scale.truncation))
  }

  /// The gradient of the distance at a voxel, from whichever neighbours are known.
  private func gradient(_ voxel: SIMD3<Int>) -> SIMD3<Float> {
    let here = Self.index(voxel.x, voxel.y, voxel.z)
    var gradient = SIMD3<Float>.zero
    for axis in 0..<3 {
      let step = Self.step(axis)
      let (below, at, above) = (distance[here - step], distance[here], distance[here + step])
      gradient[axis] = above.isNaN ? (below.isNaN ? 0 : at - below) : below.isNaN ? above - at : (above - below) / 2
    }
    return gradient
  }

  private func attributes(_ v: SIMD3<Int>) -> VoxelAttributes {
    guard let (voxel, empty) = voxel(v.x, v.y, v.z) else { return VoxelAttributes() }
    let weight = voxel[VoxelBlock.weight] + empty
    let mean = (voxel[VoxelBlock.distance] + empty) / weight
    var result = VoxelAttributes(
      weight: weight, variance: (voxel[VoxelBlock.square] + empty) / weight - mean * mean,
      painted: voxel[VoxelBlock.colorWeight])
    if result.painted > 0 {
      result.color =
        SIMD3(voxel[VoxelBlock.color], voxel[VoxelBlock.color + 512], voxel[VoxelBlock.color + 1024]) / result.painted
    }
    return result
  }
}

/// What a voxel knows beside its distance.
private struct VoxelAttributes {
  var weight: Float = 0
  var variance: Float = 0
  var painted: Float = 0
  var color = SIMD3<Float>.zero

  static func * (a: VoxelAttributes, s: Float) -> VoxelAttributes {
    VoxelAttributes(weight: a.weight * s, variance: a.variance * s, color: a.color * s)
  }

  static func + (a: VoxelAttributes, b: VoxelAttributes) -> VoxelAttributes {
    VoxelAttributes(weight: a.weight + b.weight, variance: a.variance + b.variance, color: a.color + b.color)
  }
}

/// The signed distances of a block and a rim of one voxel around it (two above), NaN where nothing is known.
struct BlockField {
  /// Voxels along an axis: from -1 to 9.
  static let side = 11
  /// Signed distance in units of the truncation.
  private(set) var distance: UnsafeMutablePointer<Float>

  private let neighbours: [UnsafeMutablePointer<Float>?]
  private let emptiness: [Float]

  /// Gathers the distances of the block at `at` and its 26 neighbours into `buffer` (11³ numbers).
  init(
    _ at: SIMD3<Int32>, _ directory: BlockDirectory, _ store: VoxelStore, _ emptiness: [Float],
    _ trust: VoxelTrust, into buffer: UnsafeMutablePointer<Float>
  ) {
    var (pointers, empties): ([UnsafeMutablePointer<Float>?], [Float]) = ([], [])
    for k in 0..<27 {
      let block = directory.block(Int(at.x) + k % 3 - 1, Int(at.y) + k / 3 % 3 - 1, Int(at.z) + k / 9 - 1)
      pointers.append(block < 0 ? nil : store[Int(block)])
      empties.append(block < 0 ? 0 : emptiness[Int(block)])
    }
    (neighbours, self.emptiness, distance) = (pointers, empties, buffer)
    for z in -1...9 {
      for y in -1...9 {
        for x in -1...9 { buffer[Self.index(x, y, z)] = value(x, y, z, trust) }
      }
    }
  }

  /// Where voxel (x, y, z), each from -1 to 9, lies in the buffer.
  @inline(__always)
  static func index(_ x: Int, _ y: Int, _ z: Int) -> Int { ((z + 1) * side + y + 1) * side + x + 1 }

  /// A voxel's channels and the weight with which its block was seen empty.
  @inline(__always)
  func voxel(_ x: Int, _ y: Int, _ z: Int) -> (UnsafeMutablePointer<Float>, Float)? {
    let k = ((z >> 3) + 1) * 9 + ((y >> 3) + 1) * 3 + (x >> 3) + 1
    guard let block = neighbours.withUnsafeBufferPointer({ $0[k] }) else { return nil }
    return (block + ((z & 7) << 6 | (y & 7) << 3 | x & 7), emptiness.withUnsafeBufferPointer { $0[k] })
  }

  @inline(__always)
  private func value(_ x: Int, _ y: Int, _ z: Int, _ trust: VoxelTrust) -> Float {
    guard let (voxel, empty) = voxel(x, y, z) else { return .nan }
    guard voxel[VoxelBlock.sight] + empty >= trust.minimumSight else { return .nan }
    let weight = voxel[VoxelBlock.weight] + empty
    let mean = (voxel[VoxelBlock.distance] + empty) / weight
    // Far from the surface the truncation makes the spread meaningless.
    if abs(mean) < trust.band {
      let variance = (voxel[VoxelBlock.square] + empty) / weight - mean * mean
      if variance > trust.maximumVariance { return .nan }
    }
    return mean
  }
}

/// Which voxels take part in a surface.
struct VoxelTrust: Sendable {
  /// The least Σ w cos²θ.
  var minimumSight: Float
  /// The largest variance of a voxel's distances, in squared units of the truncation.
  var maximumVariance: Float
  /// Up to which mean distance (units of the truncation) the variance is looked at.
  var band: Float = 0.5
}

/// The triangles of the 256 sign patterns of a cube's corners (Lorensen & Cline 1987), made from one rule.
///
/// On each face, every run of inside corners is cut off by a segment of its own. The rule looks at the face's own four
/// corners, so two cubes that share a face agree on it and surfaces are closed, which the published table's are not.
///
/// Corner c lies at (c & 1, c >> 1 & 1, c >> 2 & 1). Edge 4 a + k runs along axis a from the k-th corner whose bit a is 0.
struct CubeTable: Sendable {
  /// The table; a cube's pattern has bit c set where corner c is inside (negative).
  static let shared = CubeTable()

  /// Edges, three a triangle, of all patterns one after the other.
  let corners: [UInt8]
  /// Where each pattern's edges begin in ``corners``; 257 numbers.
  let start: [Int]

  private init() {
    var corners: [UInt8] = []
    var start = [0]
    for pattern in 0..<256 {
      for loop in Self.loops(pattern) { corners += Self.triangles(loop).map(UInt8.init) }
      start.append(corners.count)
    }
    (self.corners, self.start) = (corners, start)
  }

  /// The first corner of an edge.
  static func base(_ edge: Int) -> Int {
    let (axis, k) = (edge / 4, edge % 4)
    let low = k & ((1 << axis) - 1)
    return low | (k - low) << 1
  }

  /// The edge between two neighbouring corners.
  private static func edge(_ a: Int, _ b: Int) -> Int {
    let axis = (a ^ b).trailingZeroBitCount
    let low = min(a, b) & ((1 << axis) - 1)
    return 4 * axis + (low | (min(a, b) - low) >> 1)
  }

  /// The corners of the six faces, anticlockwise seen from outside the cube.
  private static let faces: [[Int]] = (0..<3).flatMap { axis -> [[Int]] in
    let (u, v, w) = (1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3), 1 << axis)
    return [[0, v, u | v, u], [w, w | u, w | u | v, w | v]]
  }

  /// Closed chains of crossed edges, anticlockwise seen from the outside (positive) side.
  private static func loops(_ pattern: Int) -> [[Int]] {
    var next: [Int: Int] = [:]
    for face in faces {
      for (entry, exit) in segments(face.map { pattern >> $0 & 1 == 1 }) {
        next[edge(face[entry], face[(entry + 1) % 4])] = edge(face[exit], face[(exit + 1) % 4])
      }
    }
    var loops: [[Int]] = []
    for first in next.keys.sorted() where next[first] != nil {
      var loop: [Int] = []
      var at = first
      while let follower = next.removeValue(forKey: at) {
        loop.append(at)
        at = follower
      }
      loops.append(loop)
    }
    return loops
  }

  /// For each run of inside corners around a face, the sides on which the round enters and leaves it.
  private static func segments(_ inside: [Bool]) -> [(Int, Int)] {
    (0..<4).filter { !inside[$0] && inside[($0 + 1) % 4] }.map { entry in
      var exit = (entry + 1) % 4
      while inside[(exit + 1) % 4] { exit = (exit + 1) % 4 }
      return (entry, exit)
    }
  }

  /// Cuts a loop into triangles without a diagonal that lies in a face, where the neighbouring cube could have one too.
  private static func triangles(_ loop: [Int]) -> [Int] {
    guard let cut = cut(loop) else { preconditionFailure("a loop of a cube has a triangulation inside the cube") }
    return cut
  }

  private static func cut(_ loop: [Int]) -> [Int]? {
    guard loop.count > 2 else { return [] }
    let last = loop.count - 1
    for apex in 1..<last {
      if apex > 1, sharesFace(loop[0], loop[apex]) { continue }
      if apex < last - 1, sharesFace(loop[apex], loop[last]) { continue }
      guard let left = cut(Array(loop[0...apex])), let right = cut(Array(loop[apex...last])) else { continue }
      return [loop[0], loop[apex], loop[last]] + left + right
    }
    return nil
  }

  /// True when two edges lie on a common face of the cube.
  static func sharesFace(_ a: Int, _ b: Int) -> Bool {
    let ends = [a, b].flatMap { [base($0), base($0) | 1 << ($0 / 4)] }
    return (0..<3).contains { axis in Set(ends.map { $0 >> axis & 1 }).count == 1 }
  }
}
