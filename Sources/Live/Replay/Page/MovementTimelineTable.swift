public import Feedback
internal import Reports

/// The content of `timeline.csv` of somebody who was guided: a row a frame, empty fields where nothing is known.
public enum MovementTimelineTable {
  private static let columns =
    ["frame", "name", "time_s", "state", "instruction", "movement", "angle_deg", "light"]
    + GuidedSide.allCases.map(\.rawValue) + ["reference"]

  /// The first line, with its end.
  public static let header = CSVTable(header: columns).text

  /// The line of a frame, with its end.
  ///
  /// - Parameters:
  ///   - name: the frame's name in the recording.
  ///   - reference: what its angle is measured against; nil where it has none.
  public static func line(
    _ feedback: MovementFeedback, name: String, reference: MovementSummary.Reference?
  ) -> String {
    let reading: [CSVTable.Field] = [
      .integer(feedback.frame), .text(name), .number(feedback.time, decimals: 6), .text(feedback.state.name),
      .text(feedback.instruction?.name ?? ""), .text(feedback.movement.rawValue),
      .number(feedback.degrees, decimals: 3), .text(feedback.light?.rawValue ?? ""),
    ]
    let counts = GuidedSide.allCases.map { side in feedback.counts[side].map(CSVTable.Field.integer) ?? .text("") }
    return CSVTable.line(reading + counts + [.text(reference?.rawValue ?? "")])
  }
}
