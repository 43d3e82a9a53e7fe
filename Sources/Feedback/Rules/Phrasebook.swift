/// What is said, in one language.
public struct Phrasebook: Sendable, Equatable {
  /// The language's code, as espeak-ng knows it.
  public let language: String
  let phrases: [String: String]

  /// The names of all phrases.
  static let keys: [String] =
    Guidance.names + Hint.names.map { "hint_" + $0 } + Alert.allCases.map { "alert_" + $0.rawValue }
    + ["progress", "reminder", "next", "next_here"] + HeadPart.allCases.map { "part_" + $0.rawValue }
    + MoveDirection.allCases.map { "direction_" + $0.rawValue }

  /// What may stand in braces in a phrase.
  static func placeholders(of key: String) -> [String] {
    switch key {
    case "hint_move": ["direction"]
    case "progress": ["percent"]
    case "reminder", "next_here": ["part"]
    case "next": ["part", "direction"]
    default: []
    }
  }

  /// What is said about an event; nil for one that is not spoken of.
  public func text(for event: FeedbackEvent) -> String? {
    switch event.kind {
    case .guidance(let guidance): phrase(guidance.name)
    case .hint(.move(let direction)): phrase("hint_move", ["direction": word(direction)])
    case .hint(let hint): phrase("hint_" + hint.name)
    case .progress(let percent): phrase("progress", ["percent": "\(percent)"])
    case .reminder(let part): phrase("reminder", ["part": word(part)])
    case .next(let part, let direction?): phrase("next", ["part": word(part), "direction": word(direction)])
    case .next(let part, nil): phrase("next_here", ["part": word(part)])
    case .alert(let alert): phrase("alert_" + alert.rawValue)
    case .vibration, .hintOver, .partDone, .alertOver, .reading: nil
    }
  }

  /// The prompt of a state.
  public func prompt(_ guidance: Guidance) -> String { phrase(guidance.name) }

  /// The word for a part of the head.
  public func word(_ part: HeadPart) -> String { phrase("part_" + part.rawValue) }

  /// The words for a direction.
  public func word(_ direction: MoveDirection) -> String { phrase("direction_" + direction.rawValue) }

  private func phrase(_ key: String, _ values: [String: String] = [:]) -> String {
    values.reduce(phrases[key] ?? "") { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}
