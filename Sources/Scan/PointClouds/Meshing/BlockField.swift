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
