import Diagnostics
import Geometry
internal import Files
import Platform

/// Points that were picked in 3D Slicer: its markups as JSON (`.mrk.json`) or as a list (`.fcsv`), in mm, LPS or RAS.
enum MarkupsFile {
  private static let millimetre = 0.001

  /// The points of a list; nil where the text is none.
  static func read(_ data: Data, name: String) throws(FileError) -> LandmarkFile? {
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
        if parts[0] == "CoordinateSystem" {
          guard let known = systems[parts[1]] else {
            throw FileKind.landmarks.fault(
              in: name, at: .line(number + 1), expected: .oneOf(["LPS", "RAS"]), found: .quoted(parts[1]))
          }
          isRAS = known
        }
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
  static func read(_ root: FileNode) throws(FileError) -> LandmarkFile? {
    guard let lists = root.optional("markups"), lists.isList else { return nil }
    var points = ForeignPoints(root.file, .lps)
    for list in try lists.items(atMost: most) {
      if let unit = list.optional("coordinateUnits"), let text = unit.string, text != "mm" {
        throw unit.fault(.phrase("defined_in"))
      }
      let isRAS = try list.optional("coordinateSystem").map(Self.isRAS) ?? false
      guard let controls = list.optional("controlPoints"), controls.isList else { continue }
      for control in try controls.items(atMost: most) {
        guard control.optional("positionStatus")?.string ?? "defined" == "defined" else { continue }
        let position = try? control.optional("position")?.numbers(3, in: -1e9...1e9)
        try points.add(
          control.optional("label")?.string ?? "", turned(position ?? [], isRAS), unit: millimetre, at: control.place)
      }
    }
    return try points.read()
  }

  /// No file has more lists, and no list more points.
  private static let most = 100_000

  /// Whether a file states the coordinate system RAS: early files by its number.
  private static func isRAS(_ node: FileNode) throws(FileError) -> Bool {
    let name = node.string ?? (try? node.whole(in: 0...1)).map { "\($0)" }
    guard let name, let isRAS = systems[name] else { throw node.fault(.oneOf(["LPS", "RAS"])) }
    return isRAS
  }

  /// Names and numbers of the coordinate systems: true for RAS.
  private static let systems = ["RAS": true, "0": true, "LPS": false, "1": false]

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
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
