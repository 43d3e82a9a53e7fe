import Diagnostics
import Feedback

extension Phrasebook {
  /// An event as a line for the terminal, its time first; nil for one that is not spoken of.
  func line(for event: FeedbackEvent) -> String? {
    let text: String? =
      switch event.kind {
      case .vibration(let begins): "(\(self[begins ? .vibrationBegins : .vibrationEnds]))"
      default: text(for: event)
      }
    guard let text else { return nil }
    let time = seconds(event.time, digits: 2)
    return String(repeating: " ", count: max(0, 9 - time.count)) + time + "  " + text
  }
}

extension MovementPhrases {
  /// An event as a line for the terminal, its time first; nil for one that is not spoken of.
  func line(for event: MovementEvent, in language: Language) -> String? {
    text(for: event).map { language.number(event.time, digits: 2) + " s  " + $0 }
  }
}
