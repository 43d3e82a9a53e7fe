import Geometry
import Testing

@testable import PointClouds

@Suite struct CubeTableTests {
  @Test func everyPatternUsesItsCrossedEdgesOnly() {
    let table = CubeTable.shared
    for pattern in 0..<256 {
      let crossed = (0..<12).filter { edge in
        let base = CubeTable.base(edge)
        return pattern >> base & 1 != pattern >> (base | 1 << (edge / 4)) & 1
      }
      let used = Set(table.corners[table.start[pattern]..<table.start[pattern + 1]].map(Int.init))
      #expect(used == Set(crossed), "pattern \(pattern)")
    }
  }

  @Test func oneCornerGivesATriangleThatFacesAway() {
    let table = CubeTable.shared
    let edges = table.corners[table.start[1]..<table.start[2]].map(Int.init)
    #expect(edges.count == 3)
    let p = edges.map { edge -> Vector3 in
      var point = Vector3.zero
      point[edge / 4] = 0.5
      return point
    }
    #expect((p[1] - p[0]).cross(p[2] - p[0]).dot([1, 1, 1]) > 0)
  }

  /// Two edges share a face where one of the six has both ends of both.
  @Test func edgesThatShareAFaceAreToldByTheirEnds() {
    let ends = (0..<12).map { edge in [CubeTable.base(edge), CubeTable.base(edge) | 1 << (edge / 4)] }
    #expect(Set(ends).count == 12)
    #expect(ends.allSatisfy { ($0[0] ^ $0[1]).nonzeroBitCount == 1 && $0[0] < $0[1] && $0[1] < 8 })
    let faces = (0..<6).map { face in (0..<8).filter { $0 >> (face / 2) & 1 == face % 2 } }
    for a in 0..<12 {
      for b in 0..<12 {
        let isShared = faces.contains { face in (ends[a] + ends[b]).allSatisfy(face.contains) }
        #expect(CubeTable.sharesFace(a, b) == isShared, "\(a), \(b)")
      }
    }
  }

  /// Random fields reach every pattern with every neighbour; each edge must be used once in either direction.
  @Test(arguments: 0..<30 as Range<UInt64>) func randomFieldsGiveClosedManifolds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var uses: [SIMD2<Int>: Int] = [:]
    let n = 12
    let density = 0.2 + 0.6 * random.uniform()
    let field = (0..<(n * n * n)).map { i -> Bool in
      let inner = [i % n, i / n % n, i / n / n].allSatisfy { $0 > 0 && $0 < n - 1 }
      return inner && random.uniform() < density
    }
    for cube in 0..<(n * n * n) where [cube % n, cube / n % n, cube / n / n].allSatisfy({ $0 < n - 1 }) {
      let corner = { (c: Int) in cube + (c & 1) + (c >> 1 & 1) * n + (c >> 2) * n * n }
      let pattern = (0..<8).reduce(0) { $0 | (field[corner($1)] ? 1 << $1 : 0) }
      let table = CubeTable.shared
      let vertices = table.corners[table.start[pattern]..<table.start[pattern + 1]].map { edge in
        3 * corner(CubeTable.base(Int(edge))) + Int(edge) / 4
      }
      for t in stride(from: 0, to: vertices.count, by: 3) {
        for k in 0..<3 { uses[[vertices[t + k], vertices[t + (k + 1) % 3]], default: 0] += 1 }
      }
    }
    let isManifold = uses.allSatisfy { $0.value == 1 && uses[[$0.key.y, $0.key.x]] == 1 }
    #expect(isManifold)
    #expect(!uses.isEmpty)
  }
}

/// The vertices of a block's edges, of a field whose values, colours and weights are known in closed form.
@Suite struct FusedVertexTests {
  private static let options = FusionOptions(region: FusionRegion(centre: [0.01, -0.02, 0.3], radius: 0.02))
  private static let scale = FieldScale(corner: [0.1, 0.2, -0.3], voxelSize: 0.00125, truncation: 0.003)

  /// A quadratic field, so that central differences are its gradient: at p (in voxels) a + b · p + Σ dᵢ pᵢ² / 2, in
  /// truncations.
  private struct Field {
    var a: Float = -0.31
    var b: SIMD3<Float> = [0.05, -0.03, 0.04]
    var d: SIMD3<Float> = [0.012, 0.015, -0.011]

    func value(_ p: SIMD3<Float>) -> Float { a + (b * p + d * p * p / 2).sum() }
    func gradient(_ p: SIMD3<Float>) -> SIMD3<Float> { b + d * p }
  }

  private static func weight(_ v: SIMD3<Int>) -> Float { Float(2 + v.x + 3 * v.y) }
  private static func variance(_ v: SIMD3<Int>) -> Float { 0.01 + 0.002 * Float(v.z) }
  private static func color(_ v: SIMD3<Int>) -> SIMD3<Float> {
    [Float(20 * v.x), Float(200 - 20 * v.y), Float(10 + 30 * v.z)]
  }
  private static func place(_ v: SIMD3<Int>) -> SIMD3<Float> { [Float(v.x), Float(v.y), Float(v.z)] }

  /// The block in the middle of the region with the field, whose voxels are painted where wanted.
  private static func with<Result>(
    _ field: Field, empty: Float = 0, isPainted: (SIMD3<Int>) -> Bool = { _ in true }, _ body: (BlockField) -> Result
  ) -> Result {
    var directory = BlockDirectory(options)
    let (store, middle) = (VoxelStore(), directory.side / 2)
    directory.store(Int32(store.add()), at: directory.slot(middle, middle, middle)!)
    let block = store[0]
    for voxel in 0..<VoxelBlock.voxels {
      let v = SIMD3(voxel % 8, voxel / 8 % 8, voxel / 64)
      let (w, f) = (weight(v), field.value(place(v)))
      block[VoxelBlock.weight + voxel] = w
      block[VoxelBlock.distance + voxel] = w * f
      block[VoxelBlock.square + voxel] = w * (f * f + variance(v))
      block[VoxelBlock.sight + voxel] = 5
      guard isPainted(v) else { continue }
      // Colours have weights of their own.
      let painted = 0.15 * Float(1 + v.z)
      block[VoxelBlock.colorWeight + voxel] = painted
      for channel in 0..<3 { block[VoxelBlock.color + 512 * channel + voxel] = painted * color(v)[channel] }
    }
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: 11 * 11 * 11)
    defer { buffer.deallocate() }
    let at = SIMD3<Int32>(repeating: Int32(middle))
    return body(
      BlockField(
        at, directory, store, [empty], VoxelTrust(minimumSight: 1, maximumVariance: 0.5), into: buffer))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func aVertexIsBetweenItsVoxels(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    Self.with(Field()) { field in
      for _ in 0..<20 {
        // Within the block, so that both neighbours are known along each axis.
        let voxel = SIMD3((0..<3).map { _ in Int.random(in: 1...5, using: &random) })
        let (axis, t) = (Int.random(in: 0..<3, using: &random), 0.1 + 0.8 * Float(random.uniform()))
        var other = voxel
        other[axis] += 1
        var place = Self.place(voxel)
        place[axis] += t
        let vertex = field.vertex(voxel, axis, t, Self.scale)
        let position: Vector3 = Self.scale.corner + Vector3(place) * 0.00125
        #expect((vertex.position - position).length < 1e-9, "seed \(seed)")
        let gradient = Vector3(Field().gradient(place)).normalized
        #expect((Vector3(vertex.normal) - gradient).length < 1e-4, "seed \(seed)")
        let weight = Self.weight(voxel) * (1 - t) + Self.weight(other) * t
        #expect(abs(vertex.weight - weight) < 1e-4, "seed \(seed)")
        let variance: Float = Self.variance(voxel) * (1 - t) + Self.variance(other) * t
        let deviation: Float = variance.squareRoot() * 0.003
        #expect(abs(vertex.deviation - deviation) < 1e-6, "seed \(seed)")
        let color = Self.color(voxel) * (1 - t) + Self.color(other) * t
        for channel in 0..<3 { #expect(abs(Float(vertex.color[channel]) - color[channel]) <= 0.51, "seed \(seed)") }
      }
    }
  }

  /// A block that was seen empty counts as one truncation in front of the surface, so often.
  @Test func emptinessIsAMeasurement() {
    Self.with(Field(), empty: 3) { field in
      let (voxel, other) = (SIMD3(3, 2, 4), SIMD3(3, 3, 4))
      var (weights, variances) = ([Float](), [Float]())
      for v in [voxel, other] {
        let (w, f) = (Self.weight(v), Field().value(Self.place(v)))
        let mean = (w * f + 3) / (w + 3)
        #expect(abs(field.distance[BlockField.index(v.x, v.y, v.z)] - mean) < 1e-6)
        weights.append(w + 3)
        let square: Float = w * (f * f + Self.variance(v)) + 3
        variances.append(square / (w + 3) - mean * mean)
      }
      let vertex = field.vertex(voxel, 1, 0.25, Self.scale)
      let weight: Float = weights[0] * 0.75 + weights[1] * 0.25
      let variance: Float = variances[0] * 0.75 + variances[1] * 0.25
      let deviation: Float = variance.squareRoot() * 0.003
      #expect(abs(vertex.weight - weight) < 1e-4)
      #expect(abs(vertex.deviation - deviation) < 1e-6)
    }
  }

  /// Where nothing is known on one side, the difference to the other is the gradient; an unknown voxel has no value.
  @Test func atTheBorderOneSideIsEnough() {
    let plane = Field(a: -0.02, b: [0.02, -0.03, 0.05], d: .zero)
    Self.with(plane) { field in
      for (voxel, axis) in [([0, 0, 0], 0), ([6, 7, 7], 0), ([0, 6, 0], 1), ([7, 0, 6], 2)] as [(SIMD3<Int>, Int)] {
        let normal = Vector3(field.vertex(voxel, axis, 0.5, Self.scale).normal)
        #expect((normal - Vector3(plane.b).normalized).length < 1e-4, "\(voxel)")
      }
      #expect(field.distance[BlockField.index(-1, 3, 3)].isNaN && field.distance[BlockField.index(3, 3, 8)].isNaN)
    }
  }

  /// A voxel without colour leaves it to the other.
  @Test func theColourIsThatOfThePaintedVoxel() {
    let cases: [(Int, SIMD3<Float>)] = [(5, Self.color([5, 3, 2])), (4, Self.color([4, 3, 2])), (9, .zero)]
    for (column, expected) in cases {
      Self.with(Field(), isPainted: { $0.x == column }) { field in
        let color = field.vertex([4, 3, 2], 0, 0.3, Self.scale).color
        #expect(color == [UInt8(expected.x), UInt8(expected.y), UInt8(expected.z)])
      }
    }
  }
}

/// A block and its neighbours, filled at random.
@Suite struct BlockFieldTests {
  private static let options = FusionOptions(region: FusionRegion(centre: [0.01, -0.02, 0.3], radius: 0.02))
  private static let trust = VoxelTrust(minimumSight: 1, maximumVariance: 0.2)

  /// What is known of voxel (x, y, z) of the block in the middle: each of the 27 blocks has numbers of its own.
  private struct Voxels {
    var mean: [SIMD3<Int>: Float] = [:]

    /// The distance where it is trusted.
    func value(_ x: Int, _ y: Int, _ z: Int) -> Float? { mean[SIMD3(x, y, z)] }
  }

  /// Fills all blocks but one corner and one side, and gives each an emptiness.
  private static func filled(_ seed: UInt64) -> (BlockDirectory, VoxelStore, [Float], Voxels) {
    var random = SeededGenerator(seed: seed)
    var (directory, emptiness, voxels) = (BlockDirectory(options), [Float](), Voxels())
    let (store, middle) = (VoxelStore(), directory.side / 2)
    for k in 0..<27 {
      let at = SIMD3(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1)
      if at == [1, 1, 1] || at == [-1, 0, 0] { continue }
      directory.store(
        Int32(store.add()), at: directory.slot(middle + at.x, middle + at.y, middle + at.z)!)
      let empty: Float = k % 3 == 0 ? 0 : 0.1
      emptiness.append(empty)
      let block = store[store.count - 1]
      for voxel in 0..<512 {
        let distance = Float(2 * random.uniform() - 1)
        let weight = Float(0.4 + 2 * random.uniform())
        // Twice what is allowed, or half.
        let variance: Float = random.uniform() < 0.1 ? 0.4 : 0.1
        block[VoxelBlock.weight + voxel] = weight
        block[VoxelBlock.distance + voxel] = weight * distance
        block[VoxelBlock.square + voxel] = weight * (distance * distance + variance)
        let sight = Float(random.uniform() < 0.1 ? 0.95 : 1.05)
        block[VoxelBlock.sight + voxel] = sight
        let total = weight + empty
        let mean = (weight * distance + empty) / total
        let spread = (weight * (distance * distance + variance) + empty) / total - mean * mean
        if sight + empty < 1 || abs(mean) < 0.5 && spread > 0.2 { continue }
        voxels.mean[SIMD3(8 * at.x + voxel % 8, 8 * at.y + voxel / 8 % 8, 8 * at.z + voxel / 64)] = mean
      }
    }
    return (directory, store, emptiness, voxels)
  }

  private static func with(_ seed: UInt64, _ body: (BlockField, Voxels) -> Void) {
    let (directory, store, emptiness, voxels) = filled(seed)
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: 11 * 11 * 11)
    defer { buffer.deallocate() }
    let at = SIMD3<Int32>(repeating: Int32(directory.side / 2))
    body(BlockField(at, directory, store, emptiness, trust, into: buffer), voxels)
  }

  @Test(arguments: [1, 2] as [UInt64]) func valuesAreThoseOfTheNeighbours(seed: UInt64) {
    Self.with(seed) { field, voxels in
      var (known, wrong) = (0, 0)
      for z in -1...9 {
        for y in -1...9 {
          for x in -1...9 {
            let found = field.distance[BlockField.index(x, y, z)]
            if let expected = voxels.value(x, y, z) {
              known += 1
              wrong += abs(found - expected) < 1e-5 ? 0 : 1
            } else {
              wrong += found.isNaN ? 0 : 1
            }
          }
        }
      }
      #expect(wrong == 0 && known > 700 && known < 1331, "\(wrong), \(known)")
    }
  }

  /// Every edge whose ends have known values of different signs has a vertex, and no other; every cube of eight known corners
  /// its pattern.
  @Test(arguments: [1, 2] as [UInt64]) func crossingsAreFound(seed: UInt64) {
    let corner = Vector3(0.1, 0.2, -0.3)
    Self.with(seed) { field, voxels in
      let surface = BlockSurface(field, corner: corner, voxelSize: 0.00125, truncation: 0.003)
      #expect(surface.edges.count == 3 * 512 && surface.patterns.count == 512)
      var (count, wrong) = (0, 0)
      for voxel in 0..<512 {
        let v = SIMD3(voxel % 8, voxel / 8 % 8, voxel / 64)
        for axis in 0..<3 {
          var other = v
          other[axis] += 1
          let index = surface.edges[3 * voxel + axis]
          let (a, b) = (voxels.value(v.x, v.y, v.z), voxels.value(other.x, other.y, other.z))
          guard let a, let b, (a < 0) != (b < 0) else {
            wrong += index == -1 ? 0 : 1
            continue
          }
          #expect(index == count, "edges are numbered in their order")
          guard index >= 0, Int(index) < surface.vertices.count else { continue }
          count += 1
          var place = Vector3(Double(v.x), Double(v.y), Double(v.z))
          place[axis] += Double(a / (a - b))
          let error = (surface.vertices[Int(index)].position - (corner + place * 0.00125)).length
          wrong += error < 1e-7 ? 0 : 1
        }
        var pattern = 0
        for c in 0..<8 {
          guard let value = voxels.value(v.x + c % 2, v.y + c / 2 % 2, v.z + c / 4) else {
            pattern = 0
            break
          }
          if value < 0 { pattern += [1, 2, 4, 8, 16, 32, 64, 128][c] }
        }
        wrong += surface.patterns[voxel] == UInt8(pattern == 255 ? 0 : pattern) ? 0 : 1
      }
      #expect(wrong == 0 && count == surface.vertices.count && count > 200, "\(wrong), \(count)")
    }
  }

  /// The normal is the gradient between both ends, from whichever neighbours are known along each axis.
  @Test(arguments: [1, 2] as [UInt64]) func normalsComeFromWhatIsKnown(seed: UInt64) {
    Self.with(seed) { field, voxels in
      let surface = BlockSurface(field, corner: .zero, voxelSize: 0.00125, truncation: 0.003)
      let gradient = { (v: SIMD3<Int>) -> SIMD3<Float> in
        var gradient = SIMD3<Float>.zero
        for axis in 0..<3 {
          var (low, high) = (v, v)
          (low[axis], high[axis]) = (v[axis] - 1, v[axis] + 1)
          let ends = [low, v, high].filter { voxels.value($0.x, $0.y, $0.z) != nil }
          guard let first = ends.first, let last = ends.last, first != last else { continue }
          let rise = voxels.value(last.x, last.y, last.z)! - voxels.value(first.x, first.y, first.z)!
          gradient[axis] = rise / Float(last[axis] - first[axis])
        }
        return gradient
      }
      var wrong = 0
      for voxel in 0..<512 {
        let v = SIMD3(voxel % 8, voxel / 8 % 8, voxel / 64)
        for axis in 0..<3 {
          let index = Int(surface.edges[3 * voxel + axis])
          guard index >= 0 else { continue }
          var other = v
          other[axis] += 1
          let (a, b) = (voxels.value(v.x, v.y, v.z)!, voxels.value(other.x, other.y, other.z)!)
          let t = a / (a - b)
          let mixed = Vector3(gradient(v) * (1 - t) + gradient(other) * t)
          guard mixed.length > 0.01 else { continue }
          wrong += (Vector3(surface.vertices[index].normal) - mixed.normalized).length < 1e-3 ? 0 : 1
        }
      }
      #expect(wrong == 0)
    }
  }
}

/// Which parts of a surface become a mesh.
@Suite struct FusedSurfaceTests {
  /// A square sheet of so many vertices a side, 2 mm apart, from a corner on.
  private static func sheet(_ side: Int, at corner: Vector3, color: SIMD3<UInt8> = .zero) -> FusedSurface {
    var surface = FusedSurface()
    for i in 0..<(side * side) {
      surface.vertices.append(
        FusedVertex(
          position: corner + Vector3(Double(i % side), Double(i / side), 0) * 0.002, normal: [0, 0, 1], color: color,
          weight: Float(i), deviation: 0.001))
    }
    for y in 0..<(side - 1) {
      for x in 0..<(side - 1) {
        let (a, n) = (Int32(y * side + x), Int32(side))
        surface.triangles += [[a, a + 1, a + n], [a + 1, a + 1 + n, a + n]]
      }
    }
    return surface
  }

  private static let both: FusedSurface = {
    var surface = sheet(6, at: [0.1, 0, 0])
    let (large, first) = (sheet(8, at: .zero), Int32(surface.vertices.count))
    surface.vertices += large.vertices
    surface.triangles += large.triangles.map { $0 &+ first }
    return surface
  }()

  private static func extraction(_ seeds: [Vector3]) -> MeshExtraction {
    var extraction = MeshExtraction()
    extraction.seeds = seeds
    return extraction
  }

  /// Without its rim a sheet of n² vertices has (n − 2)², and 2 (n − 3)² triangles. Seeds count within 10 mm.
  @Test func thePartOfTheSeedsIsKeptWithoutItsRim() {
    let (near, far) = (Vector3(0.104, 0.004, 0.0095), Vector3(0.104, 0.004, 0.0105))
    for (seeds, vertices, triangles) in [
      ([], 36, 50), ([near], 16, 18), ([far], 0, 0), ([far, [0.004, 0.006, -0.001]], 36, 50),
      ([near, [0, 0, 0]], 52, 68),
    ] as [([Vector3], Int, Int)] {
      let mesh = Self.both.mesh(Self.extraction(seeds))
      #expect(mesh.positions.count == vertices, "\(seeds)")
      #expect(mesh.triangles.count == triangles, "\(seeds)")
      #expect(mesh.weights.count == vertices && mesh.deviations.count == vertices && mesh.normals.count == vertices)
      #expect(mesh.colors.isEmpty, "no view had any")
    }
    let painted = Self.sheet(8, at: .zero, color: [0, 3, 0]).mesh(Self.extraction([]))
    #expect(painted.colors == Array(repeating: [0, 3, 0], count: 36))
    // The inner vertices in the order of the triangles: the weight is the number of the vertex in the sheet.
    let inner: [Float] = (0..<36).map { (k: Int) -> Float in Float((1 + k / 6) * 8 + 1 + k % 6) }
    #expect(Set(painted.weights) == Set(inner))
  }

  /// Where a region ends, the surface does, as if no more had been fused: five columns of eight are left.
  @Test func aRegionCutsTheSurface() {
    let region = FusionRegion(centre: .zero, radius: 1, floor: Plane(normal: [1, 0, 0], offset: 0.005))
    let mesh = Self.sheet(8, at: .zero).mesh(Self.extraction([]), in: region)
    #expect(mesh.positions.count == 18)
    #expect(mesh.triangles.count == 20)
    #expect(mesh.positions.map(\.x).min()! > 0.0079)
  }

  @Test func componentsAreNamedByTheirFirstVertex() {
    var components = Components(count: 9)
    for (a, b) in [(7, 3), (3, 8), (1, 5), (5, 2)] as [(Int32, Int32)] { components.join(a, b) }
    let roots: [Int32] = (0..<9).map { (v: Int32) -> Int32 in components.root(v) }
    #expect(roots == [0, 1, 1, 3, 4, 1, 6, 3, 3])
    #expect(components.largest == 1, "of equals the first")
    components.join(4, 8)
    #expect(components.largest == 3)
  }
}
