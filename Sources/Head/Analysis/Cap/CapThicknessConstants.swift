/// How well the thickness of a cap is known, and how it is taken off.
public struct CapThicknessConstants: Sendable, Equatable {
  /// The standard deviation of the thickness as a share of it.
  ///
  /// Evidence: assumed: cloth gives way; Docs/methods/cap-thickness.md states it.
  public let deviationShare = 0.1
  /// Its least standard deviation, metres.
  ///
  /// Evidence: assumed: as for the share.
  public let leastDeviation = 0.0001
  /// Cloth with a print on it is rarely thicker than this, metres: a warning asks.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let usualThickness = 0.002
  /// Hair that is pressed flat under a cap is rarely thicker than this, metres: a warning asks.
  ///
  /// Evidence: reckoned as that of 3 cm is, Docs/methods/uncertainty.md: of hair that is 12 cm long.
  public let usualHair = 0.004
  /// The layer that is taken off to see what air and hair under a cap of no thickness do, metres.
  ///
  /// Evidence: any small number does: measures follow it linearly.
  public let trialThickness = 0.001
  /// The height of the edge of a cap whose place is unknown, as a share of the vertex height; it may lie anywhere between
  /// none and twice that.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/cap-thickness.md states it.
  public let edgeHeight = 0.15
  /// The height above its edge over which the cap fades in, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let edgeRamp = 0.005
  /// The spacing of the grid on which the cloth's directions are averaged, metres; averages reach twice as far.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let clothStep = 0.004

  /// The cloth is expected to reach at least this far below the lowest marker, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastMargin = 0.005
  /// Markers belong to a mesh when the median distance of their corners from it is below this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let markerReach = 0.003

  /// The defaults.
  public init() {}

  /// The standard deviation of a thickness, both in metres.
  func deviation(of thickness: Double) -> Double {
    thickness > 0 ? max(leastDeviation, deviationShare * thickness) : 0
  }
}
