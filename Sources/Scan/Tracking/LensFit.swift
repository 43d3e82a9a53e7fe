import Geometry
import Markers
import Platform
internal import SolverBridge
import Workers

/// How an adjustment knows the two coefficients of a lens, and what else in it they move.
struct LensFit {
  /// The priors of k₁ and k₂, standard deviations. Phones' lens tables rise to 1.3 % at the corner, k₁ of 0.02 to 0.06;
  /// five real frames give k₂ −0.06 ± 0.07 beside k₁ 0.072. See Docs/methods/tracking.md (Lens).
  static let priors = [0.06, 0.15]

  /// The priors that they had.
  let priors: [Double]
  /// The coefficients.
  let values: [Double]
  /// Their covariance, row by row.
  let covariance: [[Double]]
  /// The focal length beside them.
  let focal: FocalFit
  /// By how much the logarithm of the focal length changes for each unit by which a coefficient is held wrong.
  let focalSlopes: [Double]
  /// What the map follows with for each such unit: the symmetric part of the affine map that its corners follow. Its rotation says nothing.
  let strains: [Matrix3]
  /// How unequally the places of the head are seen: the standard deviation of their ``AdjustmentProblem/obliquity``. A place
  /// that is seen at an angle θ to its normal moves by R sin² θ for each unit of a wrong focal length, so that views which
  /// see some places more from the side than others bend the head.
  let viewSpread: Double
  /// The factor by which the covariance is too small: corners scatter more than was assumed (Birge 1932), and the sightings
  /// of one marker share errors; at least 1.
  let widening: Double

  private var determinant: Double { covariance[0][0] * covariance[1][1] - covariance[0][1] * covariance[1][0] }

  /// The determinant of the covariance, widened. Only what the scan says is, not the prior: no scan that is told to be
  /// uncertain may know less than that.
  private var widenedDeterminant: Double {
    let priors = priors.map { 1 / ($0 * $0) }
    let information = { (k: Int, variance: Double) in (variance / determinant - priors[k]) / widening + priors[k] }
    let shared = covariance[0][1] / determinant / widening
    return 1 / (information(0, covariance[1][1]) * information(1, covariance[0][0]) - shared * shared)
  }

  /// χ² of the coefficients against none, two degrees of freedom.
  var significance: Double {
    guard determinant > 0 else { return 0 }
    let (k, l) = (values[0], values[1])
    let squared =
      (covariance[1][1] * k * k - 2 * covariance[0][1] * k * l + covariance[0][0] * l * l) / determinant
    return squared / widening
  }

  /// What the lens and none say of the focal length. None is as likely as the coefficients' density at zero, by the scan over
  /// by their prior (Dickey 1971); without them the focal length takes on what follows them.
  var hypotheses: (lens: FocalHypothesis, none: FocalHypothesis) {
    let likelihood =
      determinant > 0
      ? exp(-significance / 2) * priors[0] * priors[1] / widenedDeterminant.squareRoot() : 1
    let shift = zip(focalSlopes, values).reduce(0) { $0 + $1.0 * $1.1 }
    let shiftVariance = form(of: covariance) { focalSlopes[$0] * focalSlopes[$1] }
    return (
      focal.hypothesis(widening: widening),
      FocalFit(value: focal.value - shift, assumed: max(0, focal.assumed - shiftVariance), shared: 0)
        .hypothesis(likelihood: likelihood, widening: widening)
    )
  }

  /// The odds of the lens against none.
  func odds(_ prior: FocalPrior) -> Double {
    let (lens, none) = hypotheses
    return exp(prior.logEvidence(of: lens) - prior.logEvidence(of: none))
  }

  /// What they leave open where they are used.
  var effect: LensEffect { effect(of: covariance) }

  /// What they leave open where the lens is held at none: it may be what was found, and off that by its covariance.
  var effectOfNone: LensEffect {
    effect(
      of: (0..<2).map { i in (0..<2).map { widening * covariance[i][$0] + values[i] * values[$0] } })
  }

  private func effect(of moments: [[Double]]) -> LensEffect {
    let form = { (product: (Int, Int) -> Double) in self.form(of: moments, product) }
    let scales = strains.map { $0.trace / 3 }
    let rest = zip(strains, scales).map { $0 + .identity * -$1 }
    let ofMap = form { (rest[$0].transpose * rest[$1]).trace } * 2 / 15
    let ofFocal = form { focalSlopes[$0] * focalSlopes[$1] }
    return LensEffect(
      scale: max(0, form { scales[$0] * scales[$1] }).squareRoot(),
      bending: max(0, ofMap + viewSpread * viewSpread * ofFocal).squareRoot())
  }
}

extension LensFit {
  /// Nil where the coefficients were held.
  init?(_ problem: AdjustmentProblem, _ summary: SolverSummary, _ options: TrackingOptions) {
    guard options.lensPriors[0] > 0, let focal = FocalFit(problem, summary, options) else { return nil }
    let (a, b, c) = summary.lens_covariance
    priors = options.lensPriors
    values = [problem.shared.lens.0, problem.shared.lens.1]
    covariance = [[a, b], [b, c]]
    focalSlopes = [summary.focal_per_lens.0, summary.focal_per_lens.1]
    let places = problem.corners.vectors
    strains = (0..<SelfCalibration.lensTerms).map { k in
      Matrix3.strain(
        of: places,
        moved: problem.cornersPerLens[(k * problem.corners.count)..<((k + 1) * problem.corners.count)].vectors)
    }
    // That of a single marker is NaN, which does not exceed 0.
    viewSpread = max(0, RobustStatistics.standardDeviation(problem.obliquity))
    let scatter = max(1, summary.reprojection_rms_px / (2.0.squareRoot() * options.pixelSigma))
    widening = scatter * scatter - 1 + focal.widening
    self.focal = focal
  }

  private func form(of moments: [[Double]], _ product: (Int, Int) -> Double) -> Double {
    (0..<2).reduce(0) { sum, i in (0..<2).reduce(sum) { $0 + moments[i][$1] * product(i, $1) } }
  }
}

extension Adjustment {
  /// A lens that the recording does not state: adjusts the same keyframes with its coefficients free. Nil where the lens is
  /// held as it is.
  ///
  /// Most of what a lens does near the middle of the image another focal length would do as well; what is left is small
  /// there, but the focal length that takes its place bends the head. A lens makes print and depth contradict each other,
  /// and so does a print of another size than stated, which a lens would then explain in part: where another size
  /// explains more, the lens is what is left beside it.
  func lensTrial(
    _ frames: [FrameObservations], among keyframes: [Int], markerSide: Double, _ options: TrackingOptions,
    _ workers: Workers
  ) throws(TrackingError) -> LensFit? {
    guard options.focalScalePrior > 0 else { return nil }
    let adjusted = { (options: TrackingOptions, hasLens: Bool) throws(TrackingError) -> Adjustment in
      var (trial, options) = (self, options)
      if hasLens { options.lensPriors = options.freeLensPriors }
      try trial.adjust(
        frames, among: keyframes, markerSide: markerSide, options: options, sigmas: hasLens ? .optics : .none,
        workers: workers)
      return trial
    }
    let trial = try adjusted(options, true)
    let tension = scaleTension(markerSide: markerSide, options)
    guard tension > 1, let lens = trial.lensFit, options.believes(lens) else {
      return trial.lensFit
    }
    let wide = options.wideningPrint(by: tension)
    return try adjusted(wide, false).cost < trial.cost ? adjusted(wide, true).lensFit : lens
  }
}

/// What a lens that is known so well does to a head, as relative standard deviations.
public struct LensEffect: Sendable, Equatable {
  /// Of its size.
  public var scale: Double
  /// Of its radius at a place, without the change of size: by the map, where for the traceless part E of its strain dᵀ E d
  /// has the mean square 2/15 tr E² over all directions d; and by the views' unequal angles.
  public var bending: Double

  /// An effect from its parts.
  public init(scale: Double, bending: Double) { (self.scale, self.bending) = (scale, bending) }

  /// No effect.
  public static let none = LensEffect(scale: 0, bending: 0)
}

extension Matrix3 {
  /// The strain of places that move: the symmetric part of A in the least-squares fit A p + b of their displacements; zero
  /// where they lie in a plane.
  static func strain(of places: [Vector3], moved displacements: [Vector3]) -> Matrix3 {
    let count = Double(max(1, places.count))
    let middle = places.reduce(.zero, +) / count
    var (spread, common) = (Matrix3.zero, Matrix3.zero)
    // What all places or displacements have in common drops out beside distances from the middle, whose sum is zero.
    for (place, displacement) in zip(places, displacements) {
      spread = spread + .outer(place, place - middle)
      common = common + .outer(displacement, place - middle)
    }
    guard let inverse = spread.inverse else { return .zero }
    let affine = common * inverse
    return (affine + affine.transpose) * 0.5
  }

  /// The inverse; nil of a matrix that is singular to a billionth of its size.
  private var inverse: Matrix3? {
    let determinant = determinant
    guard abs(determinant) > 1e-9 * abs(trace * trace * trace) else { return nil }
    return Matrix3(rows: c1.cross(c2), c2.cross(c0), c0.cross(c1)) * (1 / determinant)
  }
}

extension RandomAccessCollection<Double> where Index == Int {
  /// The vectors whose coordinates these are.
  fileprivate var vectors: [Vector3] {
    (0..<count / 3).map { k in
      let at = startIndex + 3 * k
      return [self[at], self[at + 1], self[at + 2]]
    }
  }
}
