/// Something that the operator is told, or that changes what is told.
public struct FeedbackEvent: Sendable, Equatable {
  /// What happens.
  public enum Kind: Sendable, Equatable {
    /// The scan comes to another state.
    case guidance(Guidance)
    /// The phone begins or stops to vibrate.
    case vibration(Bool)
    /// Why it vibrates is told, and that this is over.
    case hint(Hint), hintOver(Hint)
    /// So many per cent of the cap's markers have been seen.
    case progress(percent: Int)
    /// A part of the head is done.
    case partDone(HeadPart)
    /// The operator is reminded of a part.
    case reminder(HeadPart)
    /// The operator is told what to scan next, and which way.
    case next(HeadPart, MoveDirection?)
    /// Something about the device begins to spoil the scan, or no longer does.
    case alert(Alert), alertOver(Alert)
    /// A reading has settled.
    case reading(Reading, Double, TrafficLight)
  }

  /// When, in seconds since the scan began, and in which frame.
  public let time: Double, frame: Int
  /// What happens.
  public let kind: Kind
  /// The numbers that led to it, by name.
  public let figures: [String: Double]

  /// A name for files.
  public var name: String {
    switch kind {
    case .guidance: "guidance"
    case .vibration(true): "vibration_on"
    case .vibration(false): "vibration_off"
    case .hint: "hint"
    case .hintOver: "hint_over"
    case .progress: "progress"
    case .partDone: "part_done"
    case .reminder: "reminder"
    case .next: "next"
    case .alert: "alert"
    case .alertOver: "alert_over"
    case .reading: "reading"
    }
  }

  /// Its cause, or what it is about.
  public var cause: String {
    switch kind {
    case .guidance(let guidance): guidance.name
    case .vibration: "overlap"
    case .hint(let hint), .hintOver(let hint): hint.name
    case .progress: "markers"
    case .partDone(let part), .reminder(let part), .next(let part, _): part.rawValue
    case .alert(let alert), .alertOver(let alert): alert.rawValue
    case .reading(let reading, _, _): reading.rawValue
    }
  }

  /// The way to move, where it gives one.
  public var direction: MoveDirection? {
    switch kind {
    case .hint(.move(let direction)): direction
    case .next(_, let direction): direction
    default: nil
    }
  }
}
