import Geometry
import Markers
import Platform
internal import SolverBridge
import Workers

/// What a recording's stated focal length is worth: the logarithm of the true one over it is N(0, 0.5 %) where it is sound,
/// and N(0, ``wide``) where it is wrong.
struct FocalPrior {
  /// The standard deviation of a sound one. Those of two good devices differ from calibrated ones by −0.4 and by +0.2 to
  /// 1.2 %, Docs/methods/tracking.md (The focal length); the number itself is assumed.
  static let sound = 0.005
  /// The probability that the focal length is not that of a device file after all: another phone's file, or a camera that
  /// focused otherwise. Assumed.
  static let wrongDevice = 0.05
  /// The probability of a wrong one. One of three devices that were measured is off by 6 %; the number itself is assumed.
  static let wrong = 0.2

  /// The standard deviation of a wrong one, which the adjustment has as its prior.
  let wide: Double
  /// That of a sound one.
  var sound = Self.sound
  /// The probability of a wrong one.
  var wrong = Self.wrong

  /// A normal distribution and the logarithm of its weight.
  private struct Term {
    let logWeight, mean, variance: Double
  }

  /// A hypothesis where the stated focal length is sound, and where it is wrong.
  private func terms(of hypothesis: FocalHypothesis) -> (sound: Term, wrong: Term) {
    let (value, variance) = (hypothesis.value, hypothesis.variance)
    let logWeight = { (share: Double, prior: Double) in
      let sum = variance + prior * prior
      return log(share * hypothesis.likelihood / sum.squareRoot()) - value * value / (2 * sum)
    }
    let sound = min(sound, wide)
    let kept = sound * sound / (sound * sound + variance)
    return (
      Term(logWeight: logWeight(1 - wrong, sound), mean: kept * value, variance: kept * variance),
      // The adjustment's own prior has drawn it already.
      Term(logWeight: logWeight(wrong, wide), mean: value, variance: variance)
    )
  }

  /// The logarithm of how likely the scan is under a hypothesis, relative to others.
  func logEvidence(of hypothesis: FocalHypothesis) -> Double {
    let (sound, wrong) = terms(of: hypothesis)
    let most = max(sound.logWeight, wrong.logWeight)
    return most + log(exp(sound.logWeight - most) + exp(wrong.logWeight - most))
  }

  /// Mean and standard deviation over the hypotheses, weighted by how likely they are, where the stated focal length is sound or
  /// where it is wrong, whichever is likelier. A mean over both would be neither.
  func posterior(of hypotheses: [FocalHypothesis]) -> Estimate {
    let pairs = hypotheses.map(terms)
    let most = pairs.flatMap { [$0.sound.logWeight, $0.wrong.logWeight] }.max() ?? 0
    let weight = { (terms: [Term]) in terms.reduce(0) { $0 + exp($1.logWeight - most) } }
    let terms = weight(pairs.map(\.sound)) >= weight(pairs.map(\.wrong)) ? pairs.map(\.sound) : pairs.map(\.wrong)
    let average = { (value: (Term) -> Double) in
      terms.reduce(0) { $0 + exp($1.logWeight - most) * value($1) } / weight(terms)
    }
    let mean = average(\.mean)
    return Estimate(mean, sigma: average { $0.variance + ($0.mean - mean) * ($0.mean - mean) }.squareRoot())
  }
}

/// What a scan says of the logarithm of the focal length over the stated one, if something holds.
struct FocalHypothesis {
  /// How likely the scan is, relative to other hypotheses.
  let likelihood: Double
  let value, variance: Double
}

/// How an adjustment with the wide prior knows the logarithm of the focal length over the stated one.
struct FocalFit {
  /// What the corners of slanting views are off together, and no split of a scan shows, does to it: 0.02 px move it by 0.07 to
  /// 0.16 % on 50 simulated scans, Docs/methods/tracking.md (The focal length).
  static let viewDependence = 0.0015

  let value: Double
  /// The variance by corners that err independently.
  let assumed: Double
  /// What the errors that the sightings of one marker share add to it.
  let shared: Double
  /// What the errors that the sightings of one frame share would add: a focal length that changes, rows that are read one
  /// after the other.
  var byFrame = 0.0

  /// Nil where it was held.
  init?(_ problem: AdjustmentProblem, _ summary: SolverSummary, _ options: TrackingOptions) {
    guard options.focalScalePrior > 0 else { return nil }
    self.init(
      value: problem.shared.log_focal_scale, assumed: summary.focal_variance, shared: summary.focal_shared_variance)
    byFrame = summary.focal_frame_variance
  }

  init(value: Double, assumed: Double, shared: Double) {
    (self.value, self.assumed, self.shared) = (value, assumed, shared)
  }

  /// The factor by which errors that are shared widen the variance.
  var widening: Double { 1 + shared / assumed }

  /// It as a hypothesis, with all errors that are shared; by default widened by what this scan's markers share.
  func hypothesis(likelihood: Double = 1, widening: Double? = nil) -> FocalHypothesis {
    let variance = (widening ?? self.widening) * assumed + Self.viewDependence * Self.viewDependence
    return FocalHypothesis(likelihood: likelihood, value: value, variance: variance)
  }
}

extension TrackingOptions {
  /// Whether a lens is believed that the recording does not state.
  func believes(_ lens: LensFit) -> Bool { lens.odds(focalPrior) > leastLensOdds }

  /// The priors of a lens that the recording does not state, where it is free.
  var freeLensPriors: [Double] { device?.lensSigmas ?? LensFit.priors }

  /// What is known of the focal length.
  var focalPrior: FocalPrior {
    guard let device else { return FocalPrior(wide: focalScalePrior) }
    return FocalPrior(wide: focalScalePrior, sound: device.focalSigma, wrong: FocalPrior.wrongDevice)
  }
}

extension Adjustment {
  /// Adjusts once more, with all deviations, so that the focal length becomes what is believed of it: what it was found to be with
  /// the lens that was believed, or without one and perhaps with the one that was not.
  mutating func believeFocalLength(
    _ trial: LensFit?, _ frames: [FrameObservations], among keyframes: [Int], markerSide: Double,
    _ options: TrackingOptions, _ workers: Workers
  ) throws(TrackingError) {
    var options = options
    options.believedFocal = focalFit.map {
      options.focalPrior.posterior(of: hypotheses(on: $0, trial))
    }
    let seen = focalFit?.hypothesis()
    try adjust(frames, among: keyframes, markerSide: markerSide, options: options, workers: workers)
    calibration.focalByImages = seen?.variance.squareRoot()
    calibration.focalMiss = seen.map { abs($0.value) / ($0.variance + pow(options.focalPrior.sound, 2)).squareRoot() }
  }

  func hypotheses(on fit: FocalFit, _ trial: LensFit?) -> [FocalHypothesis] {
    let own = fit.hypothesis()
    guard let trial, lensFit == nil else { return [own] }
    let (lens, none) = trial.hypotheses
    return [
      fit.hypothesis(likelihood: none.likelihood),
      FocalHypothesis(
        likelihood: 1, value: own.value + lens.value - none.value,
        variance: own.variance + lens.variance - none.variance),
    ]
  }
}
