import Geometry

/// How uncertain the sources of measures are, and how that is carried to the measures.
public struct UncertaintyOptions: Sendable, Equatable {
  /// How many times the landmarks are drawn anew; rounded up to an even number.
  public var draws: Int
  /// The seed of the draws.
  public var seed: UInt64
  /// The standard deviation of the surface's radius at one place, in metres, independent between places 30° apart.
  public var surfaceStandardDeviation: Double
  /// The standard deviation of the surface's smooth error at one place, in metres; see ``BendingField``.
  public var bendingStandardDeviation: Double
  /// The standard deviation of the surface's scale, relative: that of depth, of the focal length and of the print
  /// together. Angles and ratios are not affected.
  public var scaleStandardDeviation: Double
  /// The part of it that comes from the focal length, relative.
  public var focalStandardDeviation: Double
  /// The part of it that comes from the size of the print, relative.
  public var printStandardDeviation: Double
  /// What the lens adds to it, relative: a lens that is not known bends the head as much as it scales it.
  public var lensStandardDeviation: Double
  /// How far a cap may stand off the head, in metres.
  public var standOff: Double
  /// Observers of landmarks that were picked.
  public var observer: ObserverOptions
  /// The least share of the draws that must keep a measure.
  public var keptDraws: Double
  /// What else is known to be uncertain: the standard deviation of each measure that a source acts on, in the measure's
  /// unit.
  public var sources: [UncertaintySource: [MeasureName: Double]] = [:]
  /// The sources whose deviation this scan does not tell.
  public var assumed: Set<UncertaintySource> = [
    .observer, .bending, .lens, .print, .depthFilter, .capThickness, .capEdge, .standOff, .hidden,
  ]

  /// Options from their values; those that are not given are the defaults of a mesh of another scanner.
  public init(
    draws: Int? = nil, seed: UInt64? = nil, surfaceStandardDeviation: Double? = nil,
    bendingStandardDeviation: Double? = nil, scaleStandardDeviation: Double = 0, focalStandardDeviation: Double = 0,
    printStandardDeviation: Double = 0, lensStandardDeviation: Double = 0,
    _ options: IntervalOptions = IntervalOptions()
  ) {
    (self.draws, keptDraws) = (draws ?? options.draws, options.keptDraws)
    (self.scaleStandardDeviation, self.focalStandardDeviation) = (scaleStandardDeviation, focalStandardDeviation)
    (self.printStandardDeviation, self.lensStandardDeviation) = (printStandardDeviation, lensStandardDeviation)
    self.seed = seed ?? UInt64(options.seed)
    self.surfaceStandardDeviation = surfaceStandardDeviation ?? options.surfaceDeviation
    self.bendingStandardDeviation = bendingStandardDeviation ?? options.bendingDeviation
    (standOff, observer) = (options.standOff, options.observer)
    if surfaceStandardDeviation == nil { assumed.insert(.surface) }
  }

  /// Landmarks that scatter by the deviations that they have, and no other source.
  public static func landmarksAlone(draws: Int? = nil, _ options: IntervalOptions = IntervalOptions())
    -> UncertaintyOptions
  {
    var alone = UncertaintyOptions(draws: draws, surfaceStandardDeviation: 0, bendingStandardDeviation: 0, options)
    (alone.standOff, alone.observer) = (0, .none)
    return alone
  }

  /// The part of the scale's deviation that comes from depth, relative.
  var depthStandardDeviation: Double {
    let (scale, focal, print) = (scaleStandardDeviation, focalStandardDeviation, printStandardDeviation)
    return max(0, scale * scale - focal * focal - print * print).squareRoot()
  }

  /// Whether smooth errors have to be computed at all.
  var bends: Bool { bendingStandardDeviation > 0 || lensStandardDeviation > 0 }
}
