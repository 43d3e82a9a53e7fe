import Geometry

/// Where the blocks of a region lie: a cube of entries around the region's centre, one a block, that name stored blocks.
///
/// The region is bounded, so this flat table takes the place of a hash: 30³ entries for a head.
struct BlockDirectory {
  static let none: Int32 = -1

  /// Entries along an axis.
  let side: Int
  /// The first voxel of block (0, 0, 0), scan frame, metres.
  let origin: Vector3
  let blockSize: Double
  private(set) var entries: [Int32]

  init(_ options: FusionOptions) {
    blockSize = options.blockSize
    let radius = Int(((options.region.radius + options.truncation) / blockSize).rounded(.up)) + 1
    side = 2 * radius
    origin = options.region.centre - Vector3(repeating: Double(radius) * blockSize)
    entries = Array(repeating: Self.none, count: side * side * side)
  }

  /// The number of the block at (x, y, z), or nil outside the table.
  @inline(__always)
  func slot(_ x: Int, _ y: Int, _ z: Int) -> Int? {
    guard x >= 0, y >= 0, z >= 0, x < side, y < side, z < side else { return nil }
    return (z * side + y) * side + x
  }

  /// The stored block at (x, y, z), or ``none``.
  @inline(__always)
  func block(_ x: Int, _ y: Int, _ z: Int) -> Int32 {
    guard let slot = slot(x, y, z) else { return Self.none }
    return entries[slot]
  }

  mutating func store(_ block: Int32, at slot: Int) { entries[slot] = block }

  /// The coordinates of a slot.
  func coordinates(_ slot: Int) -> SIMD3<Int32> {
    [Int32(slot % side), Int32(slot / side % side), Int32(slot / (side * side))]
  }

  /// The places of an array of slots along a curve that fills the space with cubes within cubes (Morton 1966).
  func spatialOrder(of slots: [Int]) -> [Int] {
    let keys = slots.enumerated().map { number, slot in (key: Self.interleaved(coordinates(slot)), number: number) }
    return keys.sorted { ($0.key, $0.number) < ($1.key, $1.number) }.map(\.number)
  }

  /// The bits of three numbers in turn.
  private static func interleaved(_ place: SIMD3<Int32>) -> Int {
    var key = 0
    for bit in 0..<9 {
      for axis in 0..<3 { key |= (Int(place[axis]) >> bit & 1) << (3 * bit + axis) }
    }
    return key
  }
}
