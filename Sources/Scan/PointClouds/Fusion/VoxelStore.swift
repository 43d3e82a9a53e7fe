/// The layout of a block of 8³ voxels: one plane of 512 numbers a channel, x fastest.
enum VoxelBlock {
  static let side = 8
  static let voxels = 512
  /// Σ w d, distances in units of the truncation.
  static let distance = 0
  /// Σ w.
  static let weight = 512
  /// Σ w d².
  static let square = 1024
  /// Σ w cos²θ: how well the voxel was seen.
  static let sight = 1536
  /// Σ w cos²θ of the colours.
  static let colorWeight = 2048
  /// Σ w cos²θ times red, green and blue (0 … 255).
  static let color = 2560
  static let floats = 4096
}

/// Memory for blocks of voxels. Blocks never move, so that threads can keep pointers to them.
final class VoxelStore: @unchecked Sendable {
  // Unchecked: threads write to different blocks only, and blocks are added by one thread while no other runs.
  private static let blocksPerChunk = 64
  private var chunks: [UnsafeMutablePointer<Float>] = []
  private(set) var count = 0

  /// The channels of a block.
  @inline(__always)
  subscript(block: Int) -> UnsafeMutablePointer<Float> {
    chunks[block / Self.blocksPerChunk] + block % Self.blocksPerChunk * VoxelBlock.floats
  }

  /// Adds a block of zeros and returns its number.
  func add() -> Int {
    if count == chunks.count * Self.blocksPerChunk {
      let floats = Self.blocksPerChunk * VoxelBlock.floats
      let chunk = UnsafeMutablePointer<Float>.allocate(capacity: floats)
      chunk.initialize(repeating: 0, count: floats)
      chunks.append(chunk)
    }
    count += 1
    return count - 1
  }

  deinit {
    for chunk in chunks { chunk.deallocate() }
  }
}
