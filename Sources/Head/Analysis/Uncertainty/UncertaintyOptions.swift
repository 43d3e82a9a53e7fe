import Geometry

/// How uncertain the sources of measures are, and how that is carried to the measures.
public struct UncertaintyOptions: Sendable, Equatable {
  /// How many times the landmarks are drawn anew; rounded up to an even number.
  public var draws: Int
  /// The seed of the draws.
  public var seed: UInt64
  /// How far the surface may be off.
  public var surface: SurfaceDeviations
  /// How far a cap may stand off the head, in metres.
  public var standOff: Double
  /// How thick the hair under a cap may be, and the standard deviation by which it is thicker in one place than in another;
  /// metres.
  public var hair: Double, hairByPlace: Double
  /// Observers of landmarks that were picked.
  public var observer: ObserverOptions
  /// The least share of the draws that must keep a measure.
  public var keptDraws: Double
  /// What else is known to be uncertain: the standard deviation of each measure that a source acts on, in the measure's
  /// unit.
  public var sources: [UncertaintySource: [MeasureName: Double]] = [:]
  /// Options from their values; those that are not given are the defaults of a mesh of another scanner.
  public init(
    draws: Int? = nil, seed: UInt64? = nil, surface: SurfaceDeviations? = nil,
    _ options: IntervalOptions = IntervalOptions()
  ) {
    (self.draws, keptDraws) = (draws ?? options.draws, options.keptDraws)
    self.seed = seed ?? UInt64(options.seed)
    self.surface = surface ?? SurfaceDeviations(noise: options.surfaceDeviation, bending: options.bendingDeviation)
    (standOff, observer) = (options.standOff, options.observer)
    (hair, hairByPlace) = (options.hair, options.hairScatter)
  }

  /// Landmarks that scatter by the deviations that they have, and no other source.
  public static func landmarksAlone(draws: Int? = nil, _ options: IntervalOptions = IntervalOptions())
    -> UncertaintyOptions
  {
    var alone = UncertaintyOptions(draws: draws, surface: SurfaceDeviations(), options)
    (alone.standOff, alone.hair, alone.hairByPlace, alone.observer) = (0, 0, 0, .none)
    return alone
  }

  /// Takes over what is stated of hair.
  mutating func takeHair(of options: IntervalOptions) {
    (hair, hairByPlace) = (options.hair, options.hairScatter)
  }

  /// Whether a source is of kind B: this scan does not tell how large it is.
  func isAssumed(_ source: UncertaintySource) -> Bool {
    switch source {
    case .landmarks, .midline, .depth: false
    case .surface, .focal, .lens: !surface.estimated.contains(source)
    case .observer, .bending, .print, .stretch, .depthFilter, .capThickness, .capEdge, .standOff, .hair, .hidden: true
    }
  }

  /// Whether a source differs when the same operator scans the same head again at once, with the same cap and phone. What
  /// a scan estimates is estimated anew; the others stay as they are and show in no repeat.
  func variesOnRepeat(_ source: UncertaintySource) -> Bool {
    switch source {
    case .landmarks, .surface, .bending, .depth, .hidden: true
    case .focal, .lens: !isAssumed(source)
    case .observer, .midline, .print, .stretch, .depthFilter, .capThickness, .capEdge, .standOff, .hair: false
    }
  }
}
