public import Diagnostics
internal import Feedback
public import Files
public import Platform

extension OutputKind {
  /// The result of a gesture.
  public static let gesture = OutputKind(
    .phrase("earlier_gesture"), mark: "gesture.json", holding: "\"calvaria/gesture/",
    files: ["gesture.json", "scores.csv"])
}

/// What hands say: the content of `gesture.json`.
public struct GestureResult: Sendable, Equatable, Codable {
  /// The name and version of this form.
  public static let schema = "calvaria/gesture/1"

  public let schema: String
  /// `complete`, or `incomplete` where there is no answer.
  public let status: MotionResult.Status
  /// The answer; `repeat` where there is none, or more than one.
  public let answer: GestureAnswer
  /// Every answer that was held, in order.
  public let held: [Held]
  /// The states, in order, each with when it began.
  public let states: [State]
  /// Where the hands come from.
  public let source: Source
  /// How many frames there are and what they show.
  public let frames: Frames
  /// The rules, with all their thresholds.
  public let rules: GestureRules
  /// What it was made with and from; absent until a program states it.
  public var provenance: MotionProvenance?
  /// Notes, warnings, and why there is no answer.
  public let findings: [Finding]

  /// An answer that was held.
  public struct Held: Sendable, Equatable, Codable {
    /// What it says.
    public let answer: GestureAnswer
    /// The mean of the score since it came to rest, −1 to 1, and its interval of 95 %.
    public let score: Double
    public let ci95: [Double]
    /// The colour of the score.
    public let light: String
    /// Which hand; absent where that is not known, or where both were seen.
    public let hand: BodySide?
    /// From when to when, in seconds of the file.
    public let fromS, toS: Double
    /// The first and the last frame, from 0, and how many had a score.
    public let firstFrame, lastFrame, frames: Int
  }

  /// A state of the measurement.
  public struct State: Sendable, Equatable, Codable {
    /// Its name.
    public let state: String
    /// When it began, in seconds of the file, and in which frame.
    public let timeS: Double
    public let frame: Int
  }

  /// Where the hands come from.
  public struct Source: Sendable, Equatable, Codable {
    /// What the coordinates are, and in how many dimensions.
    public let coordinates: HandSequence.Coordinates
    public let dimensions: Int
    /// How labels of hands were read.
    public let handedness: HandLabels
    /// How many frames the file has, how many a second, and how long it is.
    public let frames: Int
    public let rate: Double?
    public let durationS: Double
  }

  /// What the frames show.
  public struct Frames: Sendable, Equatable, Codable {
    /// How many have a score, no hand, several hands of which none is surely the right one, points that are missing or
    /// coincide.
    public let scored, noHand, unknownSide, unclear: Int
  }

  init(
    _ sequence: HandSequence, _ choices: [HandChoice], _ feedback: [MeasuringFeedback], _ held: [HeldAnswer],
    _ scores: [Double], _ rules: GestureRules, _ labels: HandLabels, _ findings: GestureFindings
  ) {
    let times = sequence.times
    var findings = findings
    let noise = PlateauNoise(held.map { Plateau($0.frames, scores) }, scores)
    self.held = held.map { one in
      let interval = Self.interval(one, noise)
      findings.near(interval)
      let sides = Set(one.frames.map { choices[$0].side })
      return Held(
        answer: one.answer, score: rounded(one.score, 3), ci95: interval,
        light: rules.score.colours.light(one.score).rawValue, hand: sides.count == 1 ? sides.first! : nil,
        fromS: times[one.frames[0]], toS: times[one.frames.last!], firstFrame: one.frames[0],
        lastFrame: one.frames.last!, frames: one.frames.count)
    }
    schema = Self.schema
    status = findings.isWithheld ? .incomplete : .complete
    answer = findings.isWithheld ? .repeat : held.first?.answer ?? .repeat
    states = feedback.filter(\.isNew).map { State(state: $0.state.name, timeS: times[$0.frame], frame: $0.frame) }
    source = Source(
      coordinates: sequence.coordinates, dimensions: sequence.coordinates == .world ? 3 : 2, handedness: labels,
      frames: times.count, rate: SamplingGrid.step(of: times).map { rounded(1 / $0, 3) },
      durationS: rounded((times.last ?? 0) - (times.first ?? 0), 3))
    let count = { (name: String) in choices.count { $0.name == name } }
    frames = Frames(
      scored: count("hand"), noHand: count("no_hand"), unknownSide: count("unknown_side"), unclear: count("unclear"))
    self.rules = rules
    self.findings = findings.all
  }

  /// The interval of a mean score by the noise of the frames, neighbours' likeness included; no score lies beyond ±1.
  private static func interval(_ held: HeldAnswer, _ noise: PlateauNoise) -> [Double] {
    let mean = Uncertain(
      value: held.score, variance: noise.variance(ofMeanOf: held.frames.count), freedom: noise.freedom, systematic: 0)
    return [mean.interval.low, mean.interval.high].map { rounded(min(1, max(-1, $0)), 3) }
  }

  /// The bytes of `gesture.json`: keys in snake case and sorted, a line break at the end.
  public func json() throws -> Data { try machineJSON() }
}

extension GestureResult {
  /// The result in a few lines.
  public func table(_ language: Language) -> String {
    var lines = [language("gesture.heading", ["answer": .term(answer.rawValue, of: "answer")])]
    lines += held.map { one in
      var values: [String: FindingValue] = [
        "answer": .term(one.answer.rawValue, of: "answer"), "score": .number(one.score, decimals: 2),
        "low": .number(one.ci95[0], decimals: 2), "high": .number(one.ci95[1], decimals: 2),
        "from_s": .number(one.fromS, decimals: 1, unit: "s"), "to_s": .number(one.toS, decimals: 1, unit: "s"),
        "light": .term(one.light, of: "light"),
        "sign": .text(TrafficLight(rawValue: one.light)?.sign ?? ""),
      ]
      if let hand = one.hand { values["side"] = .term(hand.rawValue, of: "hand") }
      return "  " + language("gesture.held", values)
    }
    lines.append(
      "  " + language("gesture.frames", ["valid": .count(frames.scored), "all": .count(source.frames)]))
    lines += findings.filter { $0.severity == .withheld }.map { "  " + $0.text(language) }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension MeasuredGesture {
  /// `scores.csv`: a line a frame, with the hand, its score, colour and the state.
  public var csv: CSVTable {
    var table = CSVTable(
      header: ["frame", "time_s", "hands", "side", "score", "light", "state"], form: .commas(.lineFeed))
    for (i, told) in feedback.enumerated() {
      table.add([
        .integer(i), .exact(times[i]), .text(choices[i].name), .text(choices[i].side?.rawValue ?? ""),
        .exact(choices[i].score), .text(told.light?.rawValue ?? ""), .text(told.state.name),
      ])
    }
    return table
  }

  /// The files of an output.
  public func files() throws -> [(name: String, content: Data)] {
    [("gesture.json", try result.json()), ("scores.csv", csv.data)]
  }
}

/// What is noted, warned of or withheld of an answer, in the order in which it is found.
struct GestureFindings {
  private(set) var all: [Finding] = []
  private let rules: GestureRules

  init(_ rules: GestureRules) { self.rules = rules }

  /// Whether there is no answer.
  var isWithheld: Bool { all.contains { $0.severity == .withheld } }

  /// Why there is no answer.
  mutating func answers(_ held: [HeldAnswer], _ feedback: [MeasuringFeedback], _ choices: [HandChoice]) {
    let threshold = rules.score.threshold ?? 0
    if Set(held.map(\.answer)).count > 1 {
      all.append(
        Finding(
          .gestureAnswersDiffer,
          ["yes": .count(held.count { $0.answer == .yes }), "no": .count(held.count { $0.answer == .no })]))
    } else if held.isEmpty {
      let largest = feedback.compactMap { $0.value.map(abs) }.max()
      if let largest, largest > threshold {
        all.append(
          Finding(.gestureNotHeld, ["duration_s": .number(rules.score.seconds, decimals: 1, unit: "s")]))
      } else if let largest {
        all.append(
          Finding(
            .gestureNoThumb,
            ["largest": .number(largest, decimals: 2), "threshold": .number(threshold, decimals: 2)]))
      } else if choices.contains(where: { $0 != .none }) {
        all.append(Finding(.gestureUnclear, ["count": .count(choices.count { $0 != .none })]))
      } else {
        all.append(Finding(.gestureNoHand, ["count": .count(choices.count)]))
      }
    }
  }

  /// What was assumed of the side.
  mutating func sides(_ showsTwo: Bool, _ labels: HandLabels?) {
    if showsTwo, labels == nil { all.append(Finding(.gestureSideAssumed)) }
  }

  /// How many frames had a hand and no score.
  mutating func frames(_ choices: [HandChoice]) {
    let count = choices.count { $0 == .unknownSide || $0 == .unclear }
    if count > 0 {
      all.append(
        Finding(
          .gestureFramesLeftOut,
          [
            "count": .count(count), "all": .count(choices.count),
            "sides": .count(choices.count { $0 == .unknownSide }), "unclear": .count(choices.count { $0 == .unclear }),
          ]))
    }
  }

  /// Warns of an answer whose interval holds the threshold.
  mutating func near(_ interval: [Double]) {
    let threshold = rules.score.threshold ?? 0
    let sizes = interval.map(abs)
    guard interval[0] * interval[1] <= 0 || sizes.min()! <= threshold else { return }
    all.append(Finding(.gestureNearThreshold, ["threshold": .number(threshold, decimals: 2)]))
  }
}
