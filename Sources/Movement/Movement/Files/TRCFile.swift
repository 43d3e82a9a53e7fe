internal import Diagnostics
internal import Geometry

/// TRC, the marker files of OpenSim, as Pose2Sim, OpenCap and Sports2D write them: metres, centimetres or millimetres.
///
/// Sports2D's files are flat: no point ever changes its depth, which is 0 or a usual one for each. They are read as points
/// in a picture, y down. A point at 0, 0, 0 is a missing one (`fill_large_gaps_with = zeros`), as is one at 0, 0 of a flat file.
struct TRCReader {
  let path: String

  /// The metres of each unit.
  private static let units = ["m": 1.0, "cm": 0.01, "mm": 0.001]
  private static let unitNames = [
    "meter": "m", "metre": "m", "centimeter": "cm", "centimetre": "cm", "millimeter": "mm", "millimetre": "mm",
  ]
  /// The sequence that a text holds.
  func sequence(_ bytes: [UInt8]) throws(MotionError) -> LandmarkSequence {
    var text = TableText(bytes)
    guard let first = text.nextText(), first.hasPrefix("PathFileType") else { throw .unrecognised(path: path) }
    guard let keys = text.nextLine(), let values = text.nextLine() else { throw cut(text) }
    let header = Dictionary(
      zip(TableText.words(keys), TableText.words(values)).map {
        (TableText.trimmed($0), TableText.trimmed($1))
      }
    ) { first, _ in first }
    let unit = try unit(header["Units"], place: .list([.line(text.line), .text("`Units`")]))
    guard let names = text.nextLine(), let axes = text.nextLine() else { throw cut(text) }
    let count = try markerCount(TableText.words(axes), header["NumMarkers"], line: text.line)
    let markers = try markers(TableText.fields(names), count: count, line: text.line - 1)
    var (times, frames, lost): ([Double], [String], LostTimes) = ([], [], LostTimes())
    var positions: [[Vector3]] = markers.map { _ in [] }
    while let line = text.nextLine() {
      // OpenSim leaves a line empty behind the names of the axes.
      if !line.contains(where: { $0 > 32 }) { continue }
      guard times.count < MotionLimits.frames else {
        throw fault(text, .phrase("number_at_most", ["limit": .count(MotionLimits.frames)]), .phrase("more"))
      }
      let fields = TableText.fields(line)
      guard fields.count > 1, let time = TableText.number(fields[1]) else {
        throw fault(text, .phrase("a_number"), .quoted(String(decoding: line.prefix(40), as: UTF8.self)))
      }
      guard lost.accepts(time) else { continue }
      try TimeCheck.check(time, after: times, path: path, place: .line(text.line))
      times.append(time)
      frames.append(String(decoding: fields[0].prefix(MotionLimits.nameBytes), as: UTF8.self))
      for (i, marker) in markers.enumerated() { positions[i].append(try point(fields, marker.column, text) * unit) }
    }
    try lost.check(path: path, place: .line(text.line))
    try checkCount(header["NumFrames"], times.count + lost.count, text)
    let tracks = Self.tracks(markers.map(\.point), positions)
    var sequence = try Self.sequence(tracks, times, frames, path: path, units: "`Units`")
    sequence.untimed = lost.atEnd
    return sequence
  }

  /// The metres of a unit that a file names.
  func unit(_ name: String?, place: FindingValue) throws(MotionError) -> Double {
    let short = name.map { $0.lowercased() }
    let whole = short.map { $0.last == "s" ? String($0.dropLast()) : $0 }.flatMap { Self.unitNames[$0] }
    guard let unit = (whole ?? short).flatMap({ Self.units[$0] }) else {
      throw .malformed(
        path: path, place: place, expected: .oneOf(Self.units.keys.sorted()),
        found: name.map { .quoted($0) } ?? .phrase("none"))
    }
    return unit
  }

  /// The known markers and the column of the first coordinate of each.
  private func markers(
    _ fields: [ArraySlice<UInt8>], count: Int?, line: Int
  ) throws(MotionError) -> [(point: BodyPoint, column: Int)] {
    guard fields.count <= 3 * MotionLimits.columns else {
      throw .malformed(
        path: path, place: .line(line), expected: .phrase("number_at_most", ["limit": .count(MotionLimits.columns)]),
        found: .count(fields.count / 3))
    }
    // Two fields are empty behind each name, and a marker may have none: its three columns are there all the same. Where a
    // writer leaves fewer empty, the order tells the columns, as long as there are as many names as markers.
    let places = fields.indices.dropFirst(2).filter { fields[$0].contains { $0 > 32 } }
    let names = places.map { String(decoding: fields[$0], as: UTF8.self).filter { $0 != " " } }
    let isInPlace = places.allSatisfy { ($0 - 2) % 3 == 0 && ($0 - 2) / 3 < count ?? .max }
    guard isInPlace || count == nil || count == names.count else {
      throw .malformed(
        path: path, place: .line(line), expected: .phrase("motion_marker_names", ["count": .count(count ?? 0)]),
        found: .count(names.count))
    }
    return Self.known(names).map { ($0.point, isInPlace ? places[$0.place] : 2 + 3 * $0.place) }
  }

  /// The names that are points of a body, those of Pose2Sim's first, with their places.
  static func known(_ names: [String]) -> [(point: BodyPoint, place: Int)] {
    // Motion capture puts the subject's name before each: only the first subject counts.
    var (exact, others, subject) = (
      [(point: BodyPoint, place: Int)](), [(point: BodyPoint, place: Int)](), String?.none
    )
    for (index, name) in names.enumerated() {
      let parts = name.split(separator: ":", omittingEmptySubsequences: false)
      let (owner, marker) = (parts.dropLast().joined(separator: ":"), String(parts.last ?? ""))
      let own = BodyPoint(rawValue: marker)
      guard let point = own ?? BodyPoint.named(marker),
        owner.isEmpty || subject ?? owner == owner
      else { continue }
      if !owner.isEmpty { subject = owner }
      if own == nil { others.append((point, index)) } else { exact.append((point, index)) }
    }
    return exact + others
  }

  /// The first track of each point.
  static func tracks(_ points: [BodyPoint], _ positions: [[Vector3]]) -> [BodyPoint: LandmarkSequence.Track] {
    zip(points, positions).reduce(into: [:]) { tracks, pair in
      if tracks[pair.0] == nil { tracks[pair.0] = .init(positions: pair.1) }
    }
  }

  /// How many markers the line of the axes (X1, Y1, Z1, X2 …) and the header say there are; nil where neither does.
  private func markerCount(
    _ axes: [ArraySlice<UInt8>], _ stated: String?, line: Int
  ) throws(MotionError) -> Int? {
    let labels = axes.map { String(decoding: $0, as: UTF8.self).uppercased() }
    let stated = stated.flatMap { Int($0) }
    // A writer may leave the line empty.
    guard !labels.isEmpty else { return stated }
    let count = labels.count / 3
    let isInOrder =
      labels.count % 3 == 0 && labels.indices.allSatisfy { labels[$0] == "\(["X", "Y", "Z"][$0 % 3])\($0 / 3 + 1)" }
    guard isInOrder, stated ?? count == count else {
      throw .malformed(
        path: path, place: .line(line), expected: .phrase("motion_axes", ["count": .count(stated ?? count)]),
        found: isInOrder ? .count(count) : .quoted(labels.prefix(4).joined(separator: " ")))
    }
    return count
  }

  private func point(_ fields: [ArraySlice<UInt8>], _ column: Int, _ text: TableText) throws(MotionError) -> Vector3 {
    // Empty fields at a line's end may be left out.
    var point = Vector3.missing
    for axis in 0..<3 {
      guard column + axis < fields.count else { return .missing }
      guard let value = TableText.number(fields[column + axis]) else {
        throw fault(text, .phrase("a_number"), .quoted(String(decoding: fields[column + axis], as: UTF8.self)))
      }
      guard !(abs(value) > MotionLimits.largest) else {
        throw fault(text, .number(in: -MotionLimits.largest...MotionLimits.largest), .exact(value))
      }
      point[axis] = value
    }
    return point.isFinite && point != .zero ? point : .missing
  }

  /// The header's number of frames is not relied on, but a file with fewer was cut.
  private func checkCount(_ stated: String?, _ found: Int, _ text: TableText) throws(MotionError) {
    guard let stated = stated.flatMap({ Double($0) }), stated > Double(found) else { return }
    throw fault(text, .phrase("motion_rows", ["count": .exact(stated)]), .count(found))
  }

  /// The shortest and the longest thigh in metres: that of a newborn has 7 cm.
  private static let thigh = 0.03...1.0

  /// The sequence of tracks in metres, be they of space or of a flat file.
  ///
  /// - Parameter units: what the file's unit is called in it.
  static func sequence(
    _ tracks: [BodyPoint: LandmarkSequence.Track], _ times: [Double], _ frames: [String], path: String, units: String
  ) throws(MotionError) -> LandmarkSequence {
    for side in BodySide.allCases {
      guard let hip = tracks[.hip(side)], let knee = tracks[.knee(side)] else { continue }
      let lengths = zip(hip.positions, knee.positions).map { ($0 - $1).length }.filter(\.isFinite)
      guard !lengths.isEmpty else { continue }
      let length = RobustStatistics.median(lengths)
      guard thigh.contains(length) else {
        throw .malformed(
          path: path, place: .text(units), expected: .phrase("motion_thigh"), found: .exact(length, unit: "m"))
      }
    }
    // No camera in space finds the same depth twice to the last digit.
    let depths = tracks.values.map { $0.positions.lazy.map(\.z).filter(\.isFinite) }
    let isFlat =
      times.count > 1 && depths.allSatisfy { depths in depths.allSatisfy { $0 == depths.first! } }
    guard isFlat else { return LandmarkSequence(space: .laboratory, times: times, frames: frames, tracks: tracks) }
    let flat = tracks.mapValues { track in
      LandmarkSequence.Track(
        positions: track.positions.map { $0.isFinite && ($0.x != 0 || $0.y != 0) ? [$0.x, -$0.y, 0] : .missing })
    }
    return LandmarkSequence(space: .picture(width: nil, height: nil), times: times, frames: frames, tracks: flat)
  }

  private func cut(_ text: TableText) -> MotionError {
    fault(text, .phrase("motion_header"), .phrase("end_of_file"))
  }

  private func fault(_ text: TableText, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .line(text.line), expected: expected, found: found)
  }
}

extension LandmarkSequence {
  /// Points in space as a TRC file, in metres, which OpenSim reads; nil for points in a picture, which have no metres, and for
  /// fewer than two frames.
  ///
  /// - Parameter name: what the file calls itself.
  public func trc(name: String) -> String? {
    guard !space.isFlat, let rate else { return nil }
    let points = BodyPoint.allCases.filter { tracks[$0] != nil }
    let count = times.count
    let rateText = "\((rate * 1e6).rounded() / 1e6)"
    let names = points.map { $0.rawValue + "\t\t" }.joined(separator: "\t")
    let axes = (1...max(1, points.count)).map { "X\($0)\tY\($0)\tZ\($0)" }.joined(separator: "\t")
    var lines = [
      "PathFileType\t4\t(X/Y/Z)\t" + name.filter { !$0.isWhitespace },
      "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\tOrigNumFrames",
      "\(rateText)\t\(rateText)\t\(count)\t\(points.count)\tm\t\(rateText)\t1\t\(count)",
      "Frame#\tTime\t" + names,
      "\t\t" + axes,
      "",
    ]
    lines.reserveCapacity(lines.count + count)
    for (row, time) in times.enumerated() {
      var fields = ["\(row + 1)", "\(time)"]
      for point in points {
        var position = tracks[point]!.positions[row]
        // A camera's y points down; OpenSim's up. Turned about x, so that the axes stay right-handed.
        if space == .camera { position = [position.x, -position.y, -position.z] }
        // Empty fields are points that are missing.
        fields += position.isFinite ? ["\(position.x)", "\(position.y)", "\(position.z)"] : ["", "", ""]
      }
      lines.append(fields.joined(separator: "\t"))
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
