/// What the surface of a picture shows.
public enum SurfacePaint: Sendable, Equatable {
  /// The colours of the scan; clay where there are none.
  case color
  /// One light grey.
  case clay
  /// A map; clay where the scene has none of this kind.
  case map(HeadMap.Kind)
}
