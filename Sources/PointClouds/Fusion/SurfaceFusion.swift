import Geometry
import Workers

/// A surface built from many depth views: a truncated signed distance function (Curless & Levoy 1996) on sparse blocks of
/// voxels (Nießner et al. 2013), point-to-plane distances weighted by cos²θ / σ²(z).
///
/// Views are added in order, and each voxel sums them in that order: the number of threads never changes a bit.
public struct SurfaceFusion: ~Copyable {
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
  /// For each stored block, the last view whose surface band passes through it.
  var touched: [Int] = []

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
    viewCount += 1
    guard !view.pixels.isEmpty else { return }
    touchBlocks(view)
    let geometry = ViewGeometry(view, options, directory)
    nonisolated(unsafe) let empty = UnsafeMutablePointer<Float>.allocate(capacity: store.count)
    defer { empty.deallocate() }
    sweep(view, geometry, empty, workers)
    for block in 0..<store.count { emptiness[block] += empty[block] }
  }

  /// Stores the blocks within the truncation of the view's surface and marks them.
  private mutating func touchBlocks(_ view: DepthView) {
    let (camera, pose) = (view.camera, view.scanFromCamera)
    let gridFromCamera = RigidTransform(rotation: pose.rotation, translation: pose.translation - directory.origin)
    let scale = 1 / directory.blockSize
    let range = (pose.translation - options.region.centre).length + options.region.radius
    let step = allocationStep(camera, range: range)
    for y in stride(from: 0, to: camera.height, by: step) {
      for x in stride(from: 0, to: camera.width, by: step) {
        let pixel = view.pixels.withUnsafeBufferPointer { $0[y * camera.width + x] }
        guard pixel.weight > 0 else { continue }
        let ray = camera.ray([Double(x), Double(y)])
        let along = ray.normalized * options.truncation
        let point = ray * Double(pixel.depth)
        for part in [-1.0, 0, 1] { touch((gridFromCamera * (point + along * part)) * scale) }
      }
    }
  }

  /// Every how many pixels a ray looks for blocks: three rays a block at the far side of the region.
  private func allocationStep(_ camera: PinholeCamera, range: Double) -> Int {
    max(1, min(8, Int(directory.blockSize / 3 * camera.fx / max(range, 0.1))))
  }

  /// Stores and marks the block at a place in units of blocks.
  private mutating func touch(_ place: Vector3) {
    guard place.min() >= 0, place.max() < Double(directory.side),
      let slot = directory.slot(Int(place.x), Int(place.y), Int(place.z))
    else { return }
    var block = Int(directory.entries[slot])
    if block < 0 {
      block = store.add()
      directory.store(Int32(block), at: slot)
      slots.append(slot)
      emptiness.append(0)
      touched.append(0)
    }
    touched[block] = viewCount
  }
}
