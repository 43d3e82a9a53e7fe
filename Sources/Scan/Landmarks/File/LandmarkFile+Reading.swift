import Diagnostics
import Geometry
internal import Files
import Platform

extension LandmarkFile {
  /// No landmark has more clicks.
  private static let mostClicks = 1000

  /// The landmarks that a text gives, JSON of this program, 3D Slicer's markups or MeshLab's picked points; `name` names it
  /// in messages.
  ///
  /// - Throws: ``LandmarkFileError/invalid(file:place:expected:found:)``.
  public static func parse(_ data: Data, name: String) throws(LandmarkFileError) -> LandmarkFile {
    let data = Data(PlainText.utf8(data).drop { $0 <= UInt8(ascii: " ") })
    if let markups = try MarkupsFile.read(data, name: name) { return markups }
    if let picked = try PickedPointsFile.read(data, name: name) { return picked }
    let decoded: JSONValue
    do throws(JSONText.Fault) { decoded = try JSONText.decode(JSONValue.self, from: data) } catch {
      switch error {
      case .tooDeep:
        throw .invalid(
          file: name, place: .phrase("text"), expected: .phrase("json_of_landmarks"), found: error.found)
      case .strange:
        throw .invalid(
          file: name, place: .phrase("text"), expected: .oneOf(["JSON", ".fcsv", ".pp"]),
          found: .phrase("text_that_is_not"))
      }
    }
    let root = JSONNode(file: name, place: "top", value: decoded)
    if let markups = try MarkupsFile.read(root) { return markups }
    let landmarks = try root.member("landmarks", of: Self.keys, required: true)!
    var entries: [Landmark: Entry] = [:]
    let keys = try landmarks.object().keys.sorted()
    for key in keys {
      guard let instead = Landmark.instead(of: key) else { continue }
      throw landmarks.fault(instead, found: .phrase("the_key", ["key": .quoted(key)]))
    }
    for key in keys {
      let node = try landmarks.member(key, of: Landmark.allCases.map(\.rawValue), required: true)!
      entries[Landmark(rawValue: key)!] = try entry(node)
    }
    var file = LandmarkFile(name: name, entries: entries)
    if let node = try root.member("source", of: Self.keys, required: false) {
      guard let source = LandmarkSource(rawValue: try node.string()) else {
        throw node.fault(.phrase("landmark_sources"))
      }
      file.source = source
    }
    file.picking = try root.member("picked", of: Self.keys, required: false).map(picking)
    file.placed = try root.member("placed", of: Self.keys, required: false).map(placed)
    file.measures = try root.member("measures", of: Self.keys, required: false).map(measures)
    return file
  }

  private static let keys = ["landmarks", "source", "picked", "placed", "measures"]

  private static func entry(_ node: JSONNode) throws(LandmarkFileError) -> Entry? {
    if case .list = node.value {
      var clicks: [LandmarkClick] = []
      for item in try node.array(atMost: mostClicks) { clicks.append(try click(item)) }
      return clicks.isEmpty ? nil : .clicks(clicks)
    }
    guard case .group(let members) = node.value else {
      throw node.fault(
        .phrase("landmark_forms", ["point": LandmarkFileError.point, "vertex": .text("{\"vertex\": n}")]))
    }
    let isVertex = members["vertex"] != nil
    let keys = [isVertex ? "vertex" : "point_mm", "sd_mm"]
    let place = try node.member(keys[0], of: keys, required: true)!
    let deviation = try deviation(try node.member("sd_mm", of: keys, required: false), within: 50)
    if isVertex { return .vertex(try place.index(), standardDeviation: deviation) }
    return .point(try point(place), standardDeviation: deviation)
  }

  /// Three numbers in millimetres as metres.
  private static func point(_ node: JSONNode) throws(LandmarkFileError) -> Vector3 {
    let p = try node.numbers(3, within: 1e5)
    return Vector3(p[0], p[1], p[2]) / 1000
  }

  /// Millimetres above 0 as metres.
  private static func deviation(_ node: JSONNode?, within limit: Double) throws(LandmarkFileError) -> Double? {
    guard let node else { return nil }
    let value = try node.number(within: limit)
    guard value > 0 else { throw node.fault(.phrase("number_above", ["low": .count(0)])) }
    return value / 1000
  }

  private static func click(_ node: JSONNode) throws(LandmarkFileError) -> LandmarkClick {
    let keys = ["frame", "pixel", "proposed"]
    let frame = try node.member("frame", of: keys, required: true)!.string()
    let pixel = try node.member("pixel", of: keys, required: true)!.numbers(2, within: 1e6)
    let isProposed = try node.member("proposed", of: keys, required: false)?.flag() ?? false
    return LandmarkClick(frame: frame, pixel: [pixel[0], pixel[1]], isProposed: isProposed)
  }

  private static func picking(_ node: JSONNode) throws(LandmarkFileError) -> LandmarkPicking {
    let keys = ["by", "at", "on", "program", "proposals", "corrected"]
    var picking = LandmarkPicking()
    picking.observer = try node.member("by", of: keys, required: false)?.line()
    picking.time = try node.member("at", of: keys, required: false)?.time()
    picking.scan = try node.member("on", of: keys, required: false).map(scan)
    picking.program = try node.member("program", of: keys, required: false)?.line()
    picking.proposals = try node.member("proposals", of: keys, required: false)?.landmarks() ?? []
    let corrected = try node.member("corrected", of: keys, required: false)
    picking.corrected = try corrected?.landmarks() ?? []
    if let corrected, let both = picking.corrected.intersection(picking.proposals).min() {
      throw corrected.fault(.phrase("landmarks_not_proposals"), found: .text(both.rawValue))
    }
    return picking
  }

  private static func scan(_ node: JSONNode) throws(LandmarkFileError) -> PickedScan {
    let kinds = PickedScan.Kind.allCases.map(\.rawValue)
    let members = try node.object()
    guard let kind = PickedScan.Kind.allCases.first(where: { members[$0.rawValue] != nil }) else {
      throw node.fault(.oneOf(kinds))
    }
    let keys = [kind.rawValue, "sha256"]
    let name = try node.member(kind.rawValue, of: keys, required: true)!
    let text = try name.line()
    guard !text.contains("/") else { throw name.fault(.phrase("name_without_folder")) }
    return PickedScan(kind, name: text, digest: try node.member("sha256", of: keys, required: false)?.digest())
  }

  private static func placed(_ node: JSONNode) throws(LandmarkFileError) -> PlacedLandmarks {
    let keys = ["frame", "landmarks"]
    let frame = try node.member("frame", of: keys, required: true)!
    guard let value = PlacedLandmarks.Frame(rawValue: try frame.string()) else {
      throw frame.fault(.oneOf(PlacedLandmarks.Frame.allCases.map(\.rawValue)))
    }
    var placed = PlacedLandmarks(frame: value)
    let landmarks = try node.member("landmarks", of: keys, required: true)!
    for key in try landmarks.object().keys.sorted() {
      let one = try landmarks.member(key, of: Landmark.allCases.map(\.rawValue), required: true)!
      let keys = ["point_mm", "sd_mm"]
      placed.points[Landmark(rawValue: key)!] = PlacedLandmarks.Place(
        position: try point(try one.member("point_mm", of: keys, required: true)!),
        standardDeviation: try deviation(try one.member("sd_mm", of: keys, required: false), within: 1e5))
    }
    return placed
  }

  private static func measures(_ node: JSONNode) throws(LandmarkFileError) -> RecordedMeasures {
    let keys = ["protocol", "values"]
    var measures = RecordedMeasures(protocolName: try node.member("protocol", of: keys, required: true)!.line())
    let values = try node.member("values", of: keys, required: true)!
    let members = try values.object().keys.sorted()
    guard members.count <= RecordedMeasures.most else {
      throw values.fault(.phrase("list_at_most", ["limit": .count(RecordedMeasures.most)]))
    }
    for key in members {
      let value = try values.member(key, of: members, required: true)!
      guard RecordedMeasures.isKey(key) else { throw values.fault(.phrase("field_name"), found: .quoted(key)) }
      measures.values[key] = try value.number(within: 1e9)
    }
    return measures
  }
}
