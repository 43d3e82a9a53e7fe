internal import Diagnostics
internal import Geometry
internal import Platform

/// A table of points by their names, a row a frame: DeepLabCut's CSV, and what scripts write of MediaPipe's landmarks.
///
/// DeepLabCut has rows `scorer`, `bodyparts` and `coords` above, of several animals `individuals`, too, and the frame's number
/// first. Others have one row of names, each of a point and of what it is: `left_hip_x`, `LEFT_HIP.visibility`, or by
/// MediaPipe's numbers `x23`, `v23`, up to the last of the 33, which count from 0, or from 1 where there is a 33 and no 0.
struct PointTableReader {
  let path: String
  let options: ReadingOptions

  /// What a column holds.
  private enum Part { case x, y, z, confidence }

  /// The columns of a point.
  private struct Columns { var x, y, z, confidence: Int? }

  /// A head of a table.
  private struct Head {
    var points: [BodyPoint: Columns] = [:]
    /// The columns of times and numbers, by their names.
    var stamps: [String: Int] = [:]
    /// Whose points they are, where there are several, in their order.
    var people: [String] = []
    /// How many columns there are, and the mark between them.
    var width = 0, mark = UInt8(ascii: ",")
  }

  private static let parts: [(names: [String], part: Part)] = [
    (["x"], .x), (["y"], .y), (["z"], .z),
    (["visibility", "vis", "v", "likelihood", "score", "confidence", "conf"], .confidence),
  ]

  /// The sequence that a text holds.
  func sequence(_ bytes: [UInt8]) throws(MotionError) -> LandmarkSequence {
    var text = TableText(bytes)
    let head = try head(&text)
    let points = BodyPoint.allCases.filter { head.points[$0]?.x != nil && head.points[$0]?.y != nil }
    guard points.count >= Self.fewest else { throw .unrecognised(path: path) }
    let places = Dictionary(uniqueKeysWithValues: points.enumerated().map { ($1, $0) })
    var builder = SequenceBuilder(path: path, skeleton: Skeleton("table", points.count, places), frames: 0)
    let hasZ = points.allSatisfy { head.points[$0]!.z != nil }
    let saysHowSure = points.contains { head.points[$0]!.confidence != nil }
    var (stamps, lines): ([FrameStamp], [Int]) = ([], [])
    while let line = text.nextLine() {
      if !line.contains(where: { $0 > 32 }) { continue }
      guard lines.count < MotionLimits.frames else {
        throw fault(text, .phrase("number_at_most", ["limit": .count(MotionLimits.frames)]), .phrase("more"))
      }
      let fields = TableText.fields(line, between: head.mark)
      guard fields.count == head.width else {
        throw fault(text, .phrase("motion_fields", ["count": .count(head.width)]), .count(fields.count))
      }
      let value = { (column: Int?) throws(MotionError) -> Double in
        guard let column else { return .nan }
        guard let number = TableText.number(fields[column]) else {
          throw fault(text, .phrase("a_number"), .quoted(String(decoding: fields[column].prefix(40), as: UTF8.self)))
        }
        return number
      }
      var quadruples: [Double] = []
      for point in points {
        let columns = head.points[point]!
        quadruples += [
          try value(columns.x), try value(columns.y), hasZ ? try value(columns.z) : 0, try value(columns.confidence),
        ]
      }
      var numbers: [String: Double] = [:]
      for (name, column) in head.stamps { numbers[name] = TableText.number(fields[column]) }
      stamps.append(FrameStamp { numbers[$0].flatMap { $0.isFinite ? $0 : nil } })
      lines.append(text.line)
      try builder.add(PointList(quadruples: quadruples), frame: "\(text.line)")
    }
    let unit = FrameStamp.Unit(stamps)
    let read = stamps.map { $0.read(unit) }
    let times = try MediaPipeRemarks().times(read.map(\.time), numbers: read.map(\.number), options, path: path, .table)
    return try sequence(&builder, times, read.map(\.number), hasZ: hasZ, saysHowSure: saysHowSure)
  }

  /// The fewest points of a body.
  private static let fewest = 3

  private func sequence(
    _ builder: inout SequenceBuilder, _ times: [Double], _ numbers: [Int?], hasZ: Bool, saysHowSure: Bool
  ) throws(MotionError) -> LandmarkSequence {
    var scale: ConfidenceScale?
    if saysHowSure {
      let told = ConfidenceScale.ofScores(builder.confidences)
      scale = options.confidence ?? told.scale
      guard scale != nil else {
        throw .ambiguousConfidence(path: path, smallest: told.smallest, largest: told.largest)
      }
    }
    let space: LandmarkSequence.Space
    // With depth they may be points in space, of which only some planes are those of a picture.
    if options.usesWorld == nil, hasZ, !builder.isAboutHips, !builder.isNormalised {
      throw .malformed(
        path: path, place: .text("`z`"), expected: .oneOf(["--points picture", "--points world"]),
        found: .phrase("none"))
    }
    // About the hips are MediaPipe's landmarks in metres.
    if options.usesWorld ?? builder.isAboutHips {
      guard hasZ else { throw .noSuchPoints(path: path, points: "world") }
      if options.width != nil { throw .unusedOption("--image-size", .table) }
      space = .camera
    } else {
      builder.flatten()
      let size = try builder.pictureSize(options)
      space = .picture(width: size.width, height: size.height)
    }
    let frames = numbers.contains(nil) ? times.indices.map { "\($0)" } : numbers.map { "\($0!)" }
    return LandmarkSequence(
      space: space, times: times, frames: frames, tracks: builder.takeTracks(scale), confidence: scale)
  }

  /// Whether a text begins as such a table does.
  static func isOne(_ start: [UInt8]) -> Bool {
    var text = TableText(start)
    var options = ReadingOptions()
    options.person = 0
    guard let head = try? PointTableReader(path: "", options: options).head(&text) else { return false }
    return head.points.count { $0.value.x != nil && $0.value.y != nil } >= fewest
  }

  private func head(_ text: inout TableText) throws(MotionError) -> Head {
    guard let first = text.nextLine() else { throw .unrecognised(path: path) }
    var head = Head()
    head.mark = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].max { a, b in
      first.count { $0 == a } < first.count { $0 == b }
    }!
    let names = self.names(first, head.mark)
    head.width = names.count
    guard (2...(4 * MotionLimits.columns)).contains(names.count) else { throw .unrecognised(path: path) }
    if names[0] == "scorer" {
      try readDeepLabCut(&text, &head)
      return head
    }
    // The last point says that these are MediaPipe's: other models number theirs, too.
    let numbers = Set(names.compactMap { Self.numbered($0)?.number })
    let shift = numbers.contains(Skeleton.mediaPipe.count) && !numbers.contains(0) ? 1 : 0
    let areMediaPipes = numbers.max() == Skeleton.mediaPipe.count - 1 + shift
    let byPlace = Dictionary(uniqueKeysWithValues: Skeleton.mediaPipe.places.map { ($1, $0) })
    for (column, name) in names.enumerated() {
      if let (part, number) = Self.numbered(name) {
        if areMediaPipes, let point = byPlace[number - shift] { Self.set(part, column, of: point, &head) }
      } else if let (point, part) = Self.named(name) {
        Self.set(part, column, of: point, &head)
      } else {
        head.stamps[name.filter { $0 != "_" }] = column
      }
    }
    return head
  }

  private func readDeepLabCut(_ text: inout TableText, _ head: inout Head) throws(MotionError) {
    var rows: [String: [String]] = [:]
    while rows["coords"] == nil, rows.count < 4, let line = text.nextLine() {
      let names = self.names(line, head.mark)
      rows[names[0]] = names
    }
    guard let parts = rows["bodyparts"], let coords = rows["coords"], parts.count == head.width,
      coords.count == head.width
    else { throw fault(text, .text("`bodyparts`, `coords`"), .phrase("something_else")) }
    let owners = rows["individuals"].flatMap { $0.count == head.width ? $0 : nil }
    for owner in (owners ?? []).dropFirst() where !head.people.contains(owner) { head.people.append(owner) }
    if head.people.count > 1, options.person == nil { throw .severalPeople(path: path, most: head.people.count) }
    if let person = options.person, person >= max(1, head.people.count) {
      throw .noSuchPerson(path: path, person: person, most: max(1, head.people.count))
    }
    let owner = head.people.isEmpty ? nil : head.people[options.person ?? 0]
    for column in 1..<head.width where owner == nil || owners?[column] == owner {
      guard let point = BodyPoint.named(parts[column]),
        let part = Self.parts.first(where: { $0.names.contains(coords[column]) })?.part
      else { continue }
      Self.set(part, column, of: point, &head)
    }
    head.stamps["frame"] = 0
  }

  /// The names of a row, in small letters.
  private func names(_ line: ArraySlice<UInt8>, _ mark: UInt8) -> [String] {
    TableText.fields(line, between: mark).map { TableText.trimmed($0).lowercased() }
  }

  /// A name such as `x23`: what it is, and the point's number.
  private static func numbered(_ name: String) -> (part: Part, number: Int)? {
    guard let part = parts.first(where: { $0.names.contains(String(name.prefix { $0.isLetter })) })?.part,
      let number = Int(name.drop { $0.isLetter || $0 == "_" || $0 == "." }), number >= 0
    else { return nil }
    return (part, number)
  }

  /// A name such as `left_hip_x`.
  private static func named(_ name: String) -> (point: BodyPoint, part: Part)? {
    guard let end = name.lastIndex(where: { "_. -".contains($0) }),
      let part = parts.first(where: { $0.names.contains(String(name[end...].dropFirst())) })?.part,
      let point = BodyPoint.named(String(name[..<end]))
    else { return nil }
    return (point, part)
  }

  /// The first of columns with the same name counts.
  private static func set(_ part: Part, _ column: Int, of point: BodyPoint, _ head: inout Head) {
    var columns = head.points[point] ?? Columns()
    switch part {
    case .x: columns.x = columns.x ?? column
    case .y: columns.y = columns.y ?? column
    case .z: columns.z = columns.z ?? column
    case .confidence: columns.confidence = columns.confidence ?? column
    }
    head.points[point] = columns
  }

  private func fault(_ text: TableText, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .line(text.line), expected: expected, found: found)
  }
}
