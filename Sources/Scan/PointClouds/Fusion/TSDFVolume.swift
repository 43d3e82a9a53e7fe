import FusionBridge
import Geometry
import Workers

/// A surface built from many depth views: a truncated signed distance function (Curless & Levoy 1996) on sparse blocks
/// of voxels (Nießner et al. 2013), point-to-plane distances weighted by 1 / σ²(z).
///
/// Views are added in order, and each voxel sums them in that order: the number of threads never changes a bit.
public struct TSDFVolume: ~Copyable {
  /// How views are fused.
  public let options: FusionOptions
  /// How many views were added.
  public private(set) var viewCount = 0

  var directory: BlockDirectory
  let store = VoxelStore()
  /// The slot of each stored block, in the order in which blocks were first seen.
  var slots: [Int] = []
  /// For each stored block, the weight with which whole views saw it empty.
  var emptiness: [Float] = []

  /// An empty volume.
  public init(_ options: FusionOptions) throws(FusionError) {
    try options.check()
    self.options = options
    directory = BlockDirectory(options)
  }

  /// How many blocks of 8³ voxels are stored.
  public var blockCount: Int { store.count }

  /// Adds a view.
  public mutating func integrate(_ view: DepthView, workers: Workers = Workers(count: 1)) {
    integrate([view], workers: workers)
  }

  /// Adds views, in their order; several at a time keep each block in a core's cache.
  ///
  /// The blocks around all of their surfaces are stored first, so which views are added together can change the volume
  /// where the first of them end; the number of threads can't.
  public mutating func integrate(_ views: [DepthView], workers: Workers = Workers(count: 1)) {
    viewCount += views.count
    let views = views.filter { !$0.weights.isEmpty }
    let (options, directory) = (options, directory)
    let wanted = workers.map(views.count) { BlockSearch(options, directory).blocks(around: views[$0]) }
    for slots in wanted { store(slots) }
    sweep(views, workers)
  }

  /// Stores the blocks of slots that have none.
  private mutating func store(_ wanted: [Int]) {
    for slot in wanted where directory.entries[slot] < 0 {
      directory.store(Int32(store.add()), at: slot)
      slots.append(slot)
      emptiness.append(0)
    }
  }

  /// Adds the views to every block, one block at a time, neighbours soon after each other: they look at the same cells.
  private mutating func sweep(_ views: [DepthView], _ workers: Workers) {
    let blocksAtATime = 16
    let (count, store, slots, directory) = (store.count, store, slots, directory)
    let order = views.count > 1 ? directory.spatialOrder(of: slots) : Array(slots.indices)
    let geometries = views.map { $0.geometry(options, directory) }
    emptiness.withUnsafeMutableBufferPointer { emptiness in
      nonisolated(unsafe) let emptiness = emptiness.baseAddress
      workers.forEach((count + blocksAtATime - 1) / blocksAtATime) { batch in
        for block in order[(batch * blocksAtATime)..<min(count, (batch + 1) * blocksAtATime)] {
          let place = directory.coordinates(slots[block])
          for (view, geometry) in zip(views, geometries) {
            if view.update(store[block], geometry.corner(place), geometry) == .empty {
              emptiness![block] += EmptyCell.weight
            }
          }
        }
      }
    }
  }
}

/// Finds the blocks near a view's surface.
private struct BlockSearch {
  private let origin: Vector3
  private let blockSize: Double
  private let side: Int
  /// How far around a point blocks are stored, in blocks: the truncation, and half of it for the gaps between points.
  ///
  /// A block is stored as soon as a voxel of it can take part in a surface, and not only when a point falls into it:
  /// neighbours that began with different views would end in different places.
  private let reach: Float

  init(_ options: FusionOptions, _ directory: BlockDirectory) {
    (origin, blockSize, side) = (directory.origin, directory.blockSize, directory.side)
    reach = Float(1.5 * options.truncation / directory.blockSize)
  }

  /// The slots of the blocks, in order.
  func blocks(around view: DepthView) -> [Int] {
    let gridFromCamera = RigidTransform(
      rotation: view.scanFromCamera.rotation, translation: view.scanFromCamera.translation - origin)
    let camera = view.camera
    let (c0, c1, c2) = (
      SIMD3<Float>(gridFromCamera.rotation.c0 / blockSize), SIMD3<Float>(gridFromCamera.rotation.c1 / blockSize),
      SIMD3<Float>(gridFromCamera.rotation.c2 / blockSize)
    )
    let offset = SIMD3<Float>(gridFromCamera.translation / blockSize)
    let limit = Float(side)
    var isNear = [Bool](repeating: false, count: side * side * side)
    var marked = (first: SIMD3(repeating: -1), last: SIMD3(repeating: -1))
    let step = view.layout.binning == 1 ? 4 : 2
    for y in stride(from: 0, to: camera.height, by: step) {
      for x in stride(from: 0, to: camera.width, by: step) {
        let cell = y * camera.width + x
        guard view.weights[cell] > 0 else { continue }
        let plane = view.planes[cell]
        let ray = SIMD3<Float>(
          (Float(x) - Float(camera.cx)) / Float(camera.fx), (Float(y) - Float(camera.cy)) / Float(camera.fy), 1)
        let p = ray * (plane.w / (plane.x * ray.x + plane.y * ray.y + plane.z * ray.z))
        let place = c0 * p.x + c1 * p.y + c2 * p.z + offset
        let (low, high) = (place - reach, place + reach)
        guard low.x >= 0, low.y >= 0, low.z >= 0, high.x < limit, high.y < limit, high.z < limit else { continue }
        let (first, last) = (SIMD3(Int(low.x), Int(low.y), Int(low.z)), SIMD3(Int(high.x), Int(high.y), Int(high.z)))
        if first == marked.first, last == marked.last { continue }  // as the cell before
        marked = (first, last)
        for k in first.z...last.z {
          for j in first.y...last.y {
            for i in first.x...last.x { isNear[(k * side + j) * side + i] = true }
          }
        }
      }
    }
    return isNear.indices.filter { isNear[$0] }
  }
}

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

/// A view's pose and camera in single precision, relative to the grid of voxels.
struct ViewGeometry: Sendable {
  private let cameraFromScan: RigidTransform
  private let origin: Vector3
  private let blockSize: Double
  /// A step of one voxel along each axis, camera frame.
  let stepX, stepY, stepZ: SIMD3<Float>
  let fx, fy, cx, cy, lastColumn, lastRow: Float
  let clearance: Float
  /// The same for the inner loop.
  let kernel: FusionView
  /// A voxel nearer to the surface than this takes its colour, in voxels. Assumed.
  private static let colorBandVoxels = 1.5
  /// The corners of a block relative to its first voxel, camera frame.
  let cornersX, cornersY, cornersZ: Lanes

  init(
    _ camera: Camera, scanFromCamera: RigidTransform, _ options: FusionOptions, _ directory: BlockDirectory
  ) {
    cameraFromScan = scanFromCamera.inverse
    (origin, blockSize) = (directory.origin, directory.blockSize)
    let steps = cameraFromScan.rotation * options.voxelSize
    (stepX, stepY, stepZ) = (SIMD3<Float>(steps.c0), SIMD3<Float>(steps.c1), SIMD3<Float>(steps.c2))
    (fx, fy, cx, cy) = (Float(camera.fx), Float(camera.fy), Float(camera.cx), Float(camera.cy))
    (lastColumn, lastRow) = (Float(camera.width - 1), Float(camera.height - 1))
    clearance = options.clearance
    let truncation = Float(options.truncation)
    kernel = FusionView(
      step_x: FusionVector(stepX), step_y: FusionVector(stepY), step_z: FusionVector(stepZ), fx: fx, fy: fy, cx: cx,
      cy: cy, columns: UInt32(camera.width), last_column: lastColumn, last_row: lastRow, truncation: truncation,
      inverse_truncation: 1 / truncation, color_band: Float(Self.colorBandVoxels * options.voxelSize))
    let (i, j, k) = (Lanes(0, 7, 0, 7, 0, 7, 0, 7), Lanes(0, 0, 7, 7, 0, 0, 7, 7), Lanes(0, 0, 0, 0, 7, 7, 7, 7))
    cornersX = i * stepX.x + j * stepY.x + k * stepZ.x
    cornersY = i * stepX.y + j * stepY.y + k * stepZ.y
    cornersZ = i * stepX.z + j * stepY.z + k * stepZ.z
  }

  /// The first voxel of a block, camera frame.
  func corner(_ block: SIMD3<Int32>) -> SIMD3<Float> {
    SIMD3<Float>(cameraFromScan * (origin + Vector3(block) * blockSize))
  }
}

extension FusionVector {
  init(_ v: SIMD3<Float>) { self.init(x: v.x, y: v.y, z: v.z) }
}
