public import Options

/// How clicks become landmarks.
public struct PickedLandmarkOptions: OptionTable {
  /// The standard deviation of one click along each axis before any is seen, metres.
  ///
  /// Evidence: Docs/decisions/measures.md (A click is expected within 1 mm, not 1.5).
  public var clickDeviation = 0.001
  /// How many degrees of freedom that prior is worth: so few that clicks which scatter more are believed.
  ///
  /// Evidence: assumed; Docs/methods/head-frame.md (A landmark from several observations) tests the result.
  public var priorFreedom = 1.0
  /// The part of the deviation that more clicks by the same eye don't average away, metres.
  ///
  /// Evidence: assumed; Docs/methods/head-frame.md (A landmark from several observations) tests the result.
  public var floor = 0.0002
  /// The same for clicks that a program made, metres: what it is wrong by, it is wrong by in every frame.
  ///
  /// Evidence: Docs/evaluation/landmarks.md.
  public var programFloor = 0.002
  /// The standard deviation above which the clicks are called contradictory, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var limit = 0.005
  /// A click needs this many valid pixels around it.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestPixels = 8
  /// Within so many pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var pixelReach = 3
  /// Depth that differs by more than this share from the neighbours' median is another surface's.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var sameSurface = 0.03
  /// A surface farther from the frame's own depth than this is not what was clicked on, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var surfaceReach = 0.008

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<PickedLandmarkOptions>] = [
    .number("click_deviation_m", \.clickDeviation, 1e-5...0.05),
    .number("prior_freedom", \.priorFreedom, 0.001...1000),
    .number("floor_m", \.floor, 0...0.05),
    .number("program_floor_m", \.programFloor, 0...0.05),
    .number("limit_m", \.limit, 1e-4...0.1),
    .count("fewest_pixels", \.fewestPixels, 3...10_000),
    .count("reach_px", \.pixelReach, 1...50),
    .number("same_surface", \.sameSurface, 0.001...1),
    .number("surface_reach_m", \.surfaceReach, 0...0.1),
  ]
}
