import Diagnostics

/// What makes a measure uncertain; the raw value is the key in result files.
public enum UncertaintySource: String, CaseIterable, Codable, Sendable {
  /// The scatter of the landmarks: of clicks about their mean, or of what was stated with a point.
  case landmarks
  /// Where another observer would have picked, and what the definition of a landmark leaves open.
  case observer
  /// The midline of a face that is not quite symmetric.
  case midline
  /// The noise of the surface, independent between places.
  case surface
  /// The smooth error of the surface, by which its two ends along a line are off together.
  case bending
  /// The scale and the offset of depth.
  case depth
  /// The focal length.
  case focal
  /// The lens: what was corrected is known so well, and what was not may be there.
  case lens
  /// The size of the markers' print.
  case print
  /// Cloth that is stretched, and the print with it.
  case stretch
  /// A filter that went over depth before it was written.
  case depthFilter = "depth_filter"
  /// The thickness of the cap.
  case capThickness = "cap_thickness"
  /// The place of the cap's edge.
  case capEdge = "cap_edge"
  /// Cloth that stands off the head.
  case standOff = "stand_off"
  /// Hair under the cap.
  case hair
  /// What holes may hide of a volume.
  case hidden
  /// The horizontal of the head from the side, which no landmark gives.
  case horizontal

  /// The name for people.
  public func title(_ language: Language = .english) -> String { language.term(rawValue, of: "uncertainty_source") }
}

/// How a standard deviation was found (JCGM 100:2008, 4.2 and 4.3).
public enum UncertaintyKind: String, Codable, Sendable {
  /// From the scatter or the fit of this scan.
  case a = "A"
  /// From elsewhere: published, specified or assumed.
  case b = "B"
}

/// A line of a measure's uncertainty budget (JCGM 100:2008, annex H).
public struct UncertaintyComponent: Sendable, Equatable {
  /// Where it comes from.
  public var source: UncertaintySource
  /// How its standard deviation was found.
  public var kind: UncertaintyKind
  /// The standard deviation of the source in ``unit``.
  public var deviation: Double
  /// `mm`, `%`, `ml` or `°`.
  public var unit: String
  /// The standard deviation of the measure due to it, in the measure's unit.
  public var effect: Double
  /// Its share of the measure's variance, 0 to 1; those of a measure add up to 1.
  public var contribution: Double

  /// A line from its values.
  public init(
    source: UncertaintySource, kind: UncertaintyKind, deviation: Double, unit: String, effect: Double,
    contribution: Double
  ) {
    (self.source, self.kind, self.deviation, self.unit) = (source, kind, deviation, unit)
    (self.effect, self.contribution) = (effect, contribution)
  }

  /// By how much of its unit the measure changes with a unit of the source; nil where the source has no deviation.
  public var sensitivity: Double? { deviation > 0 ? effect / deviation : nil }
}
