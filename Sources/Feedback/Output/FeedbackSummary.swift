/// How a scan was steered, in a few numbers.
public struct FeedbackSummary: Sendable, Equatable {
  /// The number of frames.
  public private(set) var frames = 0
  /// From the first frame to the last, in seconds.
  public private(set) var duration = 0.0
  /// The time in which the scan went on, and of that the time without vibration, in seconds.
  public private(set) var scanned = 0.0, good = 0.0
  /// When the first markers were held: the beginning of the scan; nil where it never began.
  public private(set) var began: Double?
  /// The longest time of vibration; nil without any.
  public private(set) var longestBad: FeedbackTimeline.Stretch?
  /// How long each hint held, in seconds, by its name.
  public private(set) var hints: [String: Double] = [:]
  /// When each step of progress was reached, in seconds since the first frame.
  public private(set) var steps: [Step] = []
  /// How long each alert held, in seconds.
  public private(set) var alerts: [Alert: Double] = [:]
  /// The last state.
  public private(set) var guidance = Guidance.intro
  /// The ids of the cap that were never seen, ascending.
  public private(set) var missing: [Int] = []
  /// The share of each part of the head that was seen; empty where it is not known where they lie.
  public private(set) var parts: [HeadPart: Double] = [:]
  /// What tells where they lie, and before which of them the scan is assumed to have begun where that is all.
  public private(set) var partsSource: PartsSource?, firstView: HeadPart?
  /// The parts that were not seen well enough.
  public private(set) var missingParts: [HeadPart] = []

  /// A step of progress.
  public struct Step: Sendable, Equatable {
    /// Per cent of the cap's markers, and when they had been seen.
    public var percent: Int, time: Double
  }

  private var last: FrameFeedback?
  private var badSince: Double?

  /// Nothing seen yet.
  public init() {}

  /// Takes in the next frame; what it says holds until the next one.
  public mutating func add(_ feedback: FrameFeedback) {
    frames += 1
    duration = feedback.time
    if let last { count(last, seconds: feedback.time - last.time) }
    for event in feedback.events {
      if case .progress(let percent) = event.kind { steps.append(Step(percent: percent, time: event.time)) }
    }
    if began == nil, feedback.guidance != .intro { began = feedback.time }
    if feedback.isVibrating, badSince == nil { badSince = feedback.time }
    if let since = badSince {
      let stretch = FeedbackTimeline.Stretch(start: since, end: feedback.time)
      if stretch.duration > longestBad?.duration ?? -1 { longestBad = stretch }
      if !feedback.isVibrating { badSince = nil }
    }
    guidance = feedback.guidance
    last = feedback
    last?.events = []
  }

  /// Takes in what was never scanned.
  public mutating func finish(_ engine: FeedbackEngine, _ rules: FeedbackRules) {
    missing = engine.missing.sorted()
    (parts, partsSource) = (engine.parts, engine.partsSource)
    firstView = partsSource == .firstView ? rules.coverage.firstView : nil
    missingParts = parts.filter { $0.value < rules.coverage.partDone }.keys.sorted()
  }

  /// The share of the scan in good position; nil where it never began.
  public var goodShare: Double? { scanned > 0 ? good / scanned : nil }

  private mutating func count(_ frame: FrameFeedback, seconds: Double) {
    if frame.guidance != .intro {
      scanned += seconds
      if !frame.isVibrating { good += seconds }
    }
    if let hint = frame.hint { hints[hint.name, default: 0] += seconds }
    for alert in frame.alerts { alerts[alert, default: 0] += seconds }
  }
}
