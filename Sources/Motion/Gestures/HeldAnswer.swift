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
    var begun: Double?
    for (index, told) in feedback.enumerated() {
      guard case .completed(let score) = told.state, let since = told.restingSince else {
        begun = nil
        continue
      }
      if begun != since {
        let first = feedback[...index].lastIndex { $0.time < since - 1e-9 }.map { $0 + 1 } ?? 0
        answers.append(HeldAnswer(score: score, frames: (first..<index).filter { feedback[$0].value != nil }))
        begun = since
      }
      if told.value != nil {
        answers[answers.count - 1].score = score
        answers[answers.count - 1].frames.append(index)
      }
    }
    return answers
  }
}
