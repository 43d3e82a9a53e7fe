/// Which hand of a frame counts, and what it shows.
enum HandChoice: Sendable, Equatable {
  /// A hand; which one, where that is known, and its score.
  case hand(BodySide?, score: Double)
  /// No hand is there.
  case none
  /// Several are there, and not exactly one of them is surely the right one.
  case unknownSide
  /// Points of the hand are missing or coincide.
  case unclear

  /// The choice among the hands of a frame: the only one, or of several the right one.
  ///
  /// - Parameters:
  ///   - isSwapped: whether labels name the other hand.
  ///   - least: how sure a label must be.
  init(_ hands: [SeenHand], isSwapped: Bool, least: Double) {
    let sided = hands.map { hand -> (hand: SeenHand, side: BodySide?) in
      guard let label = hand.label, hand.labelScore ?? 1 >= least else { return (hand, nil) }
      return (hand, isSwapped ? label.other : label)
    }
    let counting = sided.count > 1 ? sided.filter { $0.side == .right } : sided
    guard let first = counting.first, counting.count == 1 else {
      self = hands.isEmpty ? .none : .unknownSide
      return
    }
    self = ThumbScore.score(first.hand.points).map { .hand(first.side, score: $0) } ?? .unclear
  }

  /// The score; nil where there is none.
  var score: Double? { if case .hand(_, let score) = self { score } else { nil } }

  /// Which hand it is; nil where that is not known.
  var side: BodySide? { if case .hand(let side, _) = self { side } else { nil } }

  /// A name for files.
  var name: String {
    switch self {
    case .hand: "hand"
    case .none: "no_hand"
    case .unknownSide: "unknown_side"
    case .unclear: "unclear"
    }
  }
}
