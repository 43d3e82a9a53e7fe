/// Which hand of a frame counts, and what it shows.
enum HandChoice: Sendable, Equatable {
  /// A hand; which one, where that is known, and its score.
  case hand(BodySide?, score: Double)
  /// No hand is there.
  case none
  /// Several are there, none of them alone shows a thumb or is raised above the others, and not exactly one is surely the right
  /// one; or none is surely of the side that is asked.
  case unknownSide
  /// Points of the hand are missing or coincide.
  case unclear

  /// The choice among the hands of a frame: the only one; of several the one that shows a thumb and does not hang; where thumbs
  /// contradict each other or none is shown, the raised one, or the right one where none is.
  ///
  /// - Parameters:
  ///   - isInPicture: whether the hands' places can be compared; in metres each has its own zero.
  ///   - isSwapped: whether labels name the other hand.
  ///   - least: how sure a label must be.
  ///   - clear: what the size of a score exceeds that shows a thumb.
  ///   - only: the side whose hand is asked; nil where either may answer.
  init(
    _ hands: [SeenHand], isInPicture: Bool, isSwapped: Bool, least: Double, clear: Double, only: BodySide? = nil
  ) {
    let all = hands.map { hand -> (hand: SeenHand, side: BodySide?) in
      guard let label = hand.label, hand.labelScore ?? 1 >= least else { return (hand, nil) }
      return (hand, isSwapped ? label.other : label)
    }
    let sided = all.filter { only == nil || $0.side == only }
    guard !sided.isEmpty || !all.contains(where: { $0.side == nil }) else {
      self = .unknownSide
      return
    }
    let hands = sided.map(\.hand)
    let shown = hands.indices.filter { !hands[$0].hangs }.compactMap { index in
      ThumbScore.score(hands[index].points).map { (index: index, score: $0) }
    }
    .filter { abs($0.score) > clear }
    if let clearest = shown.max(by: { abs($0.score) < abs($1.score) }),
      shown.allSatisfy({ $0.score * clearest.score > 0 })
    {
      self = .hand(sided[clearest.index].side, score: clearest.score)
      return
    }
    let counting = Self.raised(hands, isInPicture).map { [sided[$0]] } ?? sided.filter { $0.side == only ?? .right }
    guard let first = counting.first, counting.count == 1 else {
      self = hands.isEmpty ? .none : .unknownSide
      return
    }
    self = ThumbScore.score(first.hand.points).map { .hand(first.side, score: $0) } ?? .unclear
  }

  /// The place of the only hand, or of the only one that does not hang, or that lies above all others; nil where there is none.
  private static func raised(_ hands: [SeenHand], _ isInPicture: Bool) -> Int? {
    let up = hands.indices.filter { !hands[$0].hangs }
    if up.count == 1 { return up[0] }
    guard hands.count > 1, isInPicture else { return hands.count == 1 ? 0 : nil }
    return hands.indices.first { one in hands.indices.allSatisfy { $0 == one || hands[one].isAbove(hands[$0]) } }
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
