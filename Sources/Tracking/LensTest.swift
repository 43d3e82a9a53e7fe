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
  /// Evidence: 1.3 at most on 40 simulated caps without a lens, 0.3 and 0.4 on practice_a and practice_b, which have none;
  /// 19 and more on caps with k₁ of 0.06 or more (Docs/methods/tracking.md, Lens).
  public var leastSignificance = 8.0
  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<LensOptions>] = [
    .number("first_prior", \.firstPrior, 0...1),
    .number("second_prior", \.secondPrior, 0...1),
    .number("least_significance", \.leastSignificance, 0...1_000_000),
  ]

  var priors: [Double] { [firstPrior, secondPrior] }
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
    guard options.lens.firstPrior > 0, options.focalScalePrior > 0 else { return nil }
    let adjusted = { (options: TrackingOptions, hasLens: Bool) throws(TrackingError) -> Adjustment in
      var (trial, options) = (self, options)
      if hasLens { options.lensPriors = options.lens.priors }
      try trial.adjust(
        frames, among: keyframes, markerSide: markerSide, options: options, sigmas: hasLens ? .lens : .none,
        workers: workers)
      return trial
    }
    let trial = try adjusted(options, true)
    let tension = scaleTension(markerSide: markerSide, options)
    guard tension > 1, let lens = trial.lensFit, lens.significance > options.lens.leastSignificance else {
      return trial.lensFit
    }
    let wide = options.wideningPrint(by: tension)
    return try adjusted(wide, false).cost < trial.cost ? adjusted(wide, true).lensFit : lens
  }
}
