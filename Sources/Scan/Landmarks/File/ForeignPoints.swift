import Diagnostics
internal import Files
import Geometry
import Platform
import PointClouds

/// The points of another program's landmark file.
struct ForeignPoints {
  private var file: LandmarkFile

  init(_ name: String, _ numbers: PointNumbers) {
    file = LandmarkFile(name: name, entries: [:])
    file.numbers = numbers
  }

  /// The file of all points; one without any is refused.
  func read() throws(FileError) -> LandmarkFile {
    guard !file.entries.isEmpty else {
      throw FileKind.landmarks.fault(
        in: file.name, at: .phrase("text"), expected: .phrase("named_points"), found: .phrase("none"))
    }
    return file
  }

  /// No coordinate is larger, in the unit of the file.
  private static let largest = 1e5

  /// Takes a point by its label.
  ///
  /// - Parameters:
  ///   - place: where it stands in the file, for messages.
  ///   - coordinates: three numbers; fewer where some are none.
  ///   - unit: one such number in metres.
  mutating func add(
    _ label: String, _ coordinates: [Double], unit: Double, at place: FindingValue
  ) throws(FileError) {
    func fault(_ expected: FindingValue, _ found: FindingValue) -> FileError {
      FileKind.landmarks.fault(in: file.name, at: place, expected: expected, found: found)
    }
    guard let landmark = Landmark(label: label) else {
      throw fault(Landmark.instead(of: label) ?? .oneOf(Landmark.allCases.map(\.rawValue)), .quoted(label))
    }
    guard file.entries[landmark] == nil else { throw fault(.phrase("each_landmark_once"), .quoted(label)) }
    guard coordinates.count == 3, coordinates.allSatisfy({ abs($0) <= Self.largest }) else {
      throw fault(.phrase("three_coordinates"), .phrase("something_else"))
    }
    file.entries[landmark] = .point(
      Vector3(coordinates[0], coordinates[1], coordinates[2]) * unit, standardDeviation: nil)
  }
}

extension Landmark {
  /// The landmark of a label, whatever its case, with blanks and hyphens for underscores; nil for another.
  init?(label: String) {
    let plain = label.lowercased().split { " -_".contains($0) }.joined(separator: "_")
    self.init(rawValue: plain)
  }

  /// What is to be picked in place of a point that others use; nil for a name that is none of theirs.
  static func instead(of label: String) -> FindingValue? {
    let plain = label.lowercased()
    if plain.contains("nasion") { return .phrase("sellion_for_nasion") }
    return plain.contains("tragus") ? .phrase("tragion_for_tragus") : nil
  }
}

/// Points that were picked in 3D Slicer: its markups as JSON (`.mrk.json`) or as a list (`.fcsv`), in mm, LPS or RAS.
public enum MarkupsFile {
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

/// Points that were picked in MeshLab (`.pp`): `<point x="…" y="…" z="…" name="…" active="1"/>`, in the numbers of the mesh.
enum PickedPointsFile {
  /// The points of a text; nil where it is none of theirs.
  static func read(_ data: Data, name: String) throws(FileError) -> LandmarkFile? {
    guard data.first == UInt8(ascii: "<") else { return nil }
    var (tags, isTheirs) = (Tags([UInt8](data)), false)
    var points = ForeignPoints(name, .asInMesh)
    var count = 0
    while let tag = tags.next() {
      isTheirs = isTheirs || tag.name == "PickedPoints"
      guard tag.name == "point" else { continue }
      defer { count += 1 }
      guard tag.attributes["active"] ?? "1" == "1" else { continue }
      try points.add(
        tag.attributes["name"] ?? "", ["x", "y", "z"].compactMap { tag.attributes[$0].flatMap { Double($0) } }, unit: 1,
        at: .text("point[\(count)]"))
    }
    guard isTheirs else {
      throw FileKind.landmarks.fault(
        in: name, at: .phrase("text"), expected: .phrase("named_points"), found: .phrase("something_else"))
    }
    return try points.read()
  }

  /// The tags of an XML text, each byte of which is looked at once.
  private struct Tags: IteratorProtocol {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> (name: String, attributes: [String: String])? {
      while pass("<") {
        if bytes[position...].starts(with: "!--".utf8) {
          skipComment()
          continue
        }
        let name = word()
        var attributes: [String: String] = [:]
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
          guard Self.isName(bytes[position]) else {
            position += 1
            continue
          }
          let key = word()
          if let value = value(), attributes[key] == nil { attributes[key] = value }
        }
        return (name, attributes)
      }
      return nil
    }

    /// Moves behind the next such character; false at the end.
    private mutating func pass(_ character: Unicode.Scalar) -> Bool {
      while position < bytes.count {
        position += 1
        if bytes[position - 1] == UInt8(ascii: character) { return true }
      }
      return false
    }

    /// An unfinished comment goes on to the end.
    private mutating func skipComment() {
      position += 3
      while position < bytes.count, !bytes[position...].starts(with: "-->".utf8) { position += 1 }
    }

    private static func isName(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 128
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func word() -> String {
      let start = position
      while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// What stands in quotes behind an equals sign; nil where nothing does.
    private mutating func value() -> String? {
      skipBlanks()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { return nil }
      position += 1
      skipBlanks()
      guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]) else {
        return nil
      }
      let (quote, start) = (bytes[position], position + 1)
      position = start
      while position < bytes.count, bytes[position] != quote { position += 1 }
      defer { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func skipBlanks() {
      while position < bytes.count, bytes[position] <= UInt8(ascii: " ") { position += 1 }
    }
  }
}

/// What the numbers of a landmark file's points are.
public enum PointNumbers: Sendable, Equatable {
  /// Positions in the frame of the mesh.
  case ofMesh
  /// Positions in 3D Slicer's LPS, left, posterior, superior: the frame in which it takes a mesh, unless that names RAS.
  case lps
  /// The mesh file's own numbers, whatever their unit, as if they were metres.
  case asInMesh

  /// The position of a point in the frame of its mesh, metres.
  func place(_ point: Vector3, unit: LengthUnit, isRAS: Bool) -> Vector3 {
    switch self {
    case .ofMesh: point
    case .lps: isRAS ? point * [-1, -1, 1] : point
    case .asInMesh: point / unit.perMetre
    }
  }
}
