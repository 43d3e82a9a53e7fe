internal import Diagnostics
public import Feedback

/// Reads an answer from hands: which hand counts, its score, what was held, in the order of the frames as a live program
/// would.
public struct GestureMeasurement: Sendable {
  /// By which thresholds.
  public let rules: GestureRules
  /// What the labels of hands mean; nil where that was not said: then they are taken for the subject's own hands, which
  /// holds for MediaPipe's older solutions and a picture that was mirrored as a selfie is.
  public let labels: HandLabels?

  /// A measurement by rules.
  public init(rules: GestureRules = .standard, labels: HandLabels? = nil) {
    (self.rules, self.labels) = (rules, labels)
  }

  /// What a sequence of hands says.
  public func measure(_ sequence: HandSequence) -> MeasuredGesture {
    let choices = sequence.hands.map {
      HandChoice(
        $0, isInPicture: sequence.coordinates != .world, isSwapped: labels == .swapped, least: rules.leastHandedness,
        clear: rules.score.threshold ?? 1)
    }
    var engine = MeasuringEngine(rules.score)
    let start = sequence.times.first ?? 0
    let feedback = choices.indices.map { i in
      engine.step(
        MeasuringFacts(
          frame: i, time: sequence.times[i] - start, isSeen: choices[i] != .none, value: choices[i].score))
    }
    let held = HeldAnswer.all(feedback)
    var findings = GestureFindings(rules)
    findings.answers(held, feedback, choices)
    findings.sides(sequence.showsTwo, labels)
    findings.frames(choices)
    let scores = choices.map { $0.score ?? .nan }
    let result = GestureResult(sequence, choices, feedback, held, scores, rules, labels ?? .own, findings)
    return MeasuredGesture(times: sequence.times, choices: choices, feedback: feedback, result: result)
  }
}

/// What a label such as `Right` means.
public enum HandLabels: String, Sendable, Codable, CaseIterable {
  /// The subject's own right hand.
  case own
  /// The subject's left hand: the picture was not mirrored, as the labels assume it.
  case swapped
}

/// What was read of hands, frame by frame.
public struct MeasuredGesture: Sendable {
  /// When each frame was taken, in seconds.
  public let times: [Double]
  let choices: [HandChoice]
  /// What is told in each frame; times count from the first.
  public let feedback: [MeasuringFeedback]
  /// The result.
  public private(set) var result: GestureResult

  init(times: [Double], choices: [HandChoice], feedback: [MeasuringFeedback], result: GestureResult) {
    (self.times, self.choices, self.feedback, self.result) = (times, choices, feedback, result)
  }

  /// States what the result was made with and from.
  public mutating func state(_ provenance: MotionProvenance) { result.provenance = provenance }
}
