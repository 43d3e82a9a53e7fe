import Diagnostics
internal import Files
public import Platform

/// A line of `feedback.jsonl`.
public struct FeedbackLine: Encodable, Sendable {
  private let time: Double
  private let frame: Int
  private let name, event, cause: String
  private let direction, text, light: String?
  private let figures: [String: Double]

  enum CodingKeys: String, CodingKey {
    case time = "time_s"
    case frame, name, event, cause, direction, text, light, figures
  }

  /// The line of an event.
  ///
  /// - Parameter name: the frame's name in the recording.
  public init(_ event: FeedbackEvent, name: String, _ book: Phrasebook) {
    time = rounded(event.time, 6)
    frame = event.frame
    self.name = name
    self.event = event.name
    cause = event.cause
    direction = event.direction?.rawValue
    text = book.text(for: event)
    light = if case .reading(_, _, let light) = event.kind { light.rawValue } else { nil }
    figures = event.figures.mapValues { rounded($0, 4) }.filter(\.value.isFinite)
  }

  /// JSON on one line, keys sorted, with the line break.
  public func json() throws -> Data {
    return try JSONText.encode(self, isOneLine: true)
  }
}
