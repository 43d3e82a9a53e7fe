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

  /// The reason in words.
  public var text: String {
    switch self {
    case .nothingToSee: "no depth on the head"
    case .tooLittleSurface(let area, let needed):
      "\(Self.number(area * 1e4)) cm² of surface agree with the model, \(Self.number(needed * 1e4)) needed"
    case .tooFewInliers(let share, let needed):
      "\(Self.number(share * 100)) % of the surface agrees with the model, \(Self.number(needed * 100)) needed"
    case .largeResidual(let rms, let limit):
      "the surface is \(Self.number(rms * 1000)) mm off the model, \(Self.number(limit * 1000)) allowed"
    case .illConditioned(let deviation, let limit):
      "the shape holds the pose to \(Self.number(deviation * 1000)) mm only, \(Self.number(limit * 1000)) allowed"
    }
  }

  private static func number(_ value: Double) -> String {
    value.isFinite ? "\((value * 10).rounded() / 10)" : "?"
  }
}
