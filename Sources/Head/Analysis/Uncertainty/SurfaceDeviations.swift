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
