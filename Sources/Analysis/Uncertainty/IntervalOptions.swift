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
  /// The standard deviation of the smooth error of such a mesh at one place, metres.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var bendingDeviation = 0.0001
  /// How far hair and loose cloth may hold a cap off the head, metres; anything from nothing to this is as likely.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var standOff = 0.002
  /// The least share of the draws that must give a measure; with fewer it has no interval.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var keptDraws = 0.8
  /// Observers of landmarks.
  public var observer = ObserverOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<IntervalOptions>] = [
    .count("draws", \.draws, 2...100_000),
    .count("seed", \.seed, 0...Int(Int32.max)),
    .number("surface_deviation_m", \.surfaceDeviation, 0...0.05),
    .number("bending_m", \.bendingDeviation, 0...0.02),
    .number("stand_off_m", \.standOff, 0...0.05),
    .number("kept_draws", \.keptDraws, 0...1),
    group("observer", \.observer),
  ]
}
