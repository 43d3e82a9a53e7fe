public import Platform

/// `angles.csv`: a line a frame, with the angle before and after the filters and why a frame does not count.
public struct AngleCSV: Sendable {
  /// The text.
  public let text: String

  init(_ measured: MeasuredMotion) {
    var lines = ["frame,time_s,angle_deg,filtered_deg,state"]
    let outliers = Set(measured.signal.outliers)
    lines.reserveCapacity(measured.times.count + 1)
    for i in measured.times.indices {
      let state = measured.reasons[i]?.rawValue ?? (outliers.contains(i) ? "outlier" : "valid")
      let counts = measured.reasons[i] == nil
      lines.append(
        [
          Self.quoted(measured.frames[i]), "\(measured.times[i])",
          counts ? Self.number(measured.degrees[i]) : "", Self.number(measured.signal.smooth[i]), state,
        ].joined(separator: ","))
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The text as bytes.
  public var data: Data { Data(text.utf8) }

  /// A number with all its digits; nothing where there is none.
  static func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "" }

  /// A field of RFC 4180. A text that a spreadsheet would take for a formula is no frame's name, and gets a blank.
  static func quoted(_ text: String) -> String {
    let plain = text.filter { !$0.isNewline }
    let safe = plain.first.map { "=+-@".contains($0) } == true ? " " + plain : plain
    return safe.contains { ",\"".contains($0) } ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
  }
}
