import Geometry

/// How uncertain the sources of measures are, and how that is carried to the measures.
public struct UncertaintyOptions: Sendable, Equatable {
  /// How the intervals are computed, and what is assumed of cap, hair and observers.
  public var intervals: IntervalOptions
  /// How far the surface may be off.
  public var surface: SurfaceDeviations
  /// What else is known to be uncertain: the standard deviation of each measure that a source acts on, in the measure's
  /// unit.
  public var sources: [UncertaintySource: [MeasureName: Double]] = [:]

  /// The uncertainty of a surface; by default that of a mesh of another scanner.
  public init(surface: SurfaceDeviations? = nil, _ intervals: IntervalOptions = IntervalOptions()) {
    self.intervals = intervals
    self.surface =
      surface ?? SurfaceDeviations(noise: intervals.surfaceDeviation, bending: intervals.bendingDeviation)
  }

  /// Landmarks that scatter by the deviations that they have, and no other source.
  public static func landmarksAlone(_ intervals: IntervalOptions = IntervalOptions()) -> UncertaintyOptions {
    var alone = UncertaintyOptions(surface: SurfaceDeviations(), intervals)
    (alone.intervals.standOff, alone.intervals.hair, alone.intervals.observer) = (0, 0, .none)
    return alone
  }

  /// Whether a source is of kind B: this scan does not tell how large it is.
  func isAssumed(_ source: UncertaintySource) -> Bool {
    switch source {
    case .landmarks, .midline, .depth: false
    case .surface, .focal, .lens: !surface.estimated.contains(source)
    case .capThickness, .standOff: !intervals.knowsGap
    case .observer, .bending, .print, .stretch, .depthFilter, .capEdge, .hair, .hidden, .horizontal: true
    }
  }

  /// Whether a source differs when the same operator scans the same head again at once, with the same cap and phone. What
  /// a scan estimates is estimated anew; the others stay as they are and show in no repeat.
  func variesOnRepeat(_ source: UncertaintySource) -> Bool {
    switch source {
    case .landmarks, .surface, .bending, .depth, .hidden: true
    case .focal, .lens, .capThickness, .standOff: !isAssumed(source)
    case .observer, .midline, .print, .stretch, .depthFilter, .capEdge, .hair, .horizontal: false
    }
  }
}
