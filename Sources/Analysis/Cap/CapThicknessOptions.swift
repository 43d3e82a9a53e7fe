public import Options

/// How well the thickness of a cap is known.
public struct CapThicknessOptions: OptionTable {
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
