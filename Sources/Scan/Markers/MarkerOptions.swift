public import Files

/// Which markers are taken for a cap's.
public struct MarkerOptions: OptionTable {
  /// What can be the cap's.
  public var screening = ScreeningOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<MarkerOptions>] = [
    group("screening", \.screening)
  ]
}

/// Which sightings can be the cap's.
public struct ScreeningOptions: OptionTable {
  /// The measured size over the printed one outside which nothing is reconstructed.
  ///
  /// Evidence: a wrong focal length accounts for 7 %, Docs/methods/markers.md (Marker-size ratio); the rest is room.
  public var readableSizes = 0.8...1.2
  /// The measured size over the printed one, with the focal length right, outside which nothing is measured.
  ///
  /// Evidence: good devices read 0.976 to 0.997, Docs/methods/markers.md (Marker-size ratio).
  public var usableSizes = 0.96...1.03

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<ScreeningOptions>] = [
    .range("readable_sizes", \.readableSizes, within: 0.1...10),
    .range("usable_sizes", \.usableSizes, within: 0.1...10),
  ]
}
