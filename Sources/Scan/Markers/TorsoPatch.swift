/// A rigid print on the chest that shows where the torso is, beside a cap.
public struct TorsoPatch: Sendable, Equatable {
  /// The side of a marker's black square in metres.
  public let markerSize: Double
  /// The ids printed on it: at least ``leastMarkers``, and none of the cap's.
  public let ids: Set<Int>
  /// Fewer don't tell a pose well enough.
  public static let leastMarkers = 4

  /// A patch from its parts.
  public init(markerSize: Double, ids: Set<Int>) { (self.markerSize, self.ids) = (markerSize, ids) }
}
