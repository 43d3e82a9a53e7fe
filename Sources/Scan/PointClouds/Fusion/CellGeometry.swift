import Geometry

/// The camera of a view's cells, and the limits and correction that apply to their planes, in single precision.
struct CellGeometry: Sendable {
  let fx, fy, inverseFx, inverseFy, cx, cy: Float
  let width, height: Int
  let correction: CellCorrection
  let limits: ViewLimits
  /// Numbers a row of tiles.
  let tileColumns: Int
  /// The share of a full cell that one pixel makes up.
  let pixelShare: Float

  init(_ camera: Camera, _ layout: CellLayout, _ correction: CellCorrection, _ limits: ViewLimits) {
    (fx, fy, cx, cy) = (Float(camera.fx), Float(camera.fy), Float(camera.cx), Float(camera.cy))
    (inverseFx, inverseFy) = (1 / fx, 1 / fy)
    (width, height) = (camera.width, camera.height)
    (self.correction, self.limits) = (correction, limits)
    tileColumns = DepthTiles.columns(width)
    pixelShare = 1 / Float(layout.binning * layout.binning)
  }
}

/// The region, incidence limit and noise that determine the weights of a view's cells.
struct ViewLimits: Sendable {
  private let centre: SIMD3<Float>
  private let squaredRadius: Float
  /// The floor's normal and offset; points on the negative side are outside.
  private let floor: SIMD4<Float>
  let squaredMinCosine: Float
  /// How far behind a cell's plane voxels take part, in metres.
  let truncation: Float
  private let noiseFloor, noiseGrowth: Float
  /// σ² of a frontal view from 0.3 m, which has weight 1.
  private let unitVariance: Float
  /// How far in front of a cell without a tangent plane a voxel counts as empty, in metres. Along a glancing ray, the
  /// truncation alone would mark voxels just above the surface as empty, and so make the model thinner.
  let clearance: Float

  init(_ options: FusionOptions, cameraFromScan: RigidTransform) {
    let region = options.region
    centre = SIMD3<Float>(cameraFromScan * region.centre)
    squaredRadius = Float(region.radius * region.radius)
    if let plane = region.floor {
      let normal = cameraFromScan.rotation * plane.normal
      floor = SIMD4(SIMD3<Float>(normal), Float(plane.offset + normal.dot(cameraFromScan.translation)))
    } else {
      floor = [0, 0, 0, -1]
    }
    squaredMinCosine = Float(cosine(options.maxIncidence) * cosine(options.maxIncidence))
    truncation = Float(options.truncation)
    (noiseFloor, noiseGrowth) = (Float(options.noise.floor), Float(options.noise.growth))
    unitVariance = Float(options.noise.sigma(0.3) * options.noise.sigma(0.3))
    clearance = options.clearance
  }

  /// σ²(0.3 m) / σ²(z).
  @inline(__always)
  func precision(_ z: Lanes) -> Lanes {
    let sigma = noiseFloor + noiseGrowth * z * z
    return unitVariance / (sigma * sigma)
  }

  /// True where points of the camera frame lie in the region.
  @inline(__always)
  func contains(_ x: Lanes, _ y: Lanes, _ z: Lanes) -> SIMDMask<SIMD8<Int32>> {
    let (dx, dy, dz) = (x - centre.x, y - centre.y, z - centre.z)
    return ((dx * dx + dy * dy + dz * dz) .< squaredRadius)
      .& ((floor.x * x + floor.y * y + floor.z * z) .>= floor.w)
  }
}
