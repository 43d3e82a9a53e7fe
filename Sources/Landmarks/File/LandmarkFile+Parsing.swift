import Diagnostics
import Geometry
internal import Inputs
import Platform

extension LandmarkFile {
  /// No landmark has more clicks.
  private static let mostClicks = 1000

  /// The landmarks that a JSON text gives; `name` names it in messages.
  public static func parse(_ data: Data, name: String) throws(LandmarkFileError) -> LandmarkFile {
    let decoded: JSONValue
    do throws(JSONText.Fault) { decoded = try JSONText.decode(JSONValue.self, from: data) } catch {
      switch error {
      case .tooDeep:
        throw .invalid(
          file: name, place: .phrase("text"), expected: .phrase("json_of_landmarks"), found: error.found)
      case .strange:
        throw .invalid(
          file: name, place: .phrase("text"), expected: .text("JSON"), found: .phrase("text_that_is_not"))
      }
    }
    let root = Node(file: name, place: "top", value: decoded)
    let landmarks = try root.member("landmarks", of: Self.keys, required: true)!
    var entries: [Landmark: Entry] = [:]
    for key in try landmarks.object().keys.sorted() {
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
    return file
  }

  private static let keys = ["landmarks", "source"]

  private static func entry(_ node: Node) throws(LandmarkFileError) -> Entry? {
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
    let deviation = try deviation(try node.member("sd_mm", of: keys, required: false))
    if isVertex { return .vertex(try place.index(), standardDeviation: deviation) }
    let p = try place.numbers(3, within: 1e5)
    return .point(Vector3(p[0], p[1], p[2]) / 1000, standardDeviation: deviation)
  }

  /// Millimetres above 0 as metres.
  private static func deviation(_ node: Node?) throws(LandmarkFileError) -> Double? {
    guard let node else { return nil }
    let value = try node.number(within: 50)
    guard value > 0 else { throw node.fault(.phrase("number_above", ["low": .count(0)])) }
    return value / 1000
  }

  private static func click(_ node: Node) throws(LandmarkFileError) -> LandmarkClick {
    let keys = ["frame", "pixel"]
    let frame = try node.member("frame", of: keys, required: true)!.string()
    let pixel = try node.member("pixel", of: keys, required: true)!.numbers(2, within: 1e6)
    return LandmarkClick(frame: frame, pixel: [pixel[0], pixel[1]])
  }
}

/// A value of a JSON text and where it stands, for messages.
private struct Node {
  let file: String
  let place: String
  let value: JSONValue

  func fault(_ expected: FindingValue, found: FindingValue? = nil) -> LandmarkFileError {
    .invalid(
      file: file, place: place == "top" ? .phrase("top") : .text(place), expected: expected,
      found: found ?? value.kind)
  }

  func object() throws(LandmarkFileError) -> [String: JSONValue] {
    guard case .group(let members) = value else { throw fault(.phrase("object")) }
    return members
  }

  /// A member of an object that may have the given keys only.
  func member(_ key: String, of known: [String], required: Bool) throws(LandmarkFileError) -> Node? {
    let members = try object()
    if let unknown = members.keys.filter({ !known.contains($0) }).min() {
      throw fault(.oneOf(known), found: .phrase("the_key", ["key": .quoted(unknown)]))
    }
    guard let member = members[key] else {
      if required { throw fault(.phrase("the_key", ["key": .text("\"\(key)\"")]), found: .phrase("none")) }
      return nil
    }
    return Node(file: file, place: place == "top" ? key : "\(place).\(key)", value: member)
  }

  func array(atMost limit: Int) throws(LandmarkFileError) -> [Node] {
    guard case .list(let items) = value, items.count <= limit else {
      throw fault(.phrase("list_at_most", ["limit": .count(limit)]))
    }
    return items.enumerated().map { Node(file: file, place: "\(place)[\($0.offset)]", value: $0.element) }
  }

  func string() throws(LandmarkFileError) -> String {
    guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= 256 else {
      throw fault(.phrase("text_of_bytes", ["low": .count(1), "high": .count(256)]))
    }
    return text
  }

  func number(within limit: Double) throws(LandmarkFileError) -> Double {
    guard let number = value.asNumber, number.isFinite, abs(number) <= limit else {
      throw fault(.phrase("number_at_most", ["limit": .number(limit, decimals: 0)]))
    }
    return number
  }

  func index() throws(LandmarkFileError) -> Int {
    guard let number = value.asNumber, let index = Int32(exactly: number), index >= 0 else {
      throw fault(.phrase("whole_number_from", ["low": .count(0)]))
    }
    return Int(index)
  }

  func numbers(_ count: Int, within limit: Double) throws(LandmarkFileError) -> [Double] {
    guard case .list(let items) = value, items.count == count else {
      throw fault(.phrase("list_of_numbers", ["count": .count(count)]))
    }
    var numbers: [Double] = []
    for item in try array(atMost: count) { numbers.append(try item.number(within: limit)) }
    return numbers
  }
}

extension JSONValue {
  /// The value in a few words: a list or an object by its size alone, for it may hold a thousand clicks.
  fileprivate var kind: FindingValue {
    switch self {
    case .count(let value): .text("\(Double(value))")
    case .number(let value): .text("\(value)")
    case .text(let value): .quoted(value)
    case .list(let items): .phrase("list_of", ["count": .count(items.count)])
    case .group(let members): .phrase("object_of", ["count": .count(members.count)])
    case .none, .flag: .text(summary)
    }
  }
}
