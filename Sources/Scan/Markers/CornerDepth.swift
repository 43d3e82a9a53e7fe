import Geometry
import Images

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

  private typealias Sample = (row: Vector3, inverse: Double)

  /// Nil where less than half of the window has depth, or half of that lies on no plane.
  init?(of index: Int, in corners: [Vector2], depth: RegisteredDepth) {
    let corner = corners[index]
    let a = (corners[(index + 1) % 4] - corner) * Self.cornerReach
    let b = (corners[(index + 3) % 4] - corner) * Self.cornerReach
    let size = max(a.length, b.length)
    guard size * depth.density > 1 else { return nil }
    let window = Quadrilateral([corner - a - b, corner + a - b, corner + a + b, corner - a + b])
    let all = depth.samples(in: window)
    let pixels = stride(from: 0, to: all.count, by: max(1, all.count / Self.mostCornerPixels)).map { all[$0] }
    var samples: [Sample] = []
    samples.reserveCapacity(pixels.count)
    for pixel in pixels where pixel.depth > 0 {
      let place = (pixel.place - corner) / size
      samples.append((Vector3(1, place.x, place.y), 1 / pixel.depth))
    }
    guard samples.count >= Self.fewestCornerPixels, 2 * samples.count > pixels.count,
      let plane = Self.plane(samples)
    else { return nil }
    (inverse, sigma) = plane
  }

  /// The plane's inverse depth in the corner by iteratively reweighted least squares with Tukey's weights.
  private static func plane(_ samples: [Sample]) -> (inverse: Double, sigma: Double)? {
    let middle = RobustStatistics.median(samples.map(\.inverse))
    var weights = samples.map { abs($0.inverse - middle) < Self.sameSurface * middle ? 1.0 : 0 }
    var found: (inverse: Double, sigma: Double)?
    for _ in 0..<3 {
      var equations = NormalEquations3()
      for (sample, weight) in zip(samples, weights) where weight > 0 {
        equations.add(sample.row, value: sample.inverse, weight: weight)
      }
      guard let (solution, variance) = equations.solved() else { return nil }
      let residuals = samples.map { $0.inverse - $0.row.dot(solution) }
      let noise = max(RobustStatistics.madToSigma * RobustStatistics.median(residuals.map(abs)), 1e-5 * middle)
      weights = residuals.map { RobustStatistics.tukeyWeight($0 / noise) }
      found = (solution.x, noise * variance.squareRoot())
    }
    return weights.reduce(0, +) >= Self.leastOnSurface * Double(samples.count) ? found : nil
  }
}
