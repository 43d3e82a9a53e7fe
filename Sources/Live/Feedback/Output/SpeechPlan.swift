/// Which phrase is spoken when: one at a time, each at its event or as soon as the one before has ended.
///
/// What is said too late misleads: a phrase that would begin more than ``patience`` after its event is dropped, and so is
/// one that waits when a newer phrase of its kind comes.
public struct SpeechPlan: Sendable {
  /// A phrase and when it begins, in seconds.
  public struct Utterance: Sendable, Equatable {
    /// The seconds.
    public var start: Double
    /// What is said.
    public var text: String
  }

  /// The longest wait in seconds.
  public static let patience = 2.0

  /// What is said, in order.
  public private(set) var utterances: [Utterance] = []
  private var waiting: [(due: Double, kind: String, text: String)] = []

  /// An empty plan.
  public init() {}

  /// Takes in what an event says.
  public mutating func add(_ event: FeedbackEvent, _ book: Phrasebook) {
    if let text = book.text(for: event) { waiting.append((event.time, event.name, text)) }
  }

  /// Takes in a phrase.
  ///
  /// - Parameters:
  ///   - kind: what it is about: a newer one of its kind makes it outdated.
  ///   - time: when it is to be said, in seconds.
  public mutating func add(_ text: String, kind: String, at time: Double) { waiting.append((time, kind, text)) }

  /// Places every phrase.
  ///
  /// - Parameter duration: how long a phrase takes, in seconds.
  public mutating func place(_ duration: (String) throws -> Double) rethrows {
    var free = 0.0
    for (i, phrase) in waiting.enumerated() {
      let start = max(phrase.due, free)
      let isOutdated = waiting[(i + 1)...].prefix { $0.due <= start }.contains { $0.kind == phrase.kind }
      guard start - phrase.due <= Self.patience, !isOutdated else { continue }
      utterances.append(Utterance(start: start, text: phrase.text))
      free = start + (try duration(phrase.text))
    }
    waiting = []
  }
}
