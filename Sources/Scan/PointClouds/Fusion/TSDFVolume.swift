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
