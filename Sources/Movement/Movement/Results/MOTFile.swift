public import Platform

/// A table of angles as a MOT file, which OpenSim reads.
public struct MOTFile: Sendable {
  /// The text.
  public let text: String

  /// The file of a table, number by number as they are.
  public init(_ table: AngleTable) {
    var lines = [
      table.name.isEmpty ? "Coordinates" : table.name, "version=1", "nRows=\(table.times.count)",
      "nColumns=\(table.columns.count + 1)", "inDegrees=\(table.isInDegrees ? "yes" : "no")",
    ]
    // OpenSim's own angles are taken against the pelvis; it passes over keys that it does not know.
    if let reference = table.reference { lines.append("hipReference=\(reference.rawValue)") }
    lines += [
      "endheader", (["time"] + table.columns.map(\.name)).joined(separator: "\t"),
    ]
    lines.reserveCapacity(lines.count + table.times.count)
    for (row, time) in table.times.enumerated() {
      let values = table.columns.map { $0.values[row].isFinite ? "\($0.values[row])" : "nan" }
      lines.append((["\(time)"] + values).joined(separator: "\t"))
    }
    text = lines.joined(separator: "\n") + "\n"
  }

  /// The text as bytes.
  public var data: Data { Data(text.utf8) }
}

extension AngleTable {
  /// The measured angle as OpenSim's coordinate: frames that don't count are left out, since its tools read every number.
  init(_ measured: MeasuredMotion) {
    let rows = measured.signal.frames
    let letter = measured.task.side == .left ? "l" : "r"
    let (name, sign): (String, Double) =
      switch (measured.task.joint, measured.task.movement) {
      case (.knee, _): ("knee_angle_\(letter)", 1)
      case (.hip, .flexion): ("hip_flexion_\(letter)", 1)
      case (.hip, _): ("hip_adduction_\(letter)", -1)
      case (.neck, _): preconditionFailure("a neck is no task of landmarks")
      }
    self.init(
      name: "Coordinates", isInDegrees: true, times: rows.map { measured.times[$0] },
      columns: [.init(name: name, values: rows.map { sign * measured.signal.smooth[$0] })],
      reference: measured.result.reference)
  }
}

/// The columns of a MOT file: joint angles that another program has computed.
public struct AngleTable: Sendable, Equatable {
  /// What the file calls itself.
  public var name: String
  /// True where rotations are in degrees, false for radians.
  public var isInDegrees: Bool
  /// When each row was taken, in seconds; ascending.
  public var times: [Double]
  /// The columns behind the time, in the file's order.
  public var columns: [Column]
  /// What its hip angles are taken against, where the file says so.
  public var reference: MotionReference?

  /// How many rows behind the last one have lost their times and are left out.
  public var untimed = 0

  /// A coordinate over time; NaN where it is missing.
  public struct Column: Sendable, Equatable {
    /// Its name, such as `knee_angle_r`.
    public var name: String
    /// Its values, one a row, in the file's unit.
    public var values: [Double]

    /// What it is the value of, in small letters: OpenSim 4 names states by their path, `/jointset/knee_r/knee_angle_r/value`.
    var coordinate: String {
      let parts = name.lowercased().split(separator: "/")
      return parts.count > 1 && parts.last == "value" ? String(parts[parts.count - 2]) : name.lowercased()
    }

    /// A column from its parts.
    public init(name: String, values: [Double]) { (self.name, self.values) = (name, values) }
  }

  /// A table from its parts; each column is as long as the times.
  public init(name: String, isInDegrees: Bool, times: [Double], columns: [Column], reference: MotionReference? = nil) {
    self.reference = reference
    (self.name, self.isInDegrees, self.times, self.columns) = (name, isInDegrees, times, columns)
  }
}
