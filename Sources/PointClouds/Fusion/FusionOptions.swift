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

  /// Whether 2 × 2 pixels are binned where a voxel is at least ``FusionRules/joinedPixels`` wide.
  public var joinsPixels = true

  /// Options for a region of interest.
  public init(region: FusionRegion, rules: FusionRules = FusionRules()) {
    (self.region, self.rules) = (region, rules)
    truncation = rules.truncation
  }

  /// Options for a region and a size of voxels in metres: the band holds two voxels on either side of the surface.
  public init(region: FusionRegion, voxelSize: Double, rules: FusionRules = FusionRules()) {
    self.init(region: region, rules: rules)
    self.voxelSize = voxelSize
    truncation = max(truncation, rules.truncationVoxels * voxelSize)
  }

  /// The largest angle between the line of sight and the surface normal, in radians.
  var maxIncidence: Double { rules.largestIncidenceDegrees * Double.pi / 180 }
  /// The sensor's noise, which weighs the pixels.
  var noise: DepthNoise { DepthNoise(floor: rules.noiseFloor, growth: rules.noiseGrowth) }

  /// How far in front of depth without a tangent plane space counts as empty, in metres.
  var clearance: Float { Float(rules.clearanceTruncations * truncation) }

  /// The largest region in blocks, which bounds the table of blocks to 128 MB.
  private static let largestRadiusBlocks = 160

  /// The edge of a block of voxels in metres.
  var blockSize: Double { voxelSize * Double(VoxelBlock.side) }

  /// Refuses sizes that make no sense or would not fit into memory.
  func check() throws(FusionError) {
    guard voxelSize > 0, voxelSize.isFinite else { throw .badOption("voxel size", "above 0 m", "\(voxelSize) m") }
    guard truncation >= 2 * voxelSize, truncation <= blockSize else {
      throw .badOption("truncation", "2 to \(VoxelBlock.side) voxels", "\(truncation) m at \(voxelSize) m a voxel")
    }
    guard maxIncidence > 0, maxIncidence < .pi / 2 else {
      throw .badOption("largest incidence", "between 0 and π/2", "\(maxIncidence)")
    }
    guard region.centre.isFinite, region.radius > 0, region.radius / blockSize <= Double(Self.largestRadiusBlocks)
    else {
      throw .badOption(
        "region", "a finite centre and a radius up to \(Self.largestRadiusBlocks) blocks of \(blockSize) m",
        "\(region.radius) m around \(region.centre)")
    }
  }
}

/// Why fusion can't begin.
public struct FusionError: UserFacingError, Equatable {
  /// The option at fault.
  public let subject: String
  /// What was expected and what was found.
  public let problem: String
  /// The class of failure.
  public var kind: UserFacingErrorKind { .usage }
  /// What to try.
  public var remedy: String? { "choose a coarser voxel or a smaller region" }

  static func badOption(_ name: String, _ expected: String, _ found: String) -> FusionError {
    FusionError(subject: name, problem: "expected \(expected), found \(found)")
  }
}

/// The standard deviation of a depth measurement, σ(z) = floor + growth · z² (triangulation: Khoshelham & Oude Elberink 2012).
public struct DepthNoise: Sendable, Equatable {
  /// The noise at no distance, in metres.
  public var floor: Double
  /// How it grows with the square of the range, in 1/m.
  public var growth: Double

  /// A model from its coefficients.
  public init(floor: Double, growth: Double) {
    self.floor = floor
    self.growth = growth
  }

  /// The standard deviation in metres at depth z (metres).
  public func sigma(_ z: Double) -> Double { floor + growth * z * z }
}
