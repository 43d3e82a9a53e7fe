import Diagnostics

/// How a depth view is registered against a model, and what is refused.
public struct RegistrationOptions: Sendable, Equatable {
  /// One pass from coarse to fine.
  public struct Level: Sendable, Equatable {
    /// Points farther than this from their tangent plane take no part, metres.
    public let gate: Double
    /// The stride over the view's points: 3 takes every third.
    public let stride: Int
    /// The most steps.
    public let iterations: Int

    /// A level from its values.
    public init(gate: Double, stride: Int, iterations: Int) {
      (self.gate, self.stride, self.iterations) = (gate, stride, iterations)
    }
  }

  /// The passes, from coarse to fine.
  ///
  /// Evidence: Docs/methods/tracking.md (Frames recovered by the surface); the numbers themselves are assumed.
  public let levels = [
    Level(gate: 0.02, stride: 7, iterations: 10), Level(gate: 0.008, stride: 3, iterations: 8),
    Level(gate: 0.003, stride: 1, iterations: 8),
  ]
  /// The step along both axes of the image, in pixels, between points.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let pixelStep = 2
  /// The least cosine between a point's normal and that of the model.
  ///
  /// Evidence: assumed: 45°; no measurement behind it.
  public let leastCosine = 0.7
  /// The least area of agreeing surface in square metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastArea = 0.0015
  /// The least share of points on the model's picture that agree with it.
  ///
  /// Evidence: assumed: a majority; no measurement behind it.
  public var leastInlierShare = 0.5
  /// The largest root mean square distance of agreeing points in metres.
  ///
  /// Evidence: assumed: three times the sensor's noise; no measurement behind it.
  public var largestResidual = 0.0012
  /// The largest standard deviation of the pose along its least certain direction, metres on the surface.
  ///
  /// Evidence: assumed: no measurement behind it; recovered poses err by 0.4 to 1.4 mm, Docs/evaluation/tracking.md (Recovered frames).
  public var largestDeviation = 0.0015
  /// The size of patches whose depth errors are independent, metres.
  ///
  /// Evidence: Docs/evaluation/tracking.md (Recovered frames): with 8 mm the errors were 4 times the stated deviation.
  public let correlationLength = 0.03
  /// The least scale of residuals, metres: neighbours share the sensor's distortion.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastScale = 0.0002
  /// The edge of a pixel of the model's picture at the distance of its middle, metres.
  ///
  /// Evidence: assumed: somewhat wider than the model's points are apart; no measurement behind it.
  public let pixelSize = 0.002

  /// The defaults suit a head at 20–50 cm.
  public init() {}
}

/// Why a registration is rejected.
public enum RegistrationRefusal: Sendable, Equatable {
  /// The camera stands within the model, or the view shows no surface.
  case nothingToSee
  /// Too little surface agrees: square metres found and needed.
  case tooLittleSurface(area: Double, needed: Double)
  /// Too few of the points before the model agree with it.
  case tooFewInliers(share: Double, needed: Double)
  /// Agreeing points lie too far off: metres.
  case largeResidual(rms: Double, limit: Double)
  /// The surface lets the view slide: the standard deviation along the weakest direction in metres.
  case illConditioned(deviation: Double, limit: Double)

  /// The same as a finding.
  public var finding: Finding {
    switch self {
    case .nothingToSee: Finding(.registrationNothingToSee)
    case .tooLittleSurface(let area, let needed):
      Finding(
        .registrationTooLittleSurface,
        [
          "area_cm2": .number(area * 1e4, decimals: 1, unit: "cm²"),
          "needed_cm2": .number(needed * 1e4, decimals: 1, unit: "cm²"),
        ])
    case .tooFewInliers(let share, let needed):
      Finding(
        .registrationTooFewInliers,
        ["share_percent": .percent(share, decimals: 1), "needed_percent": .percent(needed, decimals: 1)])
    case .largeResidual(let rms, let limit):
      Finding(
        .registrationLargeResidual,
        ["rms_mm": .millimetres(rms, decimals: 1), "limit_mm": .millimetres(limit, decimals: 1)])
    case .illConditioned(let deviation, let limit):
      Finding(
        .registrationIllConditioned,
        ["deviation_mm": .millimetres(deviation, decimals: 1), "limit_mm": .millimetres(limit, decimals: 1)])
    }
  }
}
