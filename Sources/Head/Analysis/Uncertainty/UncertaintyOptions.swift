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

/// How far a surface may be off: standard deviations by their sources.
public struct SurfaceDeviations: Sendable, Equatable {
  /// Of the radius at one place, metres, independent between places 30° apart.
  public var noise: Double
  /// Of the surface's smooth error at one place, metres; see ``SmoothField``.
  public var bending: Double
  /// Of the scale, relative: that of depth, focal length, print and lens together. Angles and ratios are not affected.
  public var scale: Double
  /// The parts of the scale's that come from the focal length, from the size of the print and from the lens, relative.
  public var focal: Double, print: Double, lens: Double
  /// Of the smooth error that the lens makes, relative to the radius at each place.
  public var lensBending: Double
  /// By how much of itself the surface may be too small at most because the print was stretched with the cloth; anything from
  /// nothing to this is as likely.
  public var stretch: Double
  /// What a filter of depth adds to each measure, in the measure's unit; nil where depth was not filtered.
  public var depthFilter: [MeasureName: Double]?
  /// Those of surface, focal length and lens that the scan itself told; the others are known from elsewhere.
  public var estimated: Set<UncertaintySource>

  /// Deviations by their sources; there are no others.
  public init(
    noise: Double = 0, bending: Double = 0, scale: Double = 0, focal: Double = 0, print: Double = 0, lens: Double = 0,
    lensBending: Double = 0, stretch: Double = 0, depthFilter: [MeasureName: Double]? = nil,
    estimated: Set<UncertaintySource> = []
  ) {
    (self.noise, self.bending, self.scale) = (noise, bending, scale)
    (self.focal, self.print, self.lens, self.lensBending) = (focal, print, lens, lensBending)
    (self.stretch, self.depthFilter, self.estimated) = (stretch, depthFilter, estimated)
  }

  /// The part of the scale's deviation that comes from depth, relative.
  var depth: Double { max(0, [focal, print, lens].reduce(scale * scale) { $0 - $1 * $1 }).squareRoot() }

  /// Whether errors of the surface as a whole have to be computed at all.
  var bends: Bool { bending > 0 || lensBending > 0 }
}
