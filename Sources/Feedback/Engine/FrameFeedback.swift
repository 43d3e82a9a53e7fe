/// What the operator is told in a frame: everything that a screen, a motor and a voice need.
public struct FrameFeedback: Sendable, Equatable {
  /// The frame's index and time in seconds since the scan began.
  public var frame: Int, time: Double
  /// The state of the scan, whose phrase is the prompt.
  public var guidance: Guidance
  /// How well the frame is linked to the scan; whether that suffices; this alone is not yet a change of vibration.
  public var overlap: Overlap
  /// Whether the phone vibrates.
  public var isVibrating: Bool
  /// Why, as told last.
  public var hint: Hint?
  /// The share of the cap's markers seen so far and the bar's colour; nil where the cap is not known.
  public var progress: Double?, light: TrafficLight?
  /// What is wrong with the device.
  public var alerts: Set<Alert>
  /// The median distance of the markers in metres, the share of markers without valid depth, and the blur in pixels.
  public var distance: Double?, invalidShare: Double?, blur: Double?
  /// What happened, in order.
  public var events: [FeedbackEvent]
}
