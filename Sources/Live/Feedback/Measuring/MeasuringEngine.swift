import Diagnostics
public import Files
import Geometry

/// Leads somebody through the measurement of one reading: an angle, a score, whatever has a value in each frame.
///
/// A state machine over frames, without clock, input or output: `intro → measuring → completed | error`. It leaves `intro`
/// to `measuring` only, and `completed` and `error` to `measuring` or `intro`; nobody in sight leads back to `intro` from
/// anywhere. Equal facts give equal feedback.
public struct MeasuringEngine: Sendable {
  private var rules: MeasuringRules
  private var settling: Settling
  private var pace = FramePace()
  private(set) public var state = MeasuringState.intro
  private var hasBegun = false
  /// The mean since the reading came to rest, once it has settled.
  private var settled: Double?
  private var lastValueAt: Double?
  private var lastSeenAt: Double?
  /// When the present attempt began.
  private var began = 0.0

  /// An engine before its first frame.
  public init(_ rules: MeasuringRules) {
    self.rules = rules
    settling = Self.settling(rules)
  }

  private static let rounding = FramePace.rounding

  private static func settling(_ rules: MeasuringRules) -> Settling {
    Settling(leniency: rules.leniency, seconds: rules.seconds - rounding, least: rules.least, drift: rules.drift)
  }

  /// Begins anew with the next reading, such as for another movement: what was held counts no longer.
  public mutating func restart(at time: Double) {
    settling = Self.settling(rules)
    (settled, began) = (nil, time)
    if case .completed = state { state = .measuring(nil) }
    if case .error(.restless) = state { state = .measuring(nil) }
  }

  /// Begins anew with another reading, which has rules of its own.
  public mutating func switchTo(_ rules: MeasuringRules, at time: Double) {
    self.rules = rules
    restart(at: time)
  }

  /// Takes in the next frame.
  public mutating func step(_ facts: MeasuringFacts) -> MeasuringFeedback {
    pace.add(facts.time)
    let value = facts.isSeen ? facts.value.flatMap { $0.isFinite ? $0 : nil } : nil
    read(value, at: facts.time)
    if facts.isSeen { lastSeenAt = facts.time }
    let next = next(value, facts)
    let isNew = !hasBegun || next.name != state.name
    if isNew, case .measuring = next { began = facts.time }
    if next == .intro { forget() }
    (state, hasBegun) = (next, true)
    return MeasuringFeedback(
      frame: facts.frame, time: facts.time, state: state, isNew: isNew, value: value,
      light: value.map(rules.colours.light), restingSince: settling.restingSince)
  }

  private mutating func forget() {
    settling = Self.settling(rules)
    (settled, lastValueAt) = (nil, nil)
  }

  private mutating func read(_ value: Double?, at time: Double) {
    if let lastValueAt, time - lastValueAt > pace.longestGap(rules.gapSeconds) { settled = settling.add(nil, at: time) }
    guard let value else { return }
    settled = settling.add(value, at: time)
    lastValueAt = time
  }

  private func next(_ value: Double?, _ facts: MeasuringFacts) -> MeasuringState {
    if isAbsent(facts) { return .intro }
    let counts = settled.flatMap { settled in
      rules.threshold.map { abs(settled) > $0 } ?? true ? settled : nil
    }
    switch state {
    case .intro: return facts.isSeen ? .measuring(value) : .intro
    case .completed: return counts.map { .completed($0) } ?? .measuring(value)
    case .error(let trouble):
      let isOver = trouble == .unclear ? value != nil : counts != nil
      if isOver { return .measuring(value) }
      return isUnclear(at: facts.time) ? .error(.unclear) : state
    case .measuring:
      if let counts { return .completed(counts) }
      if isUnclear(at: facts.time) { return .error(.unclear) }
      return facts.time - began >= rules.restlessSeconds - Self.rounding ? .error(.restless) : .measuring(value)
    }
  }

  /// Whether nobody has been there for so long that it begins anew.
  private func isAbsent(_ facts: MeasuringFacts) -> Bool {
    guard !facts.isSeen, let lastSeenAt else { return !facts.isSeen }
    return facts.time - lastSeenAt >= rules.absentSeconds - Self.rounding
  }

  private func isUnclear(at time: Double) -> Bool {
    time - max(lastValueAt ?? began, began) >= rules.unclearSeconds - Self.rounding
  }
}

/// What a frame shows of a guided measurement.
public struct MeasuringFacts: Sendable, Equatable {
  /// The frame's index, and its time in seconds.
  public var frame: Int, time: Double
  /// Whether somebody who can be measured is there.
  public var isSeen: Bool
  /// The reading, in its unit; nil, or not finite, where there is none.
  public var value: Double?

  /// Facts from their parts.
  public init(frame: Int, time: Double, isSeen: Bool, value: Double?) {
    (self.frame, self.time, self.isSeen, self.value) = (frame, time, isSeen, value)
  }
}

/// What is told of a guided measurement in a frame.
public struct MeasuringFeedback: Sendable, Equatable {
  /// The frame's index, and its time in seconds.
  public var frame: Int, time: Double
  /// Where the measurement stands.
  public var state: MeasuringState
  /// Whether it came to this state in this frame.
  public var isNew: Bool
  /// The reading of this frame, and its colour; nil where there is none.
  public var value: Double?, light: TrafficLight?
  /// Since when the reading rests, in seconds; nil where it does not.
  public var restingSince: Double?
}

/// Where a guided measurement stands.
public enum MeasuringState: Sendable, Equatable {
  /// Nobody is there yet, or no longer.
  case intro
  /// Somebody is there; the reading of the frame, nil where it has none.
  case measuring(Double?)
  /// The reading was held: the mean since it came to rest.
  case completed(Double)
  /// The measurement does not go on as it is; the trouble has a prompt.
  case error(Trouble)

  /// What stops a measurement.
  public enum Trouble: String, Sendable, CaseIterable {
    /// Somebody is there, but nothing can be read.
    case unclear
    /// The reading does not come to rest.
    case restless
  }

  /// A name for files and phrases.
  public var name: String {
    switch self {
    case .intro: "intro"
    case .measuring: "measuring"
    case .completed: "completed"
    case .error(let trouble): "error_" + trouble.rawValue
    }
  }

  /// The names of all states.
  public static let names = ["intro", "measuring", "completed"] + Trouble.allCases.map { "error_" + $0.rawValue }

  /// The reading, as it was measured or held; nil where there is none.
  public var reading: Double? {
    switch self {
    case .measuring(let reading): reading
    case .completed(let reading): reading
    case .intro, .error: nil
    }
  }
}

/// What is said to somebody who answers by the thumb. The file in Datasets/feedback is built in.
public struct AnswerGuidance: Sendable, Equatable {
  /// Name and version, for results.
  public let name, version: String
  /// What is said, by language.
  public let phrasebooks: [String: MeasuringPhrases]

  /// The phrases of a language.
  public func phrasebook(_ language: String) throws(FeedbackFileError) -> MeasuringPhrases {
    try PhraseTable.book(of: language, in: phrasebooks)
  }
}

/// What is said to guide somebody through a measurement, in one language.
public struct MeasuringPhrases: Sendable, Equatable {
  /// The language's code, as espeak-ng knows it.
  public let language: String
  let phrases: [String: String]

  /// What is said when a measurement comes to a state, and while it lasts.
  public func prompt(_ state: MeasuringState) -> String { prompt(named: state.name) }

  /// What is said in a state, by its name in files; empty for a name that no state has.
  public func prompt(named state: String) -> String { phrases[state] ?? "" }
}

extension AnswerGuidance: Definition {
  public static let kind = "answer guidance"

  public static let builtIn = embedded([PackageResources.gesture_yaml])

  /// The built-in guidance.
  public static var standard: AnswerGuidance { builtIn[0] }

  /// The guidance that a file defines; every key is needed.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> AnswerGuidance {
    try root.check(keys: ["schema", "name", "version", "phrases"])
    _ = try root["schema"].choice(["calvaria/answer-guidance/1"])
    let books = try PhraseTable.parse(root["phrases"], keys: MeasuringState.names)
    return AnswerGuidance(
      name: try root["name"].text, version: try root["version"].text,
      phrasebooks: Dictionary(
        uniqueKeysWithValues: books.map { ($0.key, MeasuringPhrases(language: $0.key, phrases: $0.value)) }))
  }
}

/// The usual time between two frames, by the latest of them.
package struct FramePace: Sendable {
  private var last: Double?
  private var intervals: [Double] = []

  /// Over how many frames.
  private static let memory = 15
  /// Times are sums of steps, so a duration may lack so many seconds.
  static let rounding = 1e-6

  /// Before the first frame.
  package init() {}

  /// Takes in the time of a frame, in seconds.
  package mutating func add(_ time: Double) {
    if let last, time > last {
      intervals.append(time - last)
      if intervals.count > Self.memory { intervals.removeFirst() }
    }
    last = time
  }

  /// The median time between two frames, in seconds; 0 before the second.
  var step: Double { intervals.isEmpty ? 0 : RobustStatistics.median(intervals) }

  /// How long something may be missing in frames before it has paused, in seconds: never less than one and a half steps.
  ///
  /// - Parameter least: how long it may be missing in any case.
  package func longestGap(_ least: Double) -> Double { max(least, 1.5 * step) + Self.rounding }
}
