/// Decides when a hint is told: at once when its cause has stayed the same, again while it lasts, and not so often that
/// directions chatter.
struct HintTeller: Sendable {
  private let rules: FeedbackRules
  private var causes = Streak<String?>()
  private var hints = Streak<Hint?>()
  /// What has been told and still holds.
  private(set) var current: Hint?
  private var toldAt = -Double.infinity

  init(_ rules: FeedbackRules) { self.rules = rules }

  /// Takes in the cause of a frame, nil for a good one.
  mutating func step(_ cause: Hint?, isVibrating: Bool, at time: Double) -> [FeedbackEvent.Kind] {
    let needed = Int(rules.position.framesInARow)
    let isLasting = causes.add(cause?.name) >= needed
    let isSteady = hints.add(cause) >= needed
    guard isVibrating else {
      defer { current = nil }
      return current.map { [.hintOver($0)] } ?? []
    }
    guard let cause, isLasting else { return [] }
    let since = time - toldAt
    let isDue =
      current?.name != cause.name || since >= rules.hints.repeatSeconds
      || (isSteady && current != cause && since >= rules.hints.pauseSeconds)
    guard isDue else { return [] }
    (current, toldAt) = (cause, time)
    return [.hint(cause)]
  }
}
