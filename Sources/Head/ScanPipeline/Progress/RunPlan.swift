import Workers

/// The stages of a run in order, with the typical relative cost of each.
public struct RunPlan: Sendable, Equatable {
  /// A stage and its cost: seconds on the machine of Docs/evaluation/benchmarks.md, of which only ratios count.
  public struct Step: Sendable, Equatable {
    /// The stage.
    public var stage: ScanProgress.Stage
    /// The cost per frame, and the cost of the whole run.
    public var perFrame: Double, fixed: Double

    /// A stage from its cost.
    public init(_ stage: ScanProgress.Stage, perFrame: Double, fixed: Double = 0) {
      (self.stage, self.perFrame, self.fixed) = (stage, perFrame, fixed)
    }

    /// The cost of a number of frames.
    func cost(frames: Int) -> Double { perFrame * Double(frames) + fixed }
  }

  /// The stages in order.
  public let steps: [Step]

  /// A plan from its stages.
  public init(_ steps: [Step]) { self.steps = steps }

  /// `reconstruct` and `landmarks` by the cap's markers.
  public static let markers = RunPlan([
    Step(.markers, perFrame: 0.0028), Step(.tracking, perFrame: 0.0008), Step(.fusion, perFrame: 0.0025),
    Step(.analysis, perFrame: 0, fixed: 0.18),
  ])
  /// `reconstruct --tracking dense`.
  public static let dense = RunPlan([
    Step(.markers, perFrame: 0.001), Step(.tracking, perFrame: 0.03), Step(.fusion, perFrame: 0.0025),
    Step(.analysis, perFrame: 0, fixed: 0.18),
  ])
  /// `replay`.
  public static let replay = RunPlan([Step(.replay, perFrame: 1)])
  /// `phantom`.
  public static let phantom = RunPlan([Step(.simulation, perFrame: 1)])
}
