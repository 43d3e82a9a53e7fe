public import Files

/// How clicks become landmarks.
public struct PickedLandmarkOptions: OptionTable {
  /// The standard deviation of one click along each axis before any is seen, metres.
  ///
  /// Evidence: Docs/decisions/measures.md (A click is expected within 1 mm, not 1.5).
  public var clickDeviation = 0.001
  /// The degrees of freedom of that prior: few, so that clicks which scatter more outweigh it.
  ///
  /// Evidence: assumed; Docs/methods/head-frame.md (A landmark from several observations) tests the result.
  public let priorFreedom = 1.0
  /// The part of the deviation that more clicks by the same person do not average out, metres.
  ///
  /// Evidence: assumed; Docs/methods/head-frame.md (A landmark from several observations) tests the result.
  public let floor = 0.0002
  /// The same for clicks that a program made, metres: its error is the same in every frame.
  ///
  /// Evidence: Docs/evaluation/landmarks.md.
  public let programFloor = 0.002
  /// The standard deviation above which the clicks are called contradictory, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var limit = 0.005
  /// Clicks that scatter by more than this along each axis of the skin, over all landmarks, are asked about, metres.
  ///
  /// Evidence: twice what is expected; 0.55 on practice_a, 3.5 with its frames named two too late.
  public let mostScatter = 0.002
  /// The fewest degrees of freedom from which that is told.
  ///
  /// Evidence: derived: six exceed twice what is expected by chance in one set of clicks of 2000.
  public let fewestFreedom = 6
  /// The fewest valid pixels around a click.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestPixels = 8
  /// How far around the click they are counted, pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let pixelReach = 3
  /// Depth that differs from the neighbours' median by more than this share belongs to another surface.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let sameSurface = 0.03
  /// The farthest that a surface may lie from the frame's own depth to be the one clicked on, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let surfaceReach = 0.008

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<PickedLandmarkOptions>] = [
    .number("click_deviation_m", \.clickDeviation, 1e-5...0.05),
    .number("limit_m", \.limit, 1e-4...0.1),
  ]
}
