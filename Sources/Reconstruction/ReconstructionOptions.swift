import Markers

/// How a recording is reconstructed.
public struct ReconstructionOptions: Sendable, Equatable {
  /// By what the head is tracked.
  public var tracking = TrackingMethod.markers
  /// When landmarks are looked for on the surface.
  public var landmarkFinding = LandmarkFinding.whereMissing
  /// The edge of a voxel of the fused surface in metres; argued in Docs/decisions/fusion.md.
  public var voxelSize = 0.00125

  /// The defaults.
  public init() {}
}

/// By what the head is tracked.
public enum TrackingMethod: String, Sendable, CaseIterable {
  /// By the cap's markers, and by the surface where they can't be read.
  case markers
  /// By the surface alone, without any cap.
  case dense
}

/// When landmarks are looked for on a recording's surface.
public enum LandmarkFinding: Sendable {
  /// Not at all.
  case never
  /// Where one of those that make the head frame was neither picked nor is on the cap.
  case whereMissing
  /// Also beside those that were given, to be shown.
  case always
}

extension Cap {
  /// What stands for the cap of a scan without one.
  public static let unknown = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_50")!, markerSize: 0.016, ids: nil, thickness: 0)
}
