import Markers

/// By what the head is followed.
public enum TrackingMethod: String, Sendable, CaseIterable {
  /// By the cap's markers, and by the surface where they can't be read.
  case markers
  /// By the surface alone, without any cap.
  case dense
}

extension Cap {
  /// What stands for the cap of a scan without one.
  static let unknown = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_50")!, markerSize: 0.016, ids: nil, thickness: 0)
}
