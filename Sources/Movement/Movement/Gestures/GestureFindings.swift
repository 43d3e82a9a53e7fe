internal import Diagnostics
internal import Feedback

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
