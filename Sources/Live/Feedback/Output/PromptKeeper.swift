/// What is written for the operator: why the phone vibrates while it does, otherwise what was said last for a while,
/// otherwise the prompt of the scan's state. What was said goes as soon as it no longer holds.
public struct PromptKeeper: Sendable {
  private var said: (event: FeedbackEvent.Kind, text: String, until: Double)?

  /// How long what was said stays, in seconds.
  public static let patience = 3.0

  /// Nothing said yet.
  public init() {}

  /// The text at a frame.
  public mutating func text(_ feedback: FrameFeedback, _ book: Phrasebook) -> String {
    for event in feedback.events {
      if let text = book.text(for: event) { said = (event.kind, text, feedback.time + Self.patience) }
    }
    if let hint = feedback.hint { return book.text(for: hint) }
    if let said, feedback.time < said.until, holds(said.event, feedback) { return said.text }
    return book.prompt(feedback.guidance)
  }

  /// False for what has ended since it was said; steps, reminders and advice have no end.
  private func holds(_ event: FeedbackEvent.Kind, _ feedback: FrameFeedback) -> Bool {
    switch event {
    case .hint(let hint): feedback.hint == hint
    case .alert(let alert): feedback.alerts.contains(alert)
    case .guidance(let state): feedback.guidance == state
    default: true
    }
  }
}
