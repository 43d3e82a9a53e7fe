import Geometry

/// A view's pose and camera in single precision, relative to the grid of voxels.
struct ViewGeometry: Sendable {
  private let cameraFromScan: RigidTransform
  private let origin: Vector3
  private let blockSize: Double
  /// A step of one voxel along each axis, camera frame.
  let stepX, stepY, stepZ: SIMD3<Float>
  let fx, fy, cx, cy, lastColumn, lastRow: Float
  let columns: UInt32
  let truncation, inverseTruncation: Float
  let clearance: Float
  /// The distance from the surface in metres below which a voxel takes the cell's colour.
  let colorBand: Float
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
    (lastColumn, lastRow, columns) = (Float(camera.width - 1), Float(camera.height - 1), UInt32(camera.width))
    truncation = Float(options.truncation)
    inverseTruncation = 1 / truncation
    clearance = options.clearance
    colorBand = Float(Self.colorBandVoxels * options.voxelSize)
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
