import Feedback

/// What is written for the operator: why the phone vibrates while it does, else what was said last for a while, else the
/// prompt of the scan's state.
struct PromptKeeper {
  private var said: (text: String, until: Double)?

  /// How long what was said stays, in seconds.
  static let patience = 3.0

  /// The text at a frame.
  mutating func text(_ feedback: FrameFeedback, _ book: Phrasebook) -> String {
    for event in feedback.events {
      if let text = book.text(for: event) { said = (text, feedback.time + Self.patience) }
    }
    if let hint = feedback.hint { return book.text(for: hint) }
    if let said, feedback.time < said.until { return said.text }
    return book.prompt(feedback.guidance)
  }
}
