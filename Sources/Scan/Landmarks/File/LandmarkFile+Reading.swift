import Diagnostics
import Geometry
public import Files
import Platform

extension LandmarkFile {
  /// No landmark has more clicks.
  private static let mostClicks = 1000

  /// The landmarks that a text gives, JSON of this program, 3D Slicer's markups or MeshLab's picked points; `name` names it
  /// in messages.
  ///
  /// - Throws: ``FileError``.
  public static func parse(_ data: Data, name: String) throws(FileError) -> LandmarkFile {
    let data = Data(PlainText.utf8(data).drop { $0 <= UInt8(ascii: " ") })
    if let markups = try MarkupsFile.read(data, name: name) { return markups }
    if let picked = try PickedPointsFile.read(data, name: name) { return picked }
    let root = try FileNode(json: data, of: .landmarks, file: name, form: .oneOf(["JSON", ".fcsv", ".pp"]))
    if let markups = try MarkupsFile.read(root) { return markups }
    try root.check(keys: ["landmarks", "source", "picked", "placed", "measures"])
    var file = LandmarkFile(name: name, entries: try entries(root["landmarks"]))
    file.source = try root.optional("source").map(source) ?? file.source
    file.picking = try root.optional("picked").map(picking)
    file.placed = try root.optional("placed").map(placed)
    file.measures = try root.optional("measures").map(measures)
    return file
  }

  private static func entries(_ node: FileNode) throws(FileError) -> [Landmark: Entry] {
    for name in try node.keys {
      guard let instead = Landmark.instead(of: name) else { continue }
      throw node.fault(instead, found: .phrase("the_key", ["key": .quoted(name)]))
    }
    var entries: [Landmark: Entry] = [:]
    for (landmark, node) in try Self.landmarks(node) { entries[landmark] = try entry(node) }
    return entries
  }

  /// The members of a group that has landmarks for its keys.
  private static func landmarks(_ node: FileNode) throws(FileError) -> [(Landmark, FileNode)] {
    try node.check(keys: Landmark.allCases.map(\.rawValue))
    return Landmark.allCases.compactMap { landmark in node.optional(landmark.rawValue).map { (landmark, $0) } }
  }

  private static func source(_ node: FileNode) throws(FileError) -> LandmarkSource {
    guard let source = LandmarkSource(rawValue: try node.text) else { throw node.fault(.phrase("landmark_sources")) }
    return source
  }

  private static func entry(_ node: FileNode) throws(FileError) -> Entry? {
    if node.isList {
      var clicks: [LandmarkClick] = []
      for item in try node.items(atMost: mostClicks) { clicks.append(try click(item)) }
      return clicks.isEmpty ? nil : .clicks(clicks)
    }
    guard node.isGroup else {
      throw node.fault(
        .phrase("landmark_forms", ["point": LandmarkFileError.point, "vertex": .text("{\"vertex\": n}")]))
    }
    if let vertex = node.optional("vertex") {
      try node.check(keys: ["vertex", "sd_mm"])
      return .vertex(
        try vertex.whole(in: 0...Int(Int32.max)), standardDeviation: try deviation(node, within: 50))
    }
    let (point, deviation) = try place(node, deviationWithin: 50)
    return .point(point, standardDeviation: deviation)
  }

  /// A point in metres and its standard deviation.
  private static func place(
    _ node: FileNode, deviationWithin limit: Double
  ) throws(FileError) -> (Vector3, Double?) {
    try node.check(keys: ["point_mm", "sd_mm"])
    let p = try node["point_mm"].numbers(3, in: -1e5...1e5)
    return (Vector3(p[0], p[1], p[2]) / 1000, try deviation(node, within: limit))
  }

  /// The standard deviation of a landmark, metres.
  private static func deviation(_ node: FileNode, within limit: Double) throws(FileError) -> Double? {
    guard let node = node.optional("sd_mm") else { return nil }
    let value = try node.number(in: -limit...limit)
    guard value > 0 else { throw node.fault(.phrase("number_above", ["low": .count(0)])) }
    return value / 1000
  }

  private static func click(_ node: FileNode) throws(FileError) -> LandmarkClick {
    try node.check(keys: ["frame", "pixel", "proposed"])
    let frame = try line(node["frame"])
    let pixel = try node["pixel"].numbers(2, in: -1e6...1e6)
    return LandmarkClick(
      frame: frame, pixel: [pixel[0], pixel[1]], isProposed: try node.optional("proposed")?.flag ?? false)
  }

  private static func picking(_ node: FileNode) throws(FileError) -> LandmarkPicking {
    try node.check(keys: ["by", "at", "on", "program", "proposals", "corrected"])
    var picking = LandmarkPicking()
    picking.observer = try node.optional("by").map(line)
    picking.time = try node.optional("at").map(time)
    picking.scan = try node.optional("on").map(scan)
    picking.program = try node.optional("program").map(line)
    picking.proposals = try node.optional("proposals").map(names) ?? []
    let corrected = node.optional("corrected")
    picking.corrected = try corrected.map(names) ?? []
    if let corrected, let both = picking.corrected.intersection(picking.proposals).min() {
      throw corrected.fault(.phrase("landmarks_not_proposals"), found: .text(both.rawValue))
    }
    return picking
  }

  /// Names of landmarks, each once.
  private static func names(_ node: FileNode) throws(FileError) -> Set<Landmark> {
    var landmarks: Set<Landmark> = []
    for item in try node.items(atMost: Landmark.allCases.count) {
      guard landmarks.insert(try item.choice(Landmark.self)).inserted else {
        throw item.fault(.phrase("each_landmark_once"))
      }
    }
    return landmarks
  }

  /// A text of one line, as the program cuts its own.
  private static func line(_ node: FileNode) throws(FileError) -> String {
    let text = try node.text(atMost: 256)
    guard text == PlainLine.cut(text) else { throw node.fault(.phrase("one_line")) }
    return text
  }

  /// A time to the second, UTC, in the one form that is written.
  private static func time(_ node: FileNode) throws(FileError) -> Date {
    let text = try node.text
    guard let time = try? Date(text, strategy: .iso8601), time.formatted(.iso8601) == text else {
      throw node.fault(.phrase("utc_time"))
    }
    return time
  }

  private static func scan(_ node: FileNode) throws(FileError) -> PickedScan {
    guard let kind = PickedScan.Kind.allCases.first(where: { node.optional($0.rawValue) != nil }) else {
      throw node.fault(.oneOf(PickedScan.Kind.allCases.map(\.rawValue)))
    }
    try node.check(keys: [kind.rawValue, "sha256"])
    let name = try node[kind.rawValue]
    let text = try line(name)
    guard !text.contains("/") else { throw name.fault(.phrase("name_without_folder")) }
    return PickedScan(kind, name: text, digest: try node.optional("sha256").map(digest))
  }

  /// A SHA-256 in hexadecimal digits.
  private static func digest(_ node: FileNode) throws(FileError) -> String {
    let text = try node.text
    guard text.utf8.count == 64, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }) else {
      throw node.fault(.phrase("sha256_digits"))
    }
    return text
  }

  private static func placed(_ node: FileNode) throws(FileError) -> PlacedLandmarks {
    try node.check(keys: ["frame", "landmarks"])
    var placed = PlacedLandmarks(frame: try node["frame"].choice(PlacedLandmarks.Frame.self))
    for (landmark, node) in try landmarks(node["landmarks"]) {
      let (point, deviation) = try place(node, deviationWithin: 1e5)
      placed.points[landmark] = PlacedLandmarks.Place(position: point, standardDeviation: deviation)
    }
    return placed
  }

  private static func measures(_ node: FileNode) throws(FileError) -> RecordedMeasures {
    try node.check(keys: ["protocol", "values"])
    var measures = RecordedMeasures(protocolName: try line(node["protocol"]))
    let values = try node["values"]
    let keys = try values.keys
    guard keys.count <= RecordedMeasures.most else {
      throw values.fault(.phrase("list_at_most", ["limit": .count(RecordedMeasures.most)]))
    }
    for key in keys {
      let value = try values[key]
      guard RecordedMeasures.isKey(key) else { throw value.fault(.phrase("field_name"), found: .quoted(key)) }
      measures.values[key] = try value.number(in: -1e9...1e9)
    }
    return measures
  }
}
