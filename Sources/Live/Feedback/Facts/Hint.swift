/// Why the position is not good, and what to do about it.
public enum Hint: Sendable, Equatable {
  /// The camera sees neither markers nor depth.
  case covered
  /// The image is blurred or turns too fast.
  case tooFast
  /// Too many of the markers have no valid depth.
  case tooClose
  /// Too many of the markers are too far away.
  case tooFar
  /// Markers that were lost, or what is still missing, lie that way.
  case move(MoveDirection)
  /// Nothing tells where the head is.
  case lost

  /// A name for files and phrases.
  public var name: String {
    switch self {
    case .covered: "covered"
    case .tooFast: "too_fast"
    case .tooClose: "too_close"
    case .tooFar: "too_far"
    case .move: "move"
    case .lost: "lost"
    }
  }

  /// The names of all hints.
  static let names = ["covered", "too_fast", "too_close", "too_far", "move", "lost"]
}
