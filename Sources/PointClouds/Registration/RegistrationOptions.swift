import Diagnostics

/// How a depth view is registered against a model, and what is refused.
public struct RegistrationOptions: Sendable, Equatable {
  /// One pass from coarse to fine.
  public struct Level: Sendable, Equatable {
    /// Points farther than this from their tangent plane take no part, metres.
    public var gate: Double
    /// Every how many points of the view one takes part.
    public var stride: Int
    /// The most steps.
    public var iterations: Int

    /// A level from its values.
    public init(gate: Double, stride: Int, iterations: Int) {
      (self.gate, self.stride, self.iterations) = (gate, stride, iterations)
    }
  }

  /// The passes, from coarse to fine.
  public var levels = [
    Level(gate: 0.02, stride: 7, iterations: 10), Level(gate: 0.008, stride: 3, iterations: 8),
    Level(gate: 0.003, stride: 1, iterations: 8),
  ]
  /// Every how many pixels of the image, along both axes, a point is taken.
  public var pixelStep = 2
  /// The least cosine between a point's normal and that of the model.
  public var leastCosine = 0.7
  /// The least area of agreeing surface in square metres.
  public var leastArea = 0.0015
  /// The least share of points on the model's picture that agree with it.
  public var leastInlierShare = 0.5
  /// The largest root mean square distance of agreeing points in metres.
  public var largestResidual = 0.0012
  /// The largest standard deviation of the pose along its least certain direction, metres on the surface.
  public var largestDeviation = 0.0015
  /// The size of patches whose depth errors are independent, metres.
  public var correlationLength = 0.03

  /// The defaults suit a head at 20–50 cm.
  public init() {}
}

/// Why a registration is not to be trusted.
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
