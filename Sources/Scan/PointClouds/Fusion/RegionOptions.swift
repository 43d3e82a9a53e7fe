public import Files

/// Where the head is looked for, from the places of its cap's markers.
public struct RegionOptions: OptionTable {
  /// The radius of the region in radii of the sphere through the markers.
  ///
  /// Evidence: Docs/methods/fusion.md (Region): nose tips of simulated heads lie at 1.24 to 1.53 radii.
  public let reach = 1.45
  /// How far below that sphere's centre the floor lies where no landmarks are known, in radii.
  ///
  /// Evidence: Docs/decisions/fusion.md (A second volume to find faces in) gives what it cuts; the number itself is assumed.
  public let floorDepth = 0.93
  /// Radii that a cap can have, metres; others come from a few markers on a nearly plane patch.
  ///
  /// Evidence: assumed: vaults from a premature newborn's to a toddler's with room; no measurement behind it.
  public let capRadii = 0.04...0.12
  /// How far below the plane of sellion and tragions the head is kept, metres.
  ///
  /// Evidence: assumed: below chin and ear lobes the neck begins; Docs/decisions/fusion.md (A floor rather than motion for the neck).
  public var belowBasePlane = 0.035
  /// How much larger the region is in which landmarks are looked for.
  ///
  /// Evidence: nose tips of eight simulated faces (seeds 401 to 408), Docs/decisions/fusion.md (A second volume to find faces in).
  public let searchGrowth = 1.2
  /// How much farther down that region reaches, in radii of the smaller one.
  ///
  /// Evidence: as for its growth.
  public let searchDepth = 0.4

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<RegionOptions>] = [
    .number("below_base_plane_m", \.belowBasePlane, 0...0.2)
  ]
}
