public import Feedback
internal import Reports

/// The content of `timeline.csv`: a row a frame, empty fields where nothing is known.
public enum TimelineTable {
  private static let columns = [
    "frame", "name", "time_s", "guidance", "vibrating", "hint", "direction", "overlap", "shared", "markers_share",
    "distance_m", "invalid_share", "blur_px",
  ]

  /// The first line, with its end.
  public static let header = CSVTable(header: columns).text

  /// The line of a frame, with its end.
  ///
  /// - Parameter name: the frame's name in the recording.
  public static func line(_ feedback: FrameFeedback, name: String) -> String {
    let direction = if case .move(let direction)? = feedback.hint { direction.rawValue } else { "" }
    return CSVTable.line([
      .integer(feedback.frame), .text(name), .number(feedback.time, decimals: 6), .text(feedback.guidance.name),
      .flag(feedback.isVibrating), .text(feedback.hint?.name ?? ""), .text(direction),
      .number(feedback.overlap.share, decimals: 4), .integer(feedback.overlap.shared),
      .number(feedback.progress, decimals: 4), .number(feedback.distance, decimals: 4),
      .number(feedback.invalidShare, decimals: 4), .number(feedback.blur, decimals: 4),
    ])
  }
}
