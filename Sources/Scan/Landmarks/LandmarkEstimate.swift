import Diagnostics
import Geometry

/// Where a landmark is, how well that is known and why it was rejected if it was.
public struct LandmarkEstimate: Sendable, Equatable {
  /// The position in metres, in the frame of the mesh.
  public var position: Vector3
  /// The standard deviation of the position along each axis, in metres.
  public var standardDeviation: Double
  /// How many observations agree with the position.
  public var evidence: Int
  /// Where it comes from.
  public var source: LandmarkSource
  /// Why it must not be used, or nil where it may.
  public var rejection: Finding?
  /// The standard deviation of the position along each axis by what the surface shows alone, in metres; nil where that was not
  /// asked. Whoever picked it, it is no less certain.
  public internal(set) var confirmed: Double?

  /// An estimate from its parts.
  public init(
    position: Vector3, standardDeviation: Double, evidence: Int = 1, source: LandmarkSource = .picked,
    rejection: Finding? = nil
  ) {
    self.position = position
    self.standardDeviation = standardDeviation
    self.evidence = evidence
    self.source = source
    self.rejection = rejection
  }

  /// Why it must not be used: it was rejected, or nobody knows how far off it may be. Nil where it may be used.
  public var fault: Finding? {
    rejection
      ?? (standardDeviation.isFinite && standardDeviation >= 0 ? nil : Finding(.landmarksDeviationUnknown))
  }

  /// True where one click, or what a program saw in however many frames, says where it lies.
  var isOneObservation: Bool { fault == nil && (source == .automatic || source == .picked && evidence == 1) }

  /// The estimate with a deviation that somebody states, in metres; rejected where it is above the limit of clicks.
  public func stating(standardDeviation: Double) -> LandmarkEstimate {
    var stated = self
    stated.standardDeviation = standardDeviation
    let limit = ClickModel(source).limit
    if standardDeviation > limit {
      stated.rejection = Finding(
        .landmarksStatedDeviation,
        ["deviation_mm": .millimetres(standardDeviation, decimals: 1), "limit_mm": .millimetres(limit)])
    }
    return stated
  }

  /// The estimate moved by a rigid transform; its uncertainty is isotropic and stays.
  public func transformed(by transform: RigidTransform) -> LandmarkEstimate {
    var moved = self
    moved.position = transform * position
    return moved
  }
}

extension LandmarkEstimate {
  /// How one observation of a landmark scatters, and what makes a set of them unusable.
  public struct ClickModel: Sendable, Equatable {
    /// The standard deviation of one click along each axis in metres, before any is seen.
    public var priorStandardDeviation: Double
    /// How many degrees of freedom that prior is worth: so few that clicks which scatter more are believed.
    public var priorFreedom: Double
    /// The part of the deviation that more clicks by the same eye don't average away, in metres.
    public var floor: Double
    /// The standard deviation of the result in metres above which the clicks are called contradictory, and above which
    /// one that is stated is of no use.
    public var limit: Double

    /// The degrees of freedom of that prior: few, so that clicks which scatter more outweigh it. Assumed;
    /// Docs/methods/head-frame.md (A landmark from several observations) tests the result.
    private static let usualFreedom = 1.0
    /// The part of the deviation that more clicks by the same person do not average out, metres. Assumed;
    /// Docs/methods/head-frame.md (A landmark from several observations) tests the result.
    public static let personFloor = 0.0002
    /// The part of the deviation that more clicks by a program do not average out, metres: its error is the same in every frame. See
    /// Docs/evaluation/landmarks.md.
    private static let programFloor = 0.002

    /// The model for observations of a source: what a program is wrong by, it is wrong by in every frame.
    public init(_ source: LandmarkSource = .picked, _ options: PickedLandmarkOptions = PickedLandmarkOptions()) {
      (priorStandardDeviation, priorFreedom) = (options.clickDeviation, Self.usualFreedom)
      (floor, limit) = (source == .picked ? Self.personFloor : Self.programFloor, options.limit)
    }
  }

  /// One estimate from several observations of the same point, outliers weighted down.
  ///
  /// The mean with Tukey weights, started from the medoid, its scale the pooled deviation s² = (ν₀ s₀² + Σ w r²) / (ν₀
  /// + 2 (Σ w − 1)), two degrees of freedom a click, which lies on the surface; the deviation of the mean is √(s² / Σ w
  /// + floor²). One or two observations can't outvote each other, so two that disagree keep their full distance in the
  /// deviation.
  /// - Parameter points: observations in metres, one frame; those that are not finite are left out.
  /// - Returns: the estimate (rejected when the observations contradict each other), or nil without observations.
  public static func combining(
    _ points: [Vector3], source: LandmarkSource = .picked, model: ClickModel? = nil
  ) -> LandmarkEstimate? {
    let points = points.filter(\.isFinite)
    let model = model ?? ClickModel(source)
    guard let (centre, weights) = agreement(points, model) else { return nil }
    let total = weights.reduce(0, +)
    var variance = pow2(pooled(points, weights, centre, model)) / max(total, 1) + pow2(model.floor)
    if points.count == 2 { variance = max(variance, pow2((points[0] - points[1]).length) / 12) }
    let deviation = variance.squareRoot()
    let agreeing = weights.filter { $0 > leastWeight }.count
    return LandmarkEstimate(
      position: centre, standardDeviation: deviation, evidence: agreeing, source: source,
      rejection: rejection(points, agreeing, deviation, model))
  }

  /// The indices of the observations that ``combining(_:source:model:)`` leaves out: too far from where the others
  /// agree.
  ///
  /// - Parameter points: finite observations in metres, one frame.
  static func outliers(
    _ points: [Vector3], source: LandmarkSource = .picked, model: ClickModel? = nil
  ) -> [Int] {
    guard let (_, weights) = agreement(points, model ?? ClickModel(source)) else { return [] }
    return weights.indices.filter { weights[$0] <= leastWeight }
  }

  /// The least weight of an observation that counts as agreeing.
  private static let leastWeight = 0.1

  /// The weighted mean of observations and the weight of each; nil without observations.
  private static func agreement(_ points: [Vector3], _ model: ClickModel) -> (centre: Vector3, weights: [Double])? {
    guard var centre = medoid(points) else { return nil }
    var scale = model.priorStandardDeviation
    var weights = points.map { _ in 1.0 }
    if points.count < 3 { centre = points.reduce(.zero, +) / Double(points.count) }
    for _ in 0..<(points.count < 3 ? 0 : 20) {
      // A distance in three dimensions: its scale is √3 times that of an axis.
      weights = points.map { RobustStatistics.tukeyWeight(($0 - centre).length / (scale * 3.0.squareRoot())) }
      let total = max(weights.reduce(0, +), 1e-9)
      centre = zip(points, weights).reduce(Vector3.zero) { $0 + $1.0 * $1.1 } / total
      scale = pooled(points, weights, centre, model)
    }
    return (centre, weights)
  }

  private static func rejection(_ points: [Vector3], _ agreeing: Int, _ deviation: Double, _ model: ClickModel)
    -> Finding?
  {
    guard deviation > model.limit || 2 * agreeing <= points.count else { return nil }
    let apart = points.flatMap { a in points.map { (a - $0).length } }.max() ?? 0
    return Finding(.landmarksContradict, ["clicks": .count(points.count), "apart_mm": .millimetres(apart)])
  }

  private static func pooled(_ points: [Vector3], _ weights: [Double], _ centre: Vector3, _ model: ClickModel)
    -> Double
  {
    let squares = zip(points, weights).reduce(0.0) { $0 + $1.1 * ($1.0 - centre).dot($1.0 - centre) }
    let freedom = model.priorFreedom + 2 * max(weights.reduce(0, +) - 1, 0)
    return ((model.priorFreedom * pow2(model.priorStandardDeviation) + squares) / freedom).squareRoot()
  }

  /// The point with the least sum of distances to the others.
  private static func medoid(_ points: [Vector3]) -> Vector3? {
    points.min { a, b in
      points.reduce(0.0) { $0 + ($1 - a).length } < points.reduce(0.0) { $0 + ($1 - b).length }
    }
  }

  private static func pow2(_ x: Double) -> Double { x * x }
}
