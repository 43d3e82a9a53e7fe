public import Options

/// How the intervals of the measures are computed.
public struct IntervalOptions: OptionTable {
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
  /// The share of the focal length's deviation by which the errors of length and width differ.
  ///
  /// Evidence: Docs/decisions/measures.md (The cranial index follows bending, not scale): 134 simulated scans.
  public var bending = 0.6
  /// The least share of the draws that must give a measure; with fewer it has no interval.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var keptDraws = 0.8

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<IntervalOptions>] = [
    .count("draws", \.draws, 2...100_000),
    .count("seed", \.seed, 0...Int(Int32.max)),
    .number("surface_deviation_m", \.surfaceDeviation, 0...0.05),
    .number("bending", \.bending, 0...10),
    .number("kept_draws", \.keptDraws, 0...1),
  ]
}
