import Geometry
import Images

/// The piece of depth inside a marker, as a smooth surface.
///
/// A plane seen by a pinhole camera is linear in inverse depth over the pixels, so the surface is fitted there:
/// 1/z = a₀ + a₁u + a₂v + a₃u² + a₄uv + a₅v², with u and v in half diagonals from the centre. The quadratic part
/// follows the head's curvature (a marker of 16 mm on a radius of 65 mm bulges by half a millimetre) and is held near
/// zero by a prior, so that few or noisy pixels fall back to a plane.
struct MarkerSurface {
  let corners: [Vector2]
  /// The colour camera.
  let camera: Camera
  /// The pixels inside the marker.
  let pixelCount: Int
  /// Pixels with valid depth.
  let validCount: Int
  private let fit: Fit?
  private let centre: Vector2
  private let scale: Double
  private let depth: RegisteredDepth

  /// A place from the marker's centre in half diagonals, and its inverse depth.
  private typealias Sample = (place: Vector2, inverse: Double)
  private typealias Fit = (solution: SIMD8<Double>, factor: CholeskyFactor8, sigma: Double)

  /// The part of the marker whose depth counts, from its middle: at the rim, depth may be that of what lies beside it.
  /// Assumed.
  private static let inset = 0.9
  /// The fewest valid pixels from which a marker's surface is fitted. Assumed.
  private static let fewestPixels = 30
  /// More pixels than about this are thinned out: a few hundred carry six unknowns. Chosen for speed.
  private static let mostPixels = 150
  /// The prior of the bulge between centre and corner, standard deviation in metres. Derived: a marker of 16 mm on a
  /// radius of 65 mm bulges by half a millimetre.
  private static let bulge = 0.0008
  /// Depth inside a marker that differs more from the usual one, relative, takes no part at first. Assumed.
  private static let sameMarker = 0.1

  init(corners: [Vector2], depth: RegisteredDepth) {
    self.corners = corners
    camera = depth.cameras.color
    self.depth = depth
    centre = corners.reduce(.zero, +) / 4
    let middle = centre
    let scale = corners.map { ($0 - middle).length }.max() ?? 1
    self.scale = scale
    let inner = Quadrilateral(corners.map { middle + ($0 - middle) * Self.inset })
    var valid = depth.samples(in: inner)
    pixelCount = valid.count
    valid.removeAll { !($0.depth > 0) }  // depth that is missing is no number
    validCount = valid.count
    let samples = stride(from: 0, to: valid.count, by: max(1, valid.count / Self.mostPixels)).map { k -> Sample in
      ((valid[k].place - middle) / scale, 1 / valid[k].depth)
    }
    fit = valid.count < Self.fewestPixels ? nil : Self.fit(samples)
  }

  /// The unit normal at the centre, towards the camera; nil without a fit.
  var normal: Vector3? {
    guard let a = fit?.solution else { return nil }
    // With 1/z = a₀ + a₁u + a₂v the plane is n · p = 1, and n holds the coefficients over the normalised coordinates.
    let perPixel = Vector2(a[1], a[2]) / scale
    let offset = a[0] + perPixel.dot(Vector2(camera.cx, camera.cy) - centre)
    return -Vector3(perPixel.x * camera.fx, perPixel.y * camera.fy, offset).normalized
  }

  /// The corners on their rays, each at the depth around it, or where that is missing, on the surface inside the
  /// marker; nil where there is too little depth.
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
  private func inside(_ corner: Vector2, _ fit: Fit) -> (inverse: Double, sigma: Double) {
    let row = Self.row((corner - centre) / scale)
    return ((row * fit.solution).sum(), fit.sigma * fit.factor.variance(of: row).squareRoot())
  }

  /// The six terms at a place; two lanes stay empty.
  private static func row(_ p: Vector2) -> SIMD8<Double> {
    SIMD8(1, p.x, p.y, p.x * p.x, p.x * p.y, p.y * p.y, 0, 0)
  }

  /// Iteratively reweighted least squares with Tukey's weights; sigma is the robust noise of 1/z.
  private static func fit(_ samples: [Sample]) -> Fit? {
    let middle = RobustStatistics.median(samples.map(\.inverse))
    var weights = TukeyWeights(samples.map { abs($0.inverse - middle) < Self.sameMarker * middle ? 1 : 0 })
    var sigma = 0.0005 * middle * middle
    var fit: Fit?
    for _ in 0..<3 {
      let prior = sigma / (Self.bulge * middle * middle)
      guard let (solution, factor) = solve(samples, weights.values, prior: prior * prior) else { return nil }
      sigma = weights.update(leastScale: 1e-5 * middle) { k in
        samples[k].inverse - (row(samples[k].place) * solution).sum()
      }
      fit = (solution, factor, sigma)
    }
    return weights.values.reduce(0, +) >= CornerDepth.leastOnSurface * Double(samples.count) ? fit : nil
  }

  /// The weighted solution; `prior` holds the quadratic terms near zero.
  private static func solve(
    _ samples: [Sample], _ weights: [Double], prior: Double
  ) -> (solution: SIMD8<Double>, factor: CholeskyFactor8)? {
    var equations = NormalEquations8(unknowns: 6)
    for (sample, weight) in zip(samples, weights) where weight > 0 {
      equations.add(row(sample.place), value: sample.inverse, weight: weight)
    }
    for k in 3..<6 { equations.hold(k, weight: prior) }
    return equations.solved()
  }
}

/// The depth at a marker's corner, from a plane through the surface around it, inside and outside the print.
///
/// A surface through the whole marker has to bend with the head to meet its corners: a quadratic one leaves slanting
/// corners 0.3 to 0.6 mm too near, which flattens the head by 2 %. Close around a corner a plane is enough, and what it
/// leaves out is the same everywhere: h² / 3R = 0.05 mm on a window of ± 3 mm.
struct CornerDepth {
  /// The inverse depth at the corner in 1/m, and its standard deviation.
  let inverse, sigma: Double

  /// How far the window at a corner reaches along the marker's sides, in sides. A plane leaves out 0.05 mm on a window
  /// of ± 3 mm; Docs/decisions/tracking.md (Where the ink ends is measured in the marker).
  private static let cornerReach = 0.2
  /// The fewest valid pixels from which a corner's plane is fitted. Assumed.
  private static let fewestCornerPixels = 16
  /// More pixels than about this are thinned out: neighbours share most of their error. Chosen for speed.
  private static let mostCornerPixels = 90
  /// Depth that differs more from the window's usual one, relative, is another surface's. Assumed.
  private static let sameSurface = 0.04
  /// The share of a window's pixels that must lie on its surface. Assumed.
  static let leastOnSurface = 0.5

  /// A place from the corner in windows, and its inverse depth.
  private typealias Sample = (place: Vector2, inverse: Double)

  /// Nil where less than half of the window has depth, or half of that lies on no plane.
  init?(of index: Int, in corners: [Vector2], depth: RegisteredDepth) {
    let corner = corners[index]
    let a = (corners[(index + 1) % 4] - corner) * Self.cornerReach
    let b = (corners[(index + 3) % 4] - corner) * Self.cornerReach
    let size = max(a.length, b.length)
    guard size * depth.density > 1 else { return nil }
    let window = Quadrilateral([corner - a - b, corner + a - b, corner + a + b, corner - a + b])
    let pixels = depth.samples(in: window)
    let step = max(1, pixels.count / Self.mostCornerPixels)
    let looked = (pixels.count + step - 1) / step
    var samples: [Sample] = []
    samples.reserveCapacity(looked)
    for k in 0..<looked {
      let pixel = pixels[k * step]
      if pixel.depth > 0 { samples.append(((pixel.place - corner) / size, 1 / pixel.depth)) }
    }
    guard samples.count >= Self.fewestCornerPixels, 2 * samples.count > looked,
      let plane = Self.plane(samples)
    else { return nil }
    (inverse, sigma) = plane
  }

  /// The plane's inverse depth in the corner by iteratively reweighted least squares with Tukey's weights.
  private static func plane(_ samples: [Sample]) -> (inverse: Double, sigma: Double)? {
    let middle = RobustStatistics.median(samples.map(\.inverse))
    var weights = TukeyWeights(samples.map { abs($0.inverse - middle) < Self.sameSurface * middle ? 1 : 0 })
    var found: (inverse: Double, sigma: Double)?
    for _ in 0..<3 {
      var equations = NormalEquations3()
      for (sample, weight) in zip(samples, weights.values) where weight > 0 {
        equations.add(row(sample.place), value: sample.inverse, weight: weight)
      }
      guard let (solution, variance) = equations.solved() else { return nil }
      let noise = weights.update(leastScale: 1e-5 * middle) { k in
        samples[k].inverse - row(samples[k].place).dot(solution)
      }
      found = (solution.x, noise * variance.squareRoot())
    }
    return weights.values.reduce(0, +) >= Self.leastOnSurface * Double(samples.count) ? found : nil
  }

  private static func row(_ p: Vector2) -> Vector3 { Vector3(1, p.x, p.y) }
}
