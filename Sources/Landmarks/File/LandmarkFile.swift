import Diagnostics
import Geometry
internal import Inputs
import Platform

/// One click of an operator: a pixel of a colour frame.
public struct LandmarkClick: Sendable, Equatable {
  /// The frame's name: its timestamp as the recording writes it.
  public var frame: String
  /// The pixel; centres at integers.
  public var pixel: Vector2

  /// A click from its parts.
  public init(frame: String, pixel: Vector2) {
    self.frame = frame
    self.pixel = pixel
  }
}

/// What a landmark file (`LANDMARKS.json`) says about each landmark.
public struct LandmarkFile: Sendable, Equatable {
  /// How a landmark is given.
  public enum Entry: Sendable, Equatable {
    /// Clicks in colour frames, at least one.
    case clicks([LandmarkClick])
    /// A point in metres in the frame of a mesh, and its standard deviation (metres) where the file has one.
    case point(Vector3, standardDeviation: Double?)
    /// A vertex of the mesh file, counted from 0, and its standard deviation (metres) where the file has one.
    case vertex(Int, standardDeviation: Double?)
  }

  /// The file's name, for messages.
  public var name: String
  /// Where the landmarks come from: picked, unless the file says otherwise.
  public var source = LandmarkSource.picked
  /// What the file gives; a landmark with an empty list was not picked and is absent.
  public var entries: [Landmark: Entry]

  /// No landmark file is larger, in bytes; a larger one is not read.
  static let largestBytes = 1 << 20

  /// A file from its parts.
  public init(name: String, entries: [Landmark: Entry]) {
    self.name = name
    self.entries = entries
  }

  /// Reads a file.
  public static func read(_ url: URL) throws(LandmarkFileError) -> LandmarkFile {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      if case .tooLarge = error {
        throw .invalid(
          file: url.path, place: .phrase("size"), expected: .atMostMiB(largestBytes >> 20), found: error.found)
      }
      throw .unreadable(file: url.path, found: error.found)
    }
    return try parse(Data(bytes), name: url.path)
  }

  /// The landmarks of a file that gives points or vertices, in metres in the frame of the mesh.
  ///
  /// - Parameter vertices: the mesh file's vertices in metres, in its order; nil where they have none (STL).
  /// - Throws: ``LandmarkFileError`` where one is given by clicks or names no vertex.
  public func points(vertices: [Vector3]? = nil) throws(LandmarkFileError) -> HeadLandmarks {
    var estimates: [Landmark: LandmarkEstimate] = [:]
    for (landmark, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let (point, deviation): (Vector3, Double?)
      switch entry {
      case .clicks: throw .clicksWithoutFrames(file: name, landmark: landmark)
      case .point(let at, let sd): (point, deviation) = (at, sd)
      case .vertex(let index, let sd):
        guard let vertices else { throw .verticesWithoutNumbers(file: name, landmark: landmark) }
        guard vertices.indices.contains(index) else {
          throw .noSuchVertex(file: name, landmark: landmark, vertex: index, vertices: vertices.count)
        }
        (point, deviation) = (vertices[index], sd)
      }
      estimates[landmark] = LandmarkEstimate.combining([point], source: source)
      if let deviation { estimates[landmark] = estimates[landmark]?.stating(standardDeviation: deviation) }
    }
    return HeadLandmarks(estimates)
  }
}

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
