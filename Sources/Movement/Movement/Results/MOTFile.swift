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
