import Geometry
internal import LibMeshoptimizer
import Platform
import PointClouds

extension Mesh {
  /// The mesh with at most `most` triangles; see `HeadScene.reduced`.
  func reduced(to most: Int) -> Mesh {
    var simple = self
    simple.triangles = simplified(to: most)
    return simple.compacted().mesh
  }

  /// The triangles of a simpler surface over the same vertices.
  func simplified(to most: Int) -> [SIMD3<Int32>] {
    let points = relief()
    let indices = triangles.flatMap { [UInt32($0.x), UInt32($0.y), UInt32($0.z)] }
    var simple = indices
    for options in [UInt32(meshopt_SimplifyLockBorder), 0] where simple.count > 3 * most {
      simple = Self.simplified(indices, points, to: 3 * most, options)
    }
    // Where the shape of the mesh forbids more collapses (a torn one), its structure is given up.
    if simple.count > 3 * most { simple = Self.sloppy(indices, points, to: 3 * most) }
    return stride(from: 0, to: simple.count - 2, by: 3).map { (i: Int) -> SIMD3<Int32> in
      let (a, b, c) = (Int32(simple[i]), Int32(simple[i + 1]), Int32(simple[i + 2]))
      return SIMD3(a, b, c)
    }
  }

  /// How far white is raised over black where edges are chosen, in metres: the error of a collapse across the edge of a
  /// marker is then as large as that of a real step.
  private static let colorRelief: Float = 0.0015

  /// The positions from their mean, each raised along its normal by the brightness of its colour.
  private func relief() -> [Float] {
    let centre = positions.reduce(Vector3.zero, +) / Double(max(positions.count, 1))
    let hasColors = colors.count == positions.count && normals.count == positions.count
    var relief: [Float] = []
    relief.reserveCapacity(3 * positions.count)
    for i in positions.indices {
      var point = SIMD3<Float>(positions[i] - centre)
      if hasColors {
        let brightness = SIMD3<Float>(colors[i]).sum() / (3 * 255)
        point += normals[i] * (Self.colorRelief * brightness)
      }
      for axis in 0..<3 { relief.append(point[axis]) }
    }
    return relief
  }

  private static func simplified(_ indices: [UInt32], _ points: [Float], to most: Int, _ options: UInt32) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: indices.count) { simple, count in
      count = meshopt_simplify(
        simple.baseAddress, indices, indices.count, points, points.count / 3, 3 * MemoryLayout<Float>.stride, most, 1,
        options, nil)
    }
  }

  private static func sloppy(_ indices: [UInt32], _ points: [Float], to most: Int) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: indices.count) { simple, count in
      count = meshopt_simplifySloppy(
        simple.baseAddress, indices, indices.count, points, points.count / 3, 3 * MemoryLayout<Float>.stride, most, 1,
        nil)
    }
  }
}

/// Positions as whole steps of a grid, 16 bits an axis: a head of 30 cm has steps of 5 µm.
struct PositionGrid {
  /// The corner of the grid and the length of a step, metres.
  let origin: Vector3, step: Double

  private static let most = Double(UInt16.max)

  init(_ positions: [Vector3]) {
    let low = positions.reduce(positions.first ?? .zero, pointwiseMin)
    let high = positions.reduce(positions.first ?? .zero, pointwiseMax)
    origin = low
    step = max((high - low).max(), 1e-6) / Self.most
  }

  /// The steps of a position.
  func steps(_ position: Vector3) -> SIMD3<UInt16> {
    let at = ((position - origin) / step).rounded(.toNearestOrAwayFromZero)
    return SIMD3<UInt16>(at.clamped(lowerBound: .zero, upperBound: .init(repeating: Self.most)))
  }

  /// The steps of all positions, x y z of one after another, little-endian.
  func bytes(_ positions: [Vector3]) -> Data {
    var bytes = Data()
    for position in positions {
      let steps = steps(position)
      for k in 0..<3 { withUnsafeBytes(of: steps[k].littleEndian) { bytes.append(contentsOf: $0) } }
    }
    return bytes
  }
}
