import Diagnostics
internal import Files
public import Platform

/// The vibration of a scan as a pattern of Apple's Core Haptics (AHAP, version 1.0).
public struct HapticPattern: Sendable, Equatable {
  /// When it vibrates, in order.
  public private(set) var stretches: [FeedbackTimeline.Stretch] = []
  private var since: Double?
  private var end = 0.0

  /// Core Haptics plays no continuous event for longer, in seconds; a longer vibration is several without a gap.
  static let longestEvent = 30.0

  /// A pattern without vibration.
  public init() {}

  /// Takes in the next frame.
  public mutating func add(_ feedback: FrameFeedback) {
    end = feedback.time
    if feedback.isVibrating {
      since = since ?? feedback.time
    } else {
      finish()
    }
  }

  /// Ends a vibration that lasts to the last frame.
  public mutating func finish() {
    if let since { stretches.append(.init(start: since, end: end)) }
    since = nil
  }

  /// The content of an `.ahap` file.
  public func ahap() throws -> Data {
    let events = stretches.flatMap { stretch in
      stride(from: stretch.start, to: stretch.end, by: Self.longestEvent).map { start in
        Entry(event: Event(time: start, duration: min(Self.longestEvent, stretch.end - start)))
      }
    }
    return try JSONText.encode(Pattern(pattern: events))
  }

  private struct Pattern: Encodable {
    let version = 1.0
    let pattern: [Entry]

    enum CodingKeys: String, CodingKey {
      case version = "Version"
      case pattern = "Pattern"
    }
  }

  private struct Entry: Encodable {
    let event: Event

    enum CodingKeys: String, CodingKey { case event = "Event" }
  }

  private struct Event: Encodable {
    let time, duration: Double
    let type = "HapticContinuous"
    let parameters = [
      Parameter(name: "HapticIntensity", value: 1), Parameter(name: "HapticSharpness", value: 0.5),
    ]

    init(time: Double, duration: Double) { (self.time, self.duration) = (rounded(time, 4), rounded(duration, 4)) }

    enum CodingKeys: String, CodingKey {
      case time = "Time"
      case duration = "EventDuration"
      case type = "EventType"
      case parameters = "EventParameters"
    }
  }

  private struct Parameter: Encodable {
    let name: String
    let value: Double

    enum CodingKeys: String, CodingKey {
      case name = "ParameterID"
      case value = "ParameterValue"
    }
  }
}
