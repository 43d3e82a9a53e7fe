import Geometry
import Recordings

/// The piece of depth inside a marker, as a smooth surface.
///
/// A plane seen by a pinhole camera is linear in inverse depth over the pixels, so the surface is fitted there:
/// 1/z = a₀ + a₁u + a₂v + a₃u² + a₄uv + a₅v², with u and v in half diagonals from the centre. The quadratic part
/// follows the head's curvature (a marker of 16 mm on a radius of 65 mm bulges by half a millimetre) and is held near
/// zero by a prior, so that few or noisy pixels fall back to a plane.
struct MarkerSurface {
  let corners: [Vector2]
  let camera: PinholeCamera
  /// The pixels inside the marker.
  let pixelCount: Int
  /// Pixels with valid depth.
  let validCount: Int
  private let samples: [(local: Vector2, inverseDepth: Double)]
  private let fit: (solution: SIMD8<Double>, inverse: [[Double]], sigma: Double)?
  private let centre: Vector2
  private let scale: Double
  private let depth: DepthImage

  /// The rim is left out: its depth may be that of the neighbourhood.
  private static let inset = 0.9
  /// Fewer pixels can't carry a surface.
  private static let fewestPixels = 30
  /// More than about this many pixels are thinned out.
  private static let mostPixels = 150
  /// The prior standard deviation of the bulge between centre and corner, in metres.
  private static let bulge = 0.0008

  init(corners: [Vector2], depth: DepthImage, camera: PinholeCamera) {
    self.corners = corners
    self.camera = camera
    self.depth = depth
    centre = corners.reduce(.zero, +) / 4
    let middle = centre
    scale = corners.map { ($0 - middle).length }.max() ?? 1
    let quad = corners.map { middle + ($0 - middle) * Self.inset }
    var samples: [(local: Vector2, inverseDepth: Double)] = []
    var inside = 0
    for (x, y) in Quadrilateral(quad).pixels(width: depth.width, height: depth.height) {
      inside += 1
      let z = Double(depth.pixels[y * depth.width + x])
      if z > 0 { samples.append(((Vector2(Double(x), Double(y)) - middle) / scale, 1 / z)) }
    }
    validCount = samples.count
    self.samples = Self.thinned(samples)
    pixelCount = inside
    fit = samples.count < Self.fewestPixels ? nil : Self.fit(self.samples)
  }

  /// The unit normal at the centre, towards the camera; nil without a fit.
  var normal: Vector3? {
    guard let a = fit?.solution else { return nil }
    // With 1/z = a₀ + a₁u + a₂v the plane is n · p = 1, and n holds the coefficients over the normalised coordinates.
    let perPixel = Vector2(a[1], a[2]) / scale
    let offset = a[0] + perPixel.dot(Vector2(camera.cx, camera.cy) - centre)
    return -Vector3(perPixel.x * camera.fx, perPixel.y * camera.fy, offset).normalized
  }

  /// The corners on their rays, each at the depth around it, or where that is missing at that of the surface inside the
  /// marker; nil where the depth can't carry them.
  func metricCorners() -> MetricCorners? {
    guard let fit, let normal, fit.solution[0] > 0 else { return nil }
    var points: [Vector3] = []
    var sigmas: [Double] = []
    for (index, corner) in corners.enumerated() {
      let around = CornerDepth(of: index, in: corners, depth: depth).flatMap { accepts($0.inverse) ? $0 : nil }
      let (inverse, sigma) = around.map { ($0.inverse, $0.sigma) } ?? inside(corner, fit)
      guard accepts(inverse) else { return nil }
      points.append(camera.ray(corner) / inverse)
      sigmas.append(sigma / (inverse * inverse))
    }
    let z = 1 / fit.solution[0]
    return MetricCorners(
      points: points, depthSigmas: sigmas, normal: normal, residual: fit.sigma * z * z, pixels: validCount)
  }

  /// Whether an inverse depth can belong to the marker at all.
  private func accepts(_ inverse: Double) -> Bool {
    guard let middle = fit?.solution[0] else { return false }
    return inverse > 0.5 * middle && inverse < 2 * middle
  }

  /// The inverse depth at a corner of the surface inside the marker, and its standard deviation.
  private func inside(
    _ corner: Vector2, _ fit: (solution: SIMD8<Double>, inverse: [[Double]], sigma: Double)
  ) -> (inverse: Double, sigma: Double) {
    let row = Self.row((corner - centre) / scale)
    var variance = 0.0
    for i in 0..<6 {
      for j in 0..<6 { variance += row[i] * fit.inverse[i][j] * row[j] }
    }
    return ((row * fit.solution).sum(), fit.sigma * variance.squareRoot())
  }

  /// Every n-th sample: a few hundred carry six unknowns, and the shared error of neighbours is larger than their noise.
  private static func thinned(
    _ samples: [(local: Vector2, inverseDepth: Double)]
  ) -> [(local: Vector2, inverseDepth: Double)] {
    let step = max(1, samples.count / mostPixels)
    return step == 1 ? samples : stride(from: 0, to: samples.count, by: step).map { samples[$0] }
  }

  /// The six terms at a place; two lanes stay empty.
  private static func row(_ p: Vector2) -> SIMD8<Double> { [1, p.x, p.y, p.x * p.x, p.x * p.y, p.y * p.y, 0, 0] }

  /// Iteratively reweighted least squares with Tukey's weights; sigma is the robust noise of 1/z.
  private static func fit(
    _ samples: [(local: Vector2, inverseDepth: Double)]
  ) -> (solution: SIMD8<Double>, inverse: [[Double]], sigma: Double)? {
    let middle = RobustStatistics.median(samples.map(\.inverseDepth))
    var weights = samples.map { abs($0.inverseDepth - middle) < 0.1 * middle ? 1.0 : 0.0 }
    var sigma = 0.0005 * middle * middle
    let rows = samples.map { row($0.local) }
    var result: (solution: SIMD8<Double>, inverse: [[Double]])?
    for _ in 0..<3 {
      let prior = sigma / (bulge * middle * middle)
      guard let solved = solve(rows, samples, weights, prior: prior * prior) else { return nil }
      let residuals = samples.indices.map { samples[$0].inverseDepth - (rows[$0] * solved.solution).sum() }
      sigma = max(RobustStatistics.madToSigma * RobustStatistics.median(residuals.map(abs)), 1e-5 * middle)
      weights = residuals.map { RobustStatistics.tukeyWeight($0 / sigma) }
      result = solved
    }
    guard let result, weights.reduce(0, +) >= 0.5 * Double(samples.count) else { return nil }
    return (result.solution, result.inverse, sigma)
  }

  /// The weighted solution with its inverse normal matrix; `prior` holds the quadratic terms near zero.
  private static func solve(
    _ rows: [SIMD8<Double>], _ samples: [(local: Vector2, inverseDepth: Double)], _ weights: [Double], prior: Double
  ) -> (solution: SIMD8<Double>, inverse: [[Double]])? {
    var sums = (SIMD8<Double>.zero, SIMD8<Double>.zero, SIMD8<Double>.zero, SIMD8<Double>.zero, SIMD8<Double>.zero)
    var (last, right) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for i in rows.indices where weights[i] > 0 {
      let row = rows[i]
      let weighted = row * weights[i]
      sums.0 += weighted
      sums.1 += weighted * row[1]
      sums.2 += weighted * row[2]
      sums.3 += weighted * row[3]
      sums.4 += weighted * row[4]
      last += weighted * row[5]
      right += weighted * samples[i].inverseDepth
    }
    var normal = [sums.0, sums.1, sums.2, sums.3, sums.4, last].flatMap { row in (0..<6).map { row[$0] } }
    for k in 3..<6 { normal[7 * k] += prior }
    guard let solved = LeastSquares(normal: normal, right: (0..<6).map { right[$0] }).solved() else { return nil }
    return (SIMD8(solved.solution + [0, 0]), solved.inverse)
  }
}
