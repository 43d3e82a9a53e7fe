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
