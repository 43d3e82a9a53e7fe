public import Files

/// How views are fused, for any place of the head and any size of voxels.
public struct FusionRules: OptionTable {
  /// How far from a measured surface voxels take part at least, metres; also the largest distance stored.
  ///
  /// Evidence: Docs/decisions/fusion.md (Voxels of 1.25 mm, truncation 3 mm).
  public var truncation = 0.003
  /// The least truncation in voxels: the band holds two voxels on either side of the surface, however coarse these are.
  ///
  /// Evidence: assumed: a voxel's diagonal (1.7) and some room; no measurement behind it.
  public let truncationVoxels = 2.4
  /// The largest angle between the line of sight and the surface's normal, degrees.
  ///
  /// Evidence: Docs/decisions/fusion.md (A voxel must also be well seen): 65 and 75° were tried.
  public var largestIncidenceDegrees = 70.0
  /// The sensor's noise at no distance, standard deviation in metres.
  ///
  /// Evidence: plane residuals of real TrueDepth recordings, Docs/methods/fusion.md (Tangent planes); form after Khoshelham & Oude Elberink 2012.
  public var noiseFloor = 0.26e-3
  /// How the noise grows with the square of the range, 1/m.
  ///
  /// Evidence: as for the floor: 0.33 mm at 20 cm to 0.44 mm at 32 cm.
  public var noiseGrowth = 1.75e-3
  /// How far in front of depth without a tangent plane space counts as empty, in truncations.
  ///
  /// Evidence: Docs/decisions/fusion.md (No free space at the rim): 1 and 4 were compared on a sphere.
  public let clearanceTruncations = 4.0
  /// A step of more than this share of the depth over two pixels is an edge.
  ///
  /// Evidence: flatter surfaces are seen under less than 75°; the number itself is assumed, no measurement behind it.
  public let edgeStep = 0.016
  /// The share of a window's pixels that must be valid for it to mark empty space.
  ///
  /// Evidence: Docs/decisions/fusion.md (No free space at the rim); the share itself was not varied.
  public let openShare = 0.75
  /// The width of a voxel in pixels from which 2 × 2 pixels are binned.
  ///
  /// Evidence: Docs/decisions/fusion.md (Cells of 2 × 2 pixels); the threshold itself was not varied.
  public let joinedPixels = 1.5
  /// A voxel nearer to the surface than this takes its colour, in voxels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let colorBand = 1.5

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<FusionRules>] = [
    .number("truncation_m", \.truncation, 0.001...0.02),
    .number("largest_incidence_degrees", \.largestIncidenceDegrees, 10...85),
    .number("noise_floor_m", \.noiseFloor, 1e-5...0.01),
    .number("noise_growth_per_m", \.noiseGrowth, 0...0.1),
  ]
}
