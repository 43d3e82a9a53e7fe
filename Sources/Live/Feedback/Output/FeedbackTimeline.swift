/// A whole scan's feedback as curves and stretches, to be drawn; some hundred bytes a frame.
public struct FeedbackTimeline: Sendable, Equatable {
  /// A time from the first frame that belongs to it to the first that does not, in seconds.
  public struct Stretch: Sendable, Equatable {
    /// The seconds.
    public var start, end: Double
    /// How long it lasts, in seconds.
    public var duration: Double { end - start }

    /// A stretch from its ends.
    public init(start: Double, end: Double) { (self.start, self.end) = (start, end) }
  }

  /// Every frame, without its events.
  public private(set) var frames: [FrameFeedback] = []
  /// Every event, in order.
  public private(set) var events: [FeedbackEvent] = []

  /// A timeline without frames.
  public init() {}

  /// Takes in the next frame.
  public mutating func add(_ feedback: FrameFeedback) {
    events += feedback.events
    frames.append(feedback)
    frames[frames.count - 1].events = []
  }

  /// When the phone vibrated.
  public var vibration: [Stretch] { stretches { $0.isVibrating } }

  /// When a hint held, by its name.
  public func stretches(of hint: String) -> [Stretch] { stretches { $0.hint?.name == hint } }

  /// When something was so; a stretch that lasts to the end ends with the last frame.
  public func stretches(where isSo: (FrameFeedback) -> Bool) -> [Stretch] {
    var found: [Stretch] = []
    var start: Double?
    for frame in frames {
      if isSo(frame) {
        start = start ?? frame.time
      } else if let begun = start {
        found.append(Stretch(start: begun, end: frame.time))
        start = nil
      }
    }
    if let start, let last = frames.last { found.append(Stretch(start: start, end: last.time)) }
    return found
  }
}
