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
    VoxelAttributes(weight: a.weight * s, variance: a.variance * s, painted: a.painted * s, color: a.color * s)
  }

  static func + (a: VoxelAttributes, b: VoxelAttributes) -> VoxelAttributes {
    VoxelAttributes(
      weight: a.weight + b.weight, variance: a.variance + b.variance, painted: a.painted + b.painted,
      color: a.color + b.color)
  }
}
