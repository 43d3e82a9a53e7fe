import Geometry
import Workers

/// A view's pose and camera in single precision, relative to the grid of voxels.
struct ViewGeometry: Sendable {
  let cameraFromScan: RigidTransform
  let origin: Vector3
  let blockSize: Double
  /// A step of one voxel along each axis, camera frame.
  let stepX, stepY, stepZ: SIMD3<Float>
  let fx, fy, cx, cy, width, height: Float
  let columns: Int
  let truncation: Float
  /// How far in front of a pixel without a tangent plane a voxel is surely empty: along a glancing ray, the truncation
  /// alone would count voxels as empty that lie just above the surface, and so thin the model.
  let clearance: Float
  /// Distances in metres below which a voxel takes the pixel's colour.
  let colorBand: Float

  init(_ view: DepthView, _ options: FusionOptions, _ directory: BlockDirectory) {
    cameraFromScan = view.scanFromCamera.inverse
    (origin, blockSize) = (directory.origin, directory.blockSize)
    let steps = cameraFromScan.rotation * options.voxelSize
    (stepX, stepY, stepZ) = (SIMD3<Float>(steps.c0), SIMD3<Float>(steps.c1), SIMD3<Float>(steps.c2))
    let camera = view.camera
    (fx, fy, cx, cy) = (Float(camera.fx), Float(camera.fy), Float(camera.cx), Float(camera.cy))
    (width, height, columns) = (Float(camera.width), Float(camera.height), camera.width)
    truncation = Float(options.truncation)
    clearance = 4 * truncation
    colorBand = Float(1.5 * options.voxelSize)
  }

  /// The first voxel of a block, camera frame.
  func corner(_ block: SIMD3<Int32>) -> SIMD3<Float> {
    SIMD3<Float>(cameraFromScan * (origin + Vector3(block) * blockSize))
  }

  /// The pixel onto which a point projects, or -1 outside the image.
  @inline(__always)
  func pixel(_ x: Float, _ y: Float, _ inverseZ: Float) -> Int {
    let u = fx * x * inverseZ + cx + 0.5
    let v = fy * y * inverseZ + cy + 0.5
    guard u >= 0, v >= 0, u < width, v < height else { return -1 }
    return Int(v) * columns + Int(u)
  }
}

extension SurfaceFusion {
  /// The weight with which a pixel says that a voxel far in front of it is empty.
  static let emptyWeight: Float = 0.5

  /// Updates all blocks from a view; writes into `empty` with which weight a block was seen empty as a whole.
  func sweep(
    _ view: DepthView, _ geometry: ViewGeometry, _ empty: UnsafeMutablePointer<Float>, _ workers: Workers
  ) {
    let blocksAtATime = 16
    let (count, number) = (store.count, viewCount)
    nonisolated(unsafe) let empty = empty
    view.pixels.withUnsafeBufferPointer { pixels in
      nonisolated(unsafe) let pixels = pixels.baseAddress!
      let (store, slots, touched, directory) = (store, slots, touched, directory)
      workers.forEach((count + blocksAtATime - 1) / blocksAtATime) { batch in
        for block in (batch * blocksAtATime)..<min(count, (batch + 1) * blocksAtATime) {
          empty[block] = 0
          let corner = geometry.corner(directory.coordinates(slots[block]))
          if touched[block] == number {
            BlockUpdate.integrate(store[block], corner, geometry, pixels)
          } else {
            switch BlockUpdate.sight(corner, geometry, pixels) {
            case .empty: empty[block] = Self.emptyWeight
            case .mixed: BlockUpdate.integrate(store[block], corner, geometry, pixels)
            case .hidden: break
            }
          }
        }
      }
    }
  }
}

/// What a view can say about a block as a whole.
enum BlockSight { case empty, mixed, hidden }

/// The inner loops of fusion.
enum BlockUpdate {
  /// Looks at a block's corners and centre: all well in front of the surface, all hidden or out of sight, or neither.
  static func sight(
    _ corner: SIMD3<Float>, _ view: ViewGeometry, _ pixels: UnsafePointer<ViewPixel>
  ) -> BlockSight {
    var (front, hidden) = (0, 0)
    for sample in 0..<9 {
      let i =
        sample == 8
        ? SIMD3<Float>(repeating: 3.5)
        : SIMD3<Float>(
          sample & 1 == 0 ? 0 : 7, sample & 2 == 0 ? 0 : 7, sample & 4 == 0 ? 0 : 7)
      let p = corner + view.stepX * i.x + view.stepY * i.y + view.stepZ * i.z
      let at = p.z > 0 ? view.pixel(p.x, p.y, 1 / p.z) : -1
      let ahead = at < 0 ? Float.nan : pixels[at].depth - p.z
      if ahead > view.clearance { front += 1 }
      if !(ahead >= -3 * view.truncation) { hidden += 1 }
    }
    return front == 9 ? .empty : hidden == 9 ? .hidden : .mixed
  }

  /// Adds a view to the voxels of a block.
  static func integrate(
    _ block: UnsafeMutablePointer<Float>, _ corner: SIMD3<Float>, _ view: ViewGeometry,
    _ pixels: UnsafePointer<ViewPixel>
  ) {
    let lanes = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
    for row in 0..<64 {
      let start = corner + view.stepY * Float(row & 7) + view.stepZ * Float(row >> 3)
      let x = start.x + lanes * view.stepX.x
      let y = start.y + lanes * view.stepX.y
      let z = start.z + lanes * view.stepX.z
      let inverse = 1 / z
      for i in 0..<8 {
        let at = view.pixel(x[i], y[i], inverse[i])
        guard at >= 0, z[i] > 0 else { continue }
        update(block + (row * 8 + i), SIMD3(x[i], y[i], z[i]), pixels + at, view)
      }
    }
  }

  /// Adds a pixel to a voxel.
  @inline(__always)
  private static func update(
    _ voxel: UnsafeMutablePointer<Float>, _ point: SIMD3<Float>, _ pixel: UnsafePointer<ViewPixel>, _ view: ViewGeometry
  ) {
    let w = pixel.pointee.weight
    if w > 0 {
      let n = pixel.pointee.plane
      let metres = n.x * point.x + n.y * point.y + n.z * point.z - n.w
      guard metres >= -view.truncation else { return }
      let d = min(metres / view.truncation, 1)
      voxel[VoxelBlock.distance] += w * d
      voxel[VoxelBlock.weight] += w
      voxel[VoxelBlock.square] += w * d * d
      let color = pixel.pointee.color
      if abs(metres) < view.colorBand, color & 1 != 0 {
        voxel[VoxelBlock.colorWeight] += w
        voxel[VoxelBlock.color] += w * Float(color >> 8 & 255)
        voxel[VoxelBlock.color + 512] += w * Float(color >> 16 & 255)
        voxel[VoxelBlock.color + 1024] += w * Float(color >> 24)
      }
    } else if pixel.pointee.depth - point.z > view.clearance {
      voxel[VoxelBlock.distance] += SurfaceFusion.emptyWeight
      voxel[VoxelBlock.weight] += SurfaceFusion.emptyWeight
      voxel[VoxelBlock.square] += SurfaceFusion.emptyWeight
    }
  }
}
