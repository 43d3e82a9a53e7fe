internal import Diagnostics
public import Feedback
internal import Geometry

/// Reads an answer from hands: which hand counts, its score, what was held, in the order of the frames as a live program
/// would.
public struct GestureMeasurement: Sendable {
  /// By which thresholds.
  public let rules: GestureRules
  /// What the labels of hands mean; nil where that was not said: then they are taken for the subject's own hands, which
  /// holds for MediaPipe's older solutions and a picture that was mirrored as a selfie is.
  public let labels: HandLabels?
  /// The side whose hand is asked; nil where either may answer.
  public let side: BodySide?

  /// A measurement by rules.
  public init(rules: GestureRules = .standard, labels: HandLabels? = nil, side: BodySide? = nil) {
    (self.rules, self.labels, self.side) = (rules, labels, side)
  }

  /// What a sequence of hands says.
  public func measure(_ sequence: HandSequence) -> MeasuredGesture {
    let choices = sequence.hands.map {
      HandChoice(
        $0, isInPicture: sequence.coordinates != .world, isSwapped: labels == .swapped, least: rules.leastHandedness,
        clear: rules.score.threshold ?? 1, only: side)
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
    findings.sides(sequence.showsTwo || side != nil, labels)
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

/// What a thumb says.
public enum GestureAnswer: String, Sendable, Codable, CaseIterable {
  /// Thumbs up.
  case yes
  /// Thumbs down.
  case no
  /// No answer, or more than one: to be asked again.
  case `repeat`
}

/// A stretch over which the score was held, with the frames that had one.
struct HeldAnswer: Sendable, Equatable {
  /// The mean since it came to rest, −1 to 1.
  var score: Double
  /// The frames in which it was read, in order.
  var frames: [Int]

  var answer: GestureAnswer { score > 0 ? .yes : .no }

  /// The answers of a sequence of feedback, in order.
  static func all(_ feedback: [MeasuringFeedback]) -> [HeldAnswer] {
    var answers: [HeldAnswer] = []
    var (begun, next): (Double?, Int) = (nil, 0)
    for (index, told) in feedback.enumerated() {
      // The mean may fall below the threshold and rise again within one rest, which is one answer.
      guard case .completed(let score) = told.state, let since = told.restingSince else { continue }
      if begun != since {
        next = feedback[...index].lastIndex { $0.time < since - 1e-9 }.map { $0 + 1 } ?? 0
        answers.append(HeldAnswer(score: score, frames: []))
        begun = since
      }
      answers[answers.count - 1].score = score
      answers[answers.count - 1].frames += (next...index).filter { feedback[$0].value != nil }
      next = index + 1
    }
    return answers
  }
}

/// How clearly a hand shows thumbs up or down: a number from −1 (down) through 0 (neither) to 1 (up).
///
/// Our own definition. With the thumb's direction t from its knuckle to its tip, the direction u up in the picture, the row
/// of knuckles k from the little finger to the index finger, and for each finger the direction m from the wrist to its
/// knuckle and the direction d from its middle joint to its tip:
///
///     score = cos ∠(t, u) · max(0, cos ∠(t, k)) · min over fingers of (1 − cos ∠(m, d)) / 2
///
/// The first factor tells up from down. The second is 1 for a thumb that stands off the fist along the row of knuckles and
/// 0 for one that lies beside or across the fingers. The third is 0 where a finger is straight and 1 where it is folded
/// back, and the least folded finger counts. It depends neither on the size of the hand nor on its place, side or distance,
/// and mirroring the picture does not change it.
enum ThumbScore {
  /// Directions between points nearer to each other than this share of the palm say nothing.
  private static let least = 0.05

  /// The score of 21 points; nil where a point is missing or two that give a direction coincide.
  static func score(_ points: [Vector3]) -> Double? {
    guard points.count == HandPoint.count else { return nil }
    let palm = (points[HandPoint.middleKnuckle] - points[HandPoint.wrist]).length
    guard palm.isFinite, palm > 0 else { return nil }
    let direction = { (from: Int, to: Int) -> Vector3? in
      let way = points[to] - points[from]
      return way.length > least * palm && way.length.isFinite ? way.normalized : nil
    }
    guard let thumb = direction(HandPoint.thumbKnuckle, HandPoint.thumbTip),
      let row = direction(HandPoint.littleKnuckle, HandPoint.indexKnuckle)
    else { return nil }
    var fold = 1.0
    for (knuckle, joint, tip) in HandPoint.fingers {
      guard let ahead = direction(HandPoint.wrist, knuckle), let end = direction(joint, tip) else { return nil }
      fold = min(fold, (1 - ahead.dot(end)) / 2)
    }
    return thumb.dot(up) * max(0, thumb.dot(row)) * fold
  }

  /// Up in a picture, and in MediaPipe's world.
  private static let up = Vector3(0, -1, 0)
}
