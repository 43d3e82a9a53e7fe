import Geometry
import Markers
public import Options
import Workers

/// When a lens that the recording does not state is believed.
public struct LensOptions: OptionTable {
  /// The prior of k₁, standard deviation; 0 leaves the lens as the recording states it.
  ///
  /// Evidence: phones' lens tables rise to 1.3 % at the corner, k₁ of 0.02 to 0.06 (Docs/methods/tracking.md, Lens).
  public var firstPrior = 0.06
  /// The prior of k₂, standard deviation.
  ///
  /// Evidence: five real frames give k₂ −0.06 ± 0.07 beside k₁ 0.072 (Docs/methods/tracking.md, Lens).
  public var secondPrior = 0.15
  /// The least χ² with two degrees of freedom at which it is believed.
  ///
  /// Evidence: Docs/methods/tracking.md (Lens).
  public var leastSignificance = 100.0
  /// The least root mean square distance by which it must move the corners of markers, pixels.
  ///
  /// Evidence: a tenth of a pixel is what a corner is uncertain by (pixel_sigma_px).
  public var leastShift = 0.1

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<LensOptions>] = [
    .number("first_prior", \.firstPrior, 0...1),
    .number("second_prior", \.secondPrior, 0...1),
    .number("least_significance", \.leastSignificance, 0...1_000_000),
    .number("least_shift_px", \.leastShift, 0...100),
  ]

  var priors: [Double] { [firstPrior, secondPrior] }
}

extension Adjustment {
  /// Whether it pays to let the lens bend: adjusts the same keyframes with its coefficients free, and asks how far these
  /// move the corners of markers, in pixels and against their own covariance.
  func showsLens(
    _ frames: [FrameObservations], among keyframes: [Int], markerSide: Double, _ options: TrackingOptions,
    _ workers: Workers
  ) throws(TrackingError) -> Bool {
    guard options.lens.firstPrior > 0, options.focalScalePrior > 0 else { return false }
    var (trial, free) = (self, options)
    free.lensPriors = options.lens.priors
    try trial.adjust(
      frames, among: keyframes, markerSide: markerSide, options: free, sigmas: .lens, workers: workers)
    return trial.lensShift(frames, among: keyframes) > options.lens.leastShift
      && trial.lensSignificance(options) > options.lens.leastSignificance
  }

  /// χ² of the lens's coefficients against none. Where corners scatter by more than was assumed, so do the coefficients
  /// (Birge 1932).
  func lensSignificance(_ options: TrackingOptions) -> Double {
    let (a, b, c) = (lensCovariance.x, lensCovariance.y, lensCovariance.z)
    let determinant = a * c - b * b
    guard determinant > 0 else { return 0 }
    let (k, l) = (calibration.lens[0].value, calibration.lens[1].value)
    let squared = (c * k * k - 2 * b * k * l + a * l * l) / determinant
    let scatter = max(1, reprojectionRMS / (2.0.squareRoot() * options.pixelSigma))
    return squared / (scatter * scatter)
  }

  /// How far the lens moves corners, less what another focal length would do as well: root mean square, pixels.
  func lensShift(_ frames: [FrameObservations], among keyframes: [Int]) -> Double {
    let seen = keyframes.filter { cameraFromMap[$0] != nil }.flatMap { index in
      frames[index].markers.flatMap { marker in
        marker.corners.map { corner -> (radius: Double, focal: Double) in
          let ray = frames[index].camera.ray(corner)
          return ((ray.x * ray.x + ray.y * ray.y).squareRoot(), frames[index].camera.fx)
        }
      }
    }
    let (k, l) = (calibration.lens[0].value, calibration.lens[1].value)
    let moved = seen.map { r, focal in focal * r * r * r * (k + l * r * r) }
    // Radii that all lengthen by one share are another focal length's.
    let along = zip(moved, seen).reduce(0) { $0 + $1.0 * $1.1.radius * $1.1.focal }
    let all = seen.reduce(0) { $0 + $1.radius * $1.radius * $1.focal * $1.focal }
    let share = all > 0 ? along / all : 0
    return RobustStatistics.rms(zip(moved, seen).map { $0 - share * $1.radius * $1.focal })
  }
}
