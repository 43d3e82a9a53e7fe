/// A line of `timeline.csv`: one frame.
public enum TimelineRow {
  /// The names of the columns.
  public static let header =
    "frame,name,time_s,guidance,vibrating,hint,direction,overlap,shared,markers_share,distance_m,invalid_share,blur_px"

  /// The line of a frame; what is not known is empty.
  public static func text(_ feedback: FrameFeedback, name: String) -> String {
    let direction = if case .move(let direction)? = feedback.hint { direction.rawValue } else { "" }
    let fields: [String] = [
      "\(feedback.frame)", name, "\(rounded(feedback.time, 6))", feedback.guidance.name,
      feedback.isVibrating ? "1" : "0", feedback.hint?.name ?? "", direction, number(feedback.overlap.share),
      "\(feedback.overlap.shared)", number(feedback.progress), number(feedback.distance), number(feedback.invalidShare),
      number(feedback.blur),
    ]
    return fields.joined(separator: ",")
  }

  private static func number(_ value: Double?) -> String { value.map { "\(rounded($0, 4))" } ?? "" }
}
