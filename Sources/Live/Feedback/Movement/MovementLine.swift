import Diagnostics
internal import Files
public import Platform

/// A line of `feedback.jsonl` about somebody who is guided.
public struct MovementLine: Encodable, Sendable {
  private let time: Double
  private let frame: Int
  private let name, event, cause: String
  private let text, light: String?
  private let figures: [String: Double]

  enum CodingKeys: String, CodingKey {
    case time = "time_s"
    case frame, name, event, cause, text, light, figures
  }

  /// The line of an event.
  ///
  /// - Parameter name: the frame's name in the recording.
  public init(_ event: MovementEvent, name: String, _ book: MovementPhrases) {
    time = rounded(event.time, 6)
    (frame, self.name, self.event, cause) = (event.frame, name, event.name, event.cause)
    text = book.text(for: event)
    if case .end(_, _, let degrees, let light, let count) = event.kind {
      self.light = light.rawValue
      figures = ["degrees": rounded(degrees, 2), "count": Double(count)]
    } else {
      (light, figures) = (nil, [:])
    }
  }

  /// JSON on one line, keys sorted, with the line break.
  public func json() throws -> Data { try JSONText.encode(self, isOneLine: true) }
}
