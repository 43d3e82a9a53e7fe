internal import Diagnostics

/// MOT (and STO), the tables of OpenSim's coordinates, as inverse kinematics, OpenCap and Sports2D write them.
struct MOTReader {
  let path: String

  /// The longest header, in lines.
  private static let longestHeader = 200
  private static let answers = ["yes": true, "true": true, "1": true, "no": false, "false": false, "0": false]

  /// The table that a text holds.
  func table(_ bytes: [UInt8]) throws(MotionError) -> AngleTable {
    var text = TableText(bytes)
    let header = try header(&text)
    guard let isInDegrees = Self.answers[header.values["indegrees"] ?? ""] else {
      throw .malformed(
        path: path, place: .text("`inDegrees`"), expected: .phrase("motion_in_degrees"),
        found: header.values["indegrees"].map { .quoted($0) } ?? .phrase("none"))
    }
    // Some leave a line empty behind endheader.
    var labels = text.nextLine()
    while let line = labels, !line.contains(where: { $0 > 32 }) { labels = text.nextLine() }
    guard let labels else { throw fault(text, .phrase("motion_header"), .phrase("end_of_file")) }
    // Names may hold blanks (Sports2D's `right knee`), so tabs part them where there are any, or commas or semicolons.
    let mark = "\t;,".utf8.first(where: labels.contains)
    let fields = { line in mark.map { TableText.fields(line, between: $0) } ?? TableText.words(line) }
    let labelled = fields(labels).map(TableText.trimmed)
    // A spreadsheet leaves marks behind the last name.
    let names = labelled[..<(labelled.lastIndex { !$0.isEmpty } ?? 0).advanced(by: 1)]
    guard names.first?.lowercased() == "time", names.count > 1, names.count <= MotionLimits.columns,
      names.allSatisfy({ $0.utf8.count <= MotionLimits.nameBytes })
    else { throw fault(text, .phrase("motion_columns"), .quoted(names.first ?? "")) }
    var table = AngleTable(
      name: header.name, isInDegrees: isInDegrees, times: [],
      columns: names.dropFirst().map { .init(name: $0, values: []) },
      reference: header.values["hipreference"].flatMap(MotionReference.init))
    var lost = LostTimes()
    while let line = text.nextLine() {
      if !line.contains(where: { $0 > 32 }) { continue }
      guard table.times.count < MotionLimits.frames else {
        throw fault(text, .phrase("number_at_most", ["limit": .count(MotionLimits.frames)]), .phrase("more"))
      }
      let fields = fields(line)
      guard fields.count >= names.count else {
        throw fault(text, .phrase("list_of_numbers", ["count": .count(names.count)]), .count(fields.count))
      }
      if lost.accepts(TableText.number(fields[0])) { try add(fields, to: &table, text) }
    }
    try lost.check(path: path, place: .line(text.line))
    table.untimed = lost.atEnd
    if let rows = header.values["nrows"].flatMap({ Int($0) }), rows > table.times.count + lost.count {
      throw fault(text, .phrase("motion_rows", ["count": .count(rows)]), .count(table.times.count))
    }
    return table
  }

  private func add(
    _ fields: [ArraySlice<UInt8>], to table: inout AngleTable, _ text: TableText
  ) throws(MotionError) {
    for (index, field) in fields.prefix(table.columns.count + 1).enumerated() {
      guard let value = TableText.number(field), index == 0 || !(abs(value) > MotionLimits.largest) else {
        throw fault(text, .phrase("a_number"), .quoted(String(decoding: field.prefix(40), as: UTF8.self)))
      }
      if index == 0 {
        try TimeCheck.check(value, after: table.times, path: path, place: .line(text.line))
        table.times.append(value)
      } else {
        table.columns[index - 1].values.append(value)
      }
    }
  }

  private func header(_ text: inout TableText) throws(MotionError) -> (name: String, values: [String: String]) {
    var (name, values) = ("", [String: String]())
    while let bytes = text.nextLine() {
      guard text.line <= Self.longestHeader else { break }
      let line = TableText.trimmed(bytes)
      if line.lowercased().hasPrefix("endheader") { return (name, values) }
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      if parts.count == 2 {
        values[parts[0].lowercased()] = parts[1].lowercased()
      } else if text.line == 1 {
        name = String(line.prefix(MotionLimits.nameBytes))
      }
    }
    throw fault(text, .text("`endheader`"), .phrase("none"))
  }

  private func fault(_ text: TableText, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .line(text.line), expected: expected, found: found)
  }
}

extension AngleTable {
  /// The table as a MOT file, which OpenSim reads, number by number as they are.
  public var mot: String {
    var lines = [
      name.isEmpty ? "Coordinates" : name, "version=1", "nRows=\(times.count)",
      "nColumns=\(columns.count + 1)", "inDegrees=\(isInDegrees ? "yes" : "no")",
    ]
    // OpenSim's own angles are taken against the pelvis; it passes over keys that it does not know.
    if let reference { lines.append("hipReference=\(reference.rawValue)") }
    lines += [
      "endheader", (["time"] + columns.map(\.name)).joined(separator: "\t"),
    ]
    lines.reserveCapacity(lines.count + times.count)
    for (row, time) in times.enumerated() {
      let values = columns.map { $0.values[row].isFinite ? "\($0.values[row])" : "nan" }
      lines.append((["\(time)"] + values).joined(separator: "\t"))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
