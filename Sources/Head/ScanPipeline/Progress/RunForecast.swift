import Platform
import Workers

/// How far a whole run has come and how long it still takes: by the typical cost of its stages, at the pace of this run.
///
/// A value without a clock: it is told the seconds since the run began.
public struct RunForecast: Sendable {
  private let plan: RunPlan
  private var frames = 0
  /// The stage in work, when it began, its share that is done, and when that share last grew.
  private var current = 0, begun = 0.0, share = 0.0, grown = 0.0
  /// What the stages before it typically cost, and took.
  private var earlierCost = 0.0, earlierSeconds = 0.0
  private var shown: (left: Double, at: Double)?
  private var furthest = 0.0

  /// The least share of the run and the least seconds before there is a pace to speak of.
  private static let (leastShare, leastSeconds) = (0.01, 0.5)
  /// A stage that is late is expected to take this share of its delay longer.
  private static let lateness = 0.5
  /// What is shown follows the estimate with this time constant in seconds, and is never less than this share of it.
  private static let (steadiness, leastShown) = (2.0, 0.7)

  /// A forecast of a run that begins at 0 s.
  public init(_ plan: RunPlan) { self.plan = plan }

  /// Takes in a step of a stage; one of a stage that is not in the plan, or is over, changes nothing.
  public mutating func add(_ progress: ScanProgress, at seconds: Double) {
    frames = max(frames, progress.total > 1 ? progress.total : 0)
    guard let index = plan.steps.firstIndex(where: { $0.stage == progress.stage }), index >= current else { return }
    if index > current {
      earlierCost += plan.steps[current..<index].reduce(0) { $0 + $1.cost(frames: frames) }
      earlierSeconds = seconds
      (current, begun, share, grown) = (index, seconds, 0, seconds)
    }
    let now = progress.total > 0 ? min(1, Double(progress.done) / Double(progress.total)) : 0
    if now > share { (share, grown) = (now, seconds) }
  }

  /// The share of the run that is done, by cost; it never falls, and is below 1 as long as the run goes on.
  public mutating func done() -> Double {
    let whole = plan.steps.reduce(0) { $0 + $1.cost(frames: frames) }
    guard whole > 0 else { return 0 }
    let cost = earlierCost + share * plan.steps[current].cost(frames: frames)
    furthest = max(furthest, min(cost / whole, 0.99))
    return furthest
  }

  /// The seconds left of the whole run; nil while too little is done to tell.
  public mutating func left(at seconds: Double) -> Double? {
    guard let known = known(at: seconds) else { return nil }
    guard let last = shown else {
      shown = (known, seconds)
      return known
    }
    let passed = max(0, seconds - last.at)
    let expected = max(0, last.left - passed)
    let followed = expected + (known - expected) * (1 - exp(-passed / Self.steadiness))
    let left = max(followed, Self.leastShown * known)
    shown = (left, seconds)
    return left
  }

  /// The estimate of the seconds left at a time.
  private mutating func known(at seconds: Double) -> Double? {
    guard seconds >= Self.leastSeconds, done() >= Self.leastShare else { return nil }
    let cost = plan.steps[current].cost(frames: frames)
    let inStage = seconds - begun
    let pace = (earlierSeconds + (share > 0 ? grown - begun : 0)) / (earlierCost + share * cost)
    // The more of a stage is done, the more its own pace counts against that of the run.
    let foreseen = cost * pace
    let own = share > 0 ? (grown - begun) / share : foreseen
    let length = foreseen + (own - foreseen) * share
    let late = Self.lateness * (seconds - (share > 0 ? grown : begun))
    let here = max(length - inStage, late)
    return here + plan.steps[(current + 1)...].reduce(0) { $0 + $1.cost(frames: frames) * pace }
  }
}

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
