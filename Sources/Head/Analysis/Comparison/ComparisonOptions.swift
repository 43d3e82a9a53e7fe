public import Files

/// How two scans of a head are compared, and when they are taken for one head.
public struct ComparisonOptions: OptionTable {
  /// The lengths of the later scan over those of the earlier one that are possible on one head.
  ///
  /// Evidence: assumed: from birth to two years a head grows by 1.4; no measurement behind it.
  public internal(set) var plausibleGrowth = 0.7...1.43
  /// The root mean square distance at one size above which two scans are not taken for one head, metres.
  ///
  /// Evidence: Docs/evaluation/comparison.md (One head, or two?).
  public var largestResidual = 0.0015

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<ComparisonOptions>] = [
    .number("largest_residual_m", \.largestResidual, 1e-5...0.02)
  ]
}
