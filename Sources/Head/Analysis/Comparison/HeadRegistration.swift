import Geometry
import Landmarks
import Platform
import PointClouds
import Workers

/// What two scans of a head are registered by.
public enum RegistrationMethod: String, Sendable, Codable, CaseIterable {
  /// The head frames of their landmarks.
  case landmarks
  /// The landmarks and the whole surface, face and ears included, each weighted by its errors.
  case surface
  /// The landmarks and the surface above three tenths of the vertex height: no ears, no face, no neck.
  case vault
}

/// The registration of one scan of a head to another, and how much larger it is.
public struct HeadRegistration: Sendable {
  /// What they were registered by.
  public let method: RegistrationMethod
  /// From B's head frame to A's, sizes kept.
  public let aFromB: RigidTransform
  /// From B's head frame to A's by the fit of the surfaces, whatever they were registered by.
  let fit: RigidTransform
  /// B's lengths over A's; the least-squares scale of the fit of the surfaces.
  public let growth: Double
  /// The standard deviation of the growth: of the fit, of the scans' own scales, and of what lies between skin and surface.
  public let growthDeviation: Double
  /// The root mean square distance of the two surfaces at one size, metres: what the fit could not explain.
  public let rms: Double
  /// The root mean square distance of a fit of the whole surfaces, metres, whatever they were registered by: it tells whether they are of one head.
  public let wholeRMS: Double
  /// The share of B's points that the fit rests on, 0 to 1.
  public let inlierShare: Double

  /// Registers B to A, each in its own head frame.
  ///
  /// The surfaces are fitted with a scale whatever the method, so that growth is told apart from shape. The growth is
  /// kept: it is put back about the middle of A's ears.
  /// - Throws: ``ComparisonError`` where the surfaces do not fit, or not as those of one head.
  init(
    _ a: ComparedHead, _ b: ComparedHead, matcher: SurfaceMatcher, method: RegistrationMethod,
    _ options: ComparisonOptions, _ workers: Workers = Workers(count: 1)
  ) throws(ComparisonError) {
    let surfaces = SurfacePair(a: a, b: b, matcher: matcher, workers: workers)
    let fit = try surfaces.fit(aboveVault: method == .vault)
    // A vault is round: its fit scales and turns to absorb what tells two heads apart.
    wholeRMS = method == .vault ? try surfaces.fit(aboveVault: false).rms : fit.rms
    let scale = fit.surfaceFromPoints.scale
    guard options.plausibleGrowth.contains(1 / scale) else { throw .implausibleGrowth(1 / scale) }
    self.method = method
    self.fit = fit.surfaceFromPoints.withoutScale
    aFromB = method == .landmarks ? .identity : self.fit
    growth = 1 / scale
    let deviations = [
      fit.scaleDeviation, a.scaleDeviation, b.scaleDeviation, a.coverDeviation, b.coverDeviation,
    ]
    growthDeviation = growth * deviations.reduce(0) { $0 + $1 * $1 }.squareRoot()
    (rms, inlierShare) = (fit.rms, fit.inlierShare)
  }

  /// The angle in degrees and the shift of the origin in metres by which the fit of the surfaces differs from the landmarks.
  public var differenceFromLandmarks: (degrees: Double, shift: Double) {
    let cosine = min(1, max(-1, (fit.rotation.trace - 1) / 2))
    return (acos(cosine) * 180 / .pi, fit.translation.length)
  }
}

/// Two scans whose surfaces are fitted to each other.
private struct SurfacePair {
  let a, b: ComparedHead
  let matcher: SurfaceMatcher
  let workers: Workers

  /// A fit that still moves is taken where its residual is below this, metres. Assumed.
  private static let largestOpenResidual = 0.01

  func fit(aboveVault: Bool) throws(ComparisonError) -> SimilarityFit {
    let start = aboveVault ? VaultRegion.start * (b.surface.positions.lazy.map { $0.z }.max() ?? 0) : -.infinity
    let points = b.surface.evenPoints.filter { $0.z >= start }
    let fit = SimilarityFit(points, onto: matcher, anchors: b.landmarks.anchors(onto: a.landmarks), workers)
    guard let fit, fit.hasConverged || fit.rms < Self.largestOpenResidual else { throw .noFit }
    return fit
  }
}

extension HeadLandmarks {
  /// No landmark is taken to be known better than to this standard deviation along each axis, metres. See
  /// Docs/methods/comparison.md (Aligning B with A); the number itself is assumed.
  private static let leastDeviation = 0.0003

  /// The landmarks of the head frame as points of a fit, whose counterparts are those of another scan.
  func anchors(onto other: HeadLandmarks) -> [Anchor] {
    Landmark.required.compactMap { landmark in
      guard let point = estimates[landmark], let target = other.estimates[landmark] else { return nil }
      let (errorA, errorB) = (
        max(target.standardDeviation, Self.leastDeviation), max(point.standardDeviation, Self.leastDeviation)
      )
      return Anchor(
        point: point.position, target: target.position, variance: errorA * errorA + errorB * errorB)
    }
  }
}
