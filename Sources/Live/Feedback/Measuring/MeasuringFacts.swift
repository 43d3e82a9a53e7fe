/// What a frame shows of a guided measurement.
public struct MeasuringFacts: Sendable, Equatable {
  /// The frame's index, and its time in seconds.
  public var frame: Int, time: Double
  /// Whether somebody who can be measured is there.
  public var isSeen: Bool
  /// The reading, in its unit; nil, or not finite, where there is none.
  public var value: Double?

  /// Facts from their parts.
  public init(frame: Int, time: Double, isSeen: Bool, value: Double?) {
    (self.frame, self.time, self.isSeen, self.value) = (frame, time, isSeen, value)
  }
}

/// What is told of a guided measurement in a frame.
public struct MeasuringFeedback: Sendable, Equatable {
  /// The frame's index, and its time in seconds.
  public var frame: Int, time: Double
  /// Where the measurement stands.
  public var state: MeasuringState
  /// Whether it came to this state in this frame.
  public var isNew: Bool
  /// The reading of this frame, and its colour; nil where there is none.
  public var value: Double?, light: TrafficLight?
  /// Since when the reading rests, in seconds; nil where it does not.
  public var restingSince: Double?
}
