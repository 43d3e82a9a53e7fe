import Geometry
import Workers

/// The zero crossing of a fused volume before cleaning: vertices with their evidence, triangles anticlockwise from outside.
public struct FusedSurface: Sendable {
  var vertices: [FusedVertex] = []
  var triangles: [SIMD3<Int32>] = []

  /// The vertices' attributes as a mesh; colours are left out where no view had any.
  var mesh: Mesh {
    let isPainted = vertices.contains { $0.color != .zero }
    return Mesh(
      positions: vertices.map(\.position), triangles: triangles, normals: vertices.map(\.normal),
      colors: isPainted ? vertices.map(\.color) : [], weights: vertices.map(\.weight),
      deviations: vertices.map(\.deviation))
  }

  /// The part of the surface whose triangles are `kept`, without vertices that no triangle uses.
  func keeping(_ kept: (SIMD3<Int32>) -> Bool) -> FusedSurface {
    var result = FusedSurface()
    var renamed = [Int32](repeating: -1, count: vertices.count)
    for triangle in triangles where kept(triangle) {
      for corner in 0..<3 where renamed[Int(triangle[corner])] < 0 {
        renamed[Int(triangle[corner])] = Int32(result.vertices.count)
        result.vertices.append(vertices[Int(triangle[corner])])
      }
      result.triangles.append([
        renamed[Int(triangle.x)], renamed[Int(triangle.y)], renamed[Int(triangle.z)],
      ])
    }
    return result
  }
}

extension TSDFVolume {
  /// Extracts the surface where enough is known (Lorensen & Cline 1987); holes stay open.
  func surface(_ trust: VoxelTrust, workers: Workers) -> FusedSurface {
    let blocks = blockSurfaces(trust, workers)
    var first: [Int32] = []
    var result = FusedSurface()
    for block in blocks {
      first.append(Int32(result.vertices.count))
      result.vertices += block.vertices
    }
    let offsets = first
    let directory = directory
    let slots = slots
    let triangles = workers.map(blocks.count) { number in
      CubeWalk(blocks: blocks, first: offsets, directory: directory).triangles(
        number, directory.coordinates(slots[number]))
    }
    result.triangles = triangles.flatMap { $0 }
    return result.keeping { _ in true }
  }

  private func blockSurfaces(_ trust: VoxelTrust, _ workers: Workers) -> [BlockSurface] {
    let (directory, store, slots, emptiness) = (directory, store, slots, emptiness)
    let (voxelSize, truncation) = (options.voxelSize, options.truncation)
    return workers.map(store.count) { block in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: BlockField.side * BlockField.side * BlockField.side) {
        let at = directory.coordinates(slots[block])
        let field = BlockField(at, directory, store, emptiness, trust, into: $0.baseAddress!)
        let corner = directory.origin + Vector3(at) * directory.blockSize
        return BlockSurface(field, corner: corner, voxelSize: voxelSize, truncation: truncation)
      }
    }
  }
}

/// Looks up the vertices of cubes, which may lie on edges of neighbouring blocks.
private struct CubeWalk {
  let blocks: [BlockSurface]
  /// The number of each block's first vertex.
  let first: [Int32]
  let directory: BlockDirectory

  /// The triangles of a block's cubes.
  func triangles(_ number: Int, _ at: SIMD3<Int32>) -> [SIMD3<Int32>] {
    let table = CubeTable.shared
    var result: [SIMD3<Int32>] = []
    for (voxel, pattern) in blocks[number].patterns.enumerated() where pattern != 0 {
      for i in stride(from: table.start[Int(pattern)], to: table.start[Int(pattern) + 1], by: 3) {
        result.append([
          vertex(Int(table.corners[i]), voxel, at), vertex(Int(table.corners[i + 1]), voxel, at),
          vertex(Int(table.corners[i + 2]), voxel, at),
        ])
      }
    }
    return result
  }

  /// The vertex on an edge of the cube above a voxel.
  private func vertex(_ edge: Int, _ voxel: Int, _ at: SIMD3<Int32>) -> Int32 {
    let base = CubeTable.base(edge)
    let (x, y, z) = ((voxel & 7) + (base & 1), (voxel >> 3 & 7) + (base >> 1 & 1), (voxel >> 6) + (base >> 2))
    let block = Int(directory.block(Int(at.x) + x >> 3, Int(at.y) + y >> 3, Int(at.z) + z >> 3))
    return first[block] + blocks[block].edges[3 * ((z & 7) << 6 | (y & 7) << 3 | x & 7) + edge / 4]
  }
}

/// Which parts of a fused volume become a mesh.
public struct MeshExtraction: Sendable, Equatable {
  /// The ``minimumSight`` of a model of few views, for each of them, up to 1. Derived: a single view from 45 cm has a
  /// weight of a fifth.
  public static let sightPerView = 0.2
  /// The largest standard deviation of single measurements at a voxel in metres: what moves against the scan frame has
  /// more. See Docs/decisions/fusion.md (A second volume to find faces in): with 4 mm hands stay.
  fileprivate static let maximumDeviation = 2e-3
  /// The farthest that a seed may lie from its component, in metres. Assumed: a few voxels.
  fileprivate static let seedDistance = 0.01
  /// The number of rings of triangles that are removed from the rims, where few pixels saw the surface. Assumed.
  fileprivate static let rimRings = 1

  /// How well a voxel must have been seen: the least Σ w cos²θ, 1 being one frontal view from 0.3 m.
  ///
  /// Evidence: Docs/decisions/fusion.md (A voxel must also be well seen): with 12 the sample loses a sixth of its cap.
  public var minimumSight = 3.0
  /// Points of the scan frame (marker centres) that lie on the wanted component; without any, the largest is kept.
  public var seeds: [Vector3] = []

  /// The default choice.
  public init() {}
}

extension TSDFVolume {
  /// The surface where enough is known: one component, holes open, normals from the distance's gradient.
  public func mesh(_ extraction: MeshExtraction = MeshExtraction(), workers: Workers = Workers(count: 1)) -> Mesh {
    surface(extraction, workers: workers).mesh(extraction)
  }

  /// The surface where enough is known, every component of it: ``FusedSurface/mesh(_:in:)`` takes the part that is wanted.
  public func surface(_ extraction: MeshExtraction, workers: Workers = Workers(count: 1)) -> FusedSurface {
    let deviation = MeshExtraction.maximumDeviation / options.truncation
    return surface(
      VoxelTrust(minimumSight: Float(extraction.minimumSight), maximumVariance: Float(deviation * deviation)),
      workers: workers)
  }
}

extension FusedSurface {
  /// One component, holes open, normals from the distance's gradient.
  ///
  /// - Parameter region: where it ends, or nil for all of it; as if no more had been fused.
  public func mesh(_ extraction: MeshExtraction, in region: FusionRegion? = nil) -> Mesh {
    var surface = region.map { within($0) } ?? self
    surface = surface.wantedComponent(extraction)
    for _ in 0..<MeshExtraction.rimRings { surface = surface.withoutRim() }
    return surface.wantedComponent(extraction).mesh
  }

  private func within(_ region: FusionRegion) -> FusedSurface {
    let isWithin = vertices.map { region.contains($0.position) }
    return keeping { isWithin[Int($0.x)] && isWithin[Int($0.y)] && isWithin[Int($0.z)] }
  }

  /// The components on which a seed lies, or the largest.
  func wantedComponent(_ extraction: MeshExtraction) -> FusedSurface {
    guard !triangles.isEmpty else { return self }
    var components = Components(count: vertices.count)
    for t in triangles {
      components.join(t.x, t.y)
      components.join(t.y, t.z)
    }
    var wanted = Set<Int32>()
    let limit = MeshExtraction.seedDistance * MeshExtraction.seedDistance
    for seed in extraction.seeds {
      var (nearest, least) = (0, Double.infinity)
      for (vertex, place) in vertices.enumerated() {
        let distance = (place.position - seed).squaredLength
        if distance < least { (nearest, least) = (vertex, distance) }
      }
      if least <= limit { wanted.insert(components.root(Int32(nearest))) }
    }
    if extraction.seeds.isEmpty { wanted = [components.largest] }
    return keeping { wanted.contains(components.root($0.x)) }
  }

  /// The surface without the triangles that touch its rim.
  func withoutRim() -> FusedSurface {
    let isRim = MeshEdges.rim(triangles, vertices: vertices.count)
    return keeping { !isRim[Int($0.x)] && !isRim[Int($0.y)] && !isRim[Int($0.z)] }
  }
}

extension SIMD3<Double> {
  /// The square of the Euclidean length.
  var squaredLength: Double { (self * self).sum() }
}

/// Sets of connected vertices (union by smaller number, with path halving).
struct Components {
  private var parent: [Int32]

  init(count: Int) { parent = Array(0..<Int32(count)) }

  mutating func join(_ a: Int32, _ b: Int32) {
    let (rootA, rootB) = (compressed(a), compressed(b))
    if rootA != rootB { parent[Int(max(rootA, rootB))] = min(rootA, rootB) }
  }

  /// The smallest vertex of a vertex's component.
  func root(_ vertex: Int32) -> Int32 {
    var at = vertex
    while parent[Int(at)] != at { at = parent[Int(at)] }
    return at
  }

  /// The root of the component with most vertices; of equals, the one with the smallest root.
  var largest: Int32 {
    var sizes: [Int32: Int] = [:]
    for vertex in parent.indices { sizes[root(Int32(vertex)), default: 0] += 1 }
    return sizes.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
  }

  private mutating func compressed(_ vertex: Int32) -> Int32 {
    var at = vertex
    while parent[Int(at)] != at {
      parent[Int(at)] = parent[Int(parent[Int(at)])]
      at = parent[Int(at)]
    }
    return at
  }
}
