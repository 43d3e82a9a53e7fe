internal import Feedback

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
