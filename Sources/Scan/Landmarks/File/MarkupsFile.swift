import Diagnostics
import Geometry
internal import Files
import Platform

/// Points that were picked in 3D Slicer: its markups as JSON (`.mrk.json`) or as a list (`.fcsv`), in mm, LPS or RAS.
enum MarkupsFile {
  private static let millimetre = 0.001

  /// The points of a list; nil where the text is none.
  static func read(_ data: Data, name: String) throws(LandmarkFileError) -> LandmarkFile? {
    guard data.first == UInt8(ascii: "#") || name.lowercased().hasSuffix(".fcsv") else { return nil }
    var (points, isRAS) = (ForeignPoints(name, .lps), false)
    var columns = ["id", "x", "y", "z", "ow", "ox", "oy", "oz", "vis", "sel", "lock", "label"]
    for (number, line) in String(decoding: data, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    )
    .enumerated() where !line.allSatisfy(\.isWhitespace) {
      if line.hasPrefix("#") {
        let parts = line.dropFirst().split(separator: "=", maxSplits: 1).map { $0.trimmed }
        guard parts.count == 2 else { continue }
        if parts[0] == "columns" { columns = parts[1].split(separator: ",").map(\.trimmed) }
        if parts[0] == "CoordinateSystem" { isRAS = try Self.isRAS(parts[1], file: name, at: .line(number + 1)) }
        continue
      }
      let named = Dictionary(zip(columns, fields(line))) { first, _ in first }
      try points.add(
        named["label"] ?? "", turned(["x", "y", "z"].compactMap { named[$0].flatMap { Double($0) } }, isRAS),
        unit: millimetre, at: .line(number + 1))
    }
    return try points.read()
  }

  /// The points of a JSON text; nil where it is another one.
  static func read(_ root: JSONNode) throws(LandmarkFileError) -> LandmarkFile? {
    guard case .list(let lists)? = root.members["markups"] else { return nil }
    var points = ForeignPoints(root.file, .lps)
    for (index, value) in lists.enumerated() {
      let list = JSONNode(file: root.file, place: "markups[\(index)]", value: value)
      if let unit = list.text("coordinateUnits"), unit != "mm" {
        throw list.fault(.phrase("defined_in"), found: .quoted(unit))
      }
      let system = list.members["coordinateSystem"] ?? .text("LPS")
      let isRAS = try Self.isRAS(
        list.text("coordinateSystem") ?? system.summary, file: root.file, at: .text(list.place + ".coordinateSystem"))
      guard case .list(let controls)? = list.members["controlPoints"] else { continue }
      for (index, value) in controls.enumerated() {
        let control = JSONNode(file: root.file, place: "\(list.place).controlPoints[\(index)]", value: value)
        guard control.text("positionStatus") ?? "defined" == "defined" else { continue }
        var position: [Double] = []
        if case .list(let items)? = control.members["position"] { position = items.compactMap(\.asNumber) }
        try points.add(
          control.text("label") ?? "", turned(position, isRAS), unit: millimetre, at: .text(control.place))
      }
    }
    return try points.read()
  }

  /// The fields of a line; commas within quotes part none.
  private static func fields(_ line: Substring) -> [String] {
    var (fields, isQuoted) = ([""], false)
    for character in line {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields.map { $0[...].trimmed }
  }

  /// Points in RAS as points in LPS.
  private static func turned(_ point: [Double], _ isRAS: Bool) -> [Double] {
    isRAS && point.count == 3 ? [-point[0], -point[1], point[2]] : point
  }

  /// Whether a name of a coordinate system is that of RAS: in early lists a number.
  private static func isRAS(
    _ name: String, file: String, at place: FindingValue
  ) throws(LandmarkFileError) -> Bool {
    switch name {
    case "RAS", "0": return true
    case "LPS", "1": return false
    default: throw .invalid(file: file, place: place, expected: .oneOf(["LPS", "RAS"]), found: .quoted(name))
    }
  }
}

extension JSONNode {
  /// The members of an object; none of anything else.
  fileprivate var members: [String: JSONValue] { if case .group(let members) = value { members } else { [:] } }

  /// A member that is a text; nil for anything else.
  fileprivate func text(_ key: String) -> String? { if case .text(let text)? = members[key] { text } else { nil } }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
