public import Options

/// How a head is measured, beside the choices of its protocol.
public struct AnalysisOptions: OptionGroup {
  /// Ears in a section.
  public var ears = EarExclusionOptions()
  /// The cap that is taken off.
  public var cap = CapThicknessOptions()
  /// The intervals of the measures.
  public var intervals = IntervalOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<AnalysisOptions>] = [
    .group("ears", \.ears),
    .group("cap", \.cap),
    .group("intervals", \.intervals),
  ]
}

/// Where an ear is taken out of a section.
public struct EarExclusionOptions: OptionGroup {
  /// How far in front of the tragion a pinna can be, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var forward = 0.010
  /// How far behind it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var back = 0.040
  /// How far above or below it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var vertical = 0.040
  /// What stands out by more than this is an ear and not the head's own shape, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var protrusion = 0.0025
  /// The stretch beside the ear that shows the head's own line, degrees.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var flankDegrees = 20.0

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<EarExclusionOptions>] = [
    .number("forward_m", \.forward, 0...0.1),
    .number("back_m", \.back, 0...0.1),
    .number("vertical_m", \.vertical, 0...0.2),
    .number("protrusion_m", \.protrusion, 0...0.05),
    .number("flank_degrees", \.flankDegrees, 1...60),
  ]
}

/// How well the thickness of a cap is known.
public struct CapThicknessOptions: OptionGroup {
  /// The standard deviation of the thickness as a share of it.
  ///
  /// Evidence: assumed: cloth gives way, hair under it is unknown; Docs/methods/cap-thickness.md states it.
  public var deviationShare = 0.1
  /// Its least standard deviation, metres.
  ///
  /// Evidence: assumed: as for the share.
  public var leastDeviation = 0.0001

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<CapThicknessOptions>] = [
    .number("deviation_share", \.deviationShare, 0...2),
    .number("least_deviation_m", \.leastDeviation, 0...0.01),
  ]

  /// The standard deviation of a thickness, both in metres.
  func deviation(of thickness: Double) -> Double {
    thickness > 0 ? max(leastDeviation, deviationShare * thickness) : 0
  }
}

/// How the intervals of the measures are computed.
public struct IntervalOptions: OptionGroup {
  /// How many times the landmarks are drawn anew; rounded up to an even number.
  ///
  /// Evidence: chosen for speed; Docs/evaluation/coverage.md has the intervals with it.
  public var draws = 200
  /// The seed of the draws.
  ///
  /// Evidence: any number does.
  public var seed = 20_240_501
  /// The standard deviation of the radius of a mesh of another scanner at one place, metres.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var surfaceDeviation = 0.0003
  /// The share of the focal length's deviation by which length and width err apart.
  ///
  /// Evidence: Docs/decisions/measures.md (The cranial index follows bending, not scale): 134 simulated scans.
  public var bending = 0.6

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<IntervalOptions>] = [
    .count("draws", \.draws, 2...100_000),
    .count("seed", \.seed, 0...Int(Int32.max)),
    .number("surface_deviation_m", \.surfaceDeviation, 0...0.05),
    .number("bending", \.bending, 0...10),
  ]
}
