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
  private let noise: DepthNoise<Float>
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
      floor = SIMD4(0, 0, 0, -.infinity)
    }
    squaredMinCosine = Float(cosine(options.maxIncidence) * cosine(options.maxIncidence))
    truncation = Float(options.truncation)
    noise = DepthNoise(floor: Float(options.noise.floor), growth: Float(options.noise.growth))
    unitVariance = Float(options.noise.sigma(0.3) * options.noise.sigma(0.3))
    clearance = options.clearance
  }

  /// σ²(0.3 m) / σ²(z).
  @inline(__always)
  func precision(_ z: Lanes) -> Lanes {
    let sigma = noise.sigma(z)
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

/// How a view's pixels are binned: squares of one or two pixels a side, called cells.
///
/// A voxel twice as wide as a pixel would use one pixel in four. With cells of 2 × 2 it uses all of them, and a quarter
/// of the places remain to be worked on.
struct CellLayout: Sendable, Equatable {
  /// Pixels along a cell's side: 1 or 2.
  let binning: Int
  /// Half the width of the window within which inverse depth is averaged, cells.
  let smoothing: Int
  /// Half the distance of the averages whose difference is the gradient, cells.
  let reach: Int
  /// The distance from a depth edge within which cells are dropped, cells.
  let edgeMargin: Int
  /// The fewest valid pixels in the window.
  let leastSupport: Float

  /// The width of a voxel in pixels from which 2 × 2 pixels are binned. See Docs/decisions/fusion.md (Cells of 2 × 2
  /// pixels); the threshold itself was not varied.
  private static let joinedPixels = 1.5

  /// Windows of 5 × 5 pixels, 6 pixels apart.
  static let single = CellLayout(binning: 1, smoothing: 2, reach: 3, edgeMargin: 2, leastSupport: 8)
  /// Windows of 6 × 6 pixels, 4 pixels apart: less their overlap, as far apart as the single ones.
  static let double = CellLayout(binning: 2, smoothing: 1, reach: 1, edgeMargin: 1, leastSupport: 12)

  private init(binning: Int, smoothing: Int, reach: Int, edgeMargin: Int, leastSupport: Float) {
    (self.binning, self.smoothing, self.reach) = (binning, smoothing, reach)
    (self.edgeMargin, self.leastSupport) = (edgeMargin, leastSupport)
  }

  /// The layout for the voxels of some options, seen from a range in metres.
  init(_ options: FusionOptions, range: Double, camera: Camera) {
    let pixels = options.voxelSize * camera.fx / max(range, 0.05)
    self = options.joinsPixels && pixels >= Self.joinedPixels ? .double : .single
  }

  /// Cells around a band that its windows reach into.
  var margin: Int { reach + smoothing + edgeMargin + 1 }

  /// The camera whose pixels are the cells of a camera's image.
  func camera(_ pixels: Camera) -> Camera {
    let n = Double(binning)
    return Camera(
      width: pixels.width / binning, height: pixels.height / binning, fx: pixels.fx / n, fy: pixels.fy / n,
      cx: (pixels.cx - (n - 1) / 2) / n, cy: (pixels.cy - (n - 1) / 2) / n)
  }
}

/// A correction of depth for the cells of a view, eight at a time.
struct CellCorrection: Sendable {
  private let scale: Float
  private let field: DepthField
  /// The places −1 … 1 across the image of the first cell, and of a step to the next.
  private let left, top, columnStep, rowStep: Double

  init(_ correction: DepthCorrection, _ crop: ImageCrop, _ layout: CellLayout, width: Int, height: Int) {
    (scale, field) = (Float(correction.scale), correction.field)
    let n = Double(layout.binning)
    left = DepthCorrection.normalized(Double(crop.x) + (n - 1) / 2, width)
    top = DepthCorrection.normalized(Double(crop.y) + (n - 1) / 2, height)
    (columnStep, rowStep) = (2 * n / Double(width), 2 * n / Double(height))
  }

  /// The correction along a row of cells.
  func row(_ y: Int) -> Row {
    let (low, high) = (field.columns.lowerBound, field.columns.upperBound)
    return Row(
      scale: scale, powers: Lanes(field.row(at: top + Double(y) * rowStep)),
      left: Float((2 * left - low - high) / (high - low)), step: Float(2 * columnStep / (high - low)))
  }

  /// What is added along a row is a polynomial over its columns.
  struct Row {
    fileprivate let scale: Float
    fileprivate let powers: Lanes
    fileprivate let left, step: Float

    /// What is added in the cells from column x on, in metres.
    @inline(__always)
    func offsets(_ x: Int) -> Lanes {
      let column = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Float(x)
      let u = (left + column * step).clamped(above: Lanes(repeating: -1)).clamped(below: Lanes(repeating: 1))
      var sum = Lanes(repeating: 0)
      for power in (0...DepthField.degree).reversed() { sum = sum * u + powers[power] }
      return sum
    }

    /// Depth corrected by offsets.
    @inline(__always)
    func corrected(_ z: Lanes, _ offsets: Lanes) -> Lanes { scale * z + offsets }
  }
}
