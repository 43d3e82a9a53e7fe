import Geometry

/// How uncertain the sources of measures are, and how that is carried to the measures.
public struct UncertaintyOptions: Sendable, Equatable {
  /// How many times the landmarks are drawn anew; rounded up to an even number.
  public var draws: Int
  /// The seed of the draws.
  public var seed: UInt64
  /// The standard deviation of the surface's radius at one place, in metres, independent between places 30° apart.
  public var surfaceStandardDeviation: Double
  /// The standard deviation of the surface's smooth error at one place, in metres; see ``SmoothField``.
  public var bendingStandardDeviation: Double
  /// The standard deviation of the surface's scale, relative: that of depth, focal length, print and lens together. Angles and ratios are not affected.
  public var scaleStandardDeviation: Double
  /// The part of it that comes from the focal length, relative.
  public var focalStandardDeviation: Double
  /// The part of it that comes from the size of the print, relative.
  public var printStandardDeviation: Double
  /// By how much of itself the surface may be too small at most because the print was stretched with the cloth; anything from
  /// nothing to this is as likely.
  public var stretch = 0.0
  /// The part of it that comes from the lens, relative.
  public var lensStandardDeviation: Double
  /// The standard deviation of the smooth error that the lens makes, relative to the radius at each place.
  public var lensBending: Double
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
  /// The sources that this scan does not tell: they are of kind B.
  public var assumed: Set<UncertaintySource> = [
    .observer, .bending, .lens, .print, .stretch, .depthFilter, .capThickness, .capEdge, .standOff, .hair, .hidden,
  ]

  /// Options from their values; those that are not given are the defaults of a mesh of another scanner.
  public init(
    draws: Int? = nil, seed: UInt64? = nil, surfaceStandardDeviation: Double? = nil,
    bendingStandardDeviation: Double? = nil, scaleStandardDeviation: Double = 0, focalStandardDeviation: Double = 0,
    printStandardDeviation: Double = 0, lensStandardDeviation: Double = 0, lensBending: Double = 0,
    _ options: IntervalOptions = IntervalOptions()
  ) {
    (self.draws, keptDraws) = (draws ?? options.draws, options.keptDraws)
    (self.scaleStandardDeviation, self.focalStandardDeviation) = (scaleStandardDeviation, focalStandardDeviation)
    (self.printStandardDeviation, self.lensStandardDeviation) = (printStandardDeviation, lensStandardDeviation)
    self.lensBending = lensBending
    self.seed = seed ?? UInt64(options.seed)
    self.surfaceStandardDeviation = surfaceStandardDeviation ?? options.surfaceDeviation
    self.bendingStandardDeviation = bendingStandardDeviation ?? options.bendingDeviation
    (standOff, observer) = (options.standOff, options.observer)
    (hair, hairByPlace) = (options.hair, options.hairScatter)
    if surfaceStandardDeviation == nil { assumed.insert(.surface) }
  }

  /// Landmarks that scatter by the deviations that they have, and no other source.
  public static func landmarksAlone(draws: Int? = nil, _ options: IntervalOptions = IntervalOptions())
    -> UncertaintyOptions
  {
    var alone = UncertaintyOptions(draws: draws, surfaceStandardDeviation: 0, bendingStandardDeviation: 0, options)
    (alone.standOff, alone.hair, alone.hairByPlace, alone.observer) = (0, 0, 0, .none)
    return alone
  }

  /// Takes over what is stated of hair.
  mutating func takeHair(of options: IntervalOptions) {
    (hair, hairByPlace) = (options.hair, options.hairScatter)
  }

  /// The part of the scale's deviation that comes from depth, relative.
  var depthStandardDeviation: Double {
    let parts = [focalStandardDeviation, printStandardDeviation, lensStandardDeviation]
    return max(0, parts.reduce(scaleStandardDeviation * scaleStandardDeviation) { $0 - $1 * $1 }).squareRoot()
  }

  /// Whether a source differs when the same operator scans the same head again at once, with the same cap and phone. What
  /// a scan estimates is estimated anew; the others stay as they are and show in no repeat.
  func variesOnRepeat(_ source: UncertaintySource) -> Bool {
    switch source {
    case .landmarks, .surface, .bending, .depth, .hidden: true
    case .focal, .lens: !assumed.contains(source)
    case .observer, .midline, .print, .stretch, .depthFilter, .capThickness, .capEdge, .standOff, .hair: false
    }
  }

  /// Whether errors of the surface as a whole have to be computed at all.
  var bends: Bool { bendingStandardDeviation > 0 || lensBending > 0 }
}
