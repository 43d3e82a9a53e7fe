public import Files
import Diagnostics
import Geometry

/// How views are fused into a surface. The defaults suit a head scanned with a TrueDepth camera at 20–50 cm.
public struct FusionOptions: Sendable, Equatable {
  /// The distance between voxels in metres.
  public var voxelSize = 0.00125
  /// How far from a measured surface voxels take part, in metres; also the largest distance stored.
  public var truncation: Double
  /// The region to be fused; nothing outside it is.
  public var region: FusionRegion
  /// The options that hold for any head and any size of voxels.
  public let rules: FusionRules

  /// Whether 2 × 2 pixels are binned where a voxel is at least ``CellLayout/joinedPixels`` wide.
  public var joinsPixels = true

  /// The least truncation in voxels: the band holds two voxels on either side of the surface, however coarse these are.
  /// Assumed: a voxel's diagonal (1.7) and some room.
  private static let truncationVoxels = 2.4
  /// How far in front of depth without a tangent plane space counts as empty, in truncations. See
  /// Docs/decisions/fusion.md (No free space at the rim): 1 and 4 were compared on a sphere.
  private static let clearanceTruncations = 4.0

  /// Options for a region of interest.
  public init(region: FusionRegion, rules: FusionRules = FusionRules()) {
    (self.region, self.rules) = (region, rules)
    truncation = rules.truncation
  }

  /// Options for a region and a size of voxels in metres: the band holds two voxels on either side of the surface.
  public init(region: FusionRegion, voxelSize: Double, rules: FusionRules = FusionRules()) {
    self.init(region: region, rules: rules)
    self.voxelSize = voxelSize
    truncation = max(truncation, Self.truncationVoxels * voxelSize)
  }

  /// The largest angle between the line of sight and the surface normal, in radians.
  var maxIncidence: Double { rules.largestIncidenceDegrees * Double.pi / 180 }
  /// The sensor's noise, which weighs the pixels.
  var noise: DepthNoise<Double> { DepthNoise(floor: rules.noiseFloor, growth: rules.noiseGrowth) }

  /// How far in front of depth without a tangent plane space counts as empty, in metres.
  var clearance: Float { Float(Self.clearanceTruncations * truncation) }

  /// The largest region in blocks, which bounds the table of blocks to 128 MB.
  private static let largestRadiusBlocks = 160

  /// The edge of a block of voxels in metres.
  var blockSize: Double { voxelSize * Double(VoxelBlock.side) }

  /// Refuses sizes that make no sense or would not fit into memory.
  func check() throws(FusionError) {
    guard voxelSize > 0, voxelSize.isFinite else {
      throw .badOption("voxel_size", .phrase("above_zero", ["unit": .text("m")]), .exact(voxelSize, unit: "m"))
    }
    guard truncation >= 2 * voxelSize, truncation <= blockSize else {
      throw .badOption(
        "truncation", .phrase("voxels", ["low": .count(2), "high": .count(VoxelBlock.side)]),
        .phrase("at_voxel", ["length": .exact(truncation, unit: "m"), "voxel": .exact(voxelSize, unit: "m")]))
    }
    guard maxIncidence > 0, maxIncidence < .pi / 2 else {
      throw .badOption("largest_incidence", .phrase("right_angle"), .exact(maxIncidence))
    }
    guard region.centre.isFinite, region.radius > 0, region.radius / blockSize <= Double(Self.largestRadiusBlocks)
    else {
      throw .badOption(
        "region",
        .phrase(
          "fusion_region", ["blocks": .count(Self.largestRadiusBlocks), "block": .exact(blockSize, unit: "m")]),
        .phrase("region", ["radius": .exact(region.radius, unit: "m"), "centre": .text("\(region.centre)")]))
    }
  }
}

/// How views are fused, for any place of the head and any size of voxels.
public struct FusionRules: OptionTable {
  /// How far from a measured surface voxels take part at least, metres; also the largest distance stored.
  ///
  /// Evidence: Docs/decisions/fusion.md (Voxels of 1.25 mm, truncation 3 mm).
  public var truncation = 0.003
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

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<FusionRules>] = [
    .number("truncation_m", \.truncation, 0.001...0.02),
    .number("largest_incidence_degrees", \.largestIncidenceDegrees, 10...85),
    .number("noise_floor_m", \.noiseFloor, 1e-5...0.01),
    .number("noise_growth_per_m", \.noiseGrowth, 0...0.1),
  ]
}

/// Why fusion can't begin.
public struct FusionError: UserFacingError, Equatable {
  /// What is wrong with the options, and what they may be.
  public let message: ErrorMessage

  static func badOption(_ option: String, _ expected: FindingValue, _ found: FindingValue) -> FusionError {
    FusionError(
      message: ErrorMessage(
        .fusionBadOption, at: .term(option, of: "fusion"), ["expected": expected, "found": found]))
  }
}
