import Diagnostics
import Foundation
public import Files

extension FileKind {
  /// A cap file (`cap.yaml`).
  package static let cap = FileKind(unreadable: .capFileUnreadable, invalid: .capFileInvalid)
}

/// Reads cap files (`cap.yaml`).
public enum CapFile {
  /// The cap that a file describes.
  public static func read(_ url: URL) throws(FileError) -> Cap {
    try parse(FileKind.cap.text(url.path), path: url.path)
  }

  /// The cap that a text describes; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(FileError) -> Cap {
    let root = try FileNode(yaml: text, of: .cap, file: path)
    try root.check(keys: ["dictionary", "marker_size_mm", "ids", "thickness_mm", "landmarks", "torso", "board"])
    let dictionary = try dictionary(root["dictionary"])
    let ids = try root.optional("ids").map { node throws(FileError) in try Self.ids(node, of: dictionary) }
    return Cap(
      dictionary: dictionary, markerSize: try markerSize(root), ids: ids,
      thickness: try root.optional("thickness_mm").map(thickness) ?? 0.001,
      landmarks: try root.optional("landmarks").map { node throws(FileError) in
        try landmarks(node, of: dictionary)
      } ?? [:],
      torso: try root.optional("torso").map { node throws(FileError) in
        try torso(node, of: dictionary, besides: ids)
      },
      board: try root.optional("board").map { node throws(FileError) in try board(node, of: ids) })
  }

  /// How the markers of a flat board stand; each of `ids` has its place.
  private static func board(_ node: FileNode, of ids: Set<Int>?) throws(FileError) -> MarkerBoard {
    try node.check(keys: ["columns", "rows", "pitch_mm", "ruler_mm"])
    let count = { (key: String) throws(FileError) in try whole(node[key], in: MarkerBoard.counts) }
    let length = { (key: String, range: ClosedRange<Double>) throws(FileError) in try metres(node[key], mm: range) }
    let board = MarkerBoard(
      columns: try count("columns"), rows: try count("rows"), pitch: try length("pitch_mm", 1...400),
      ruler: try length("ruler_mm", 10...2000))
    guard ids?.count == board.count else {
      throw node.fault(.phrase("ids_of_board", ["count": .count(board.count)]), found: .count(ids?.count ?? 0))
    }
    return board
  }

  /// The print on the chest: keys of a cap, in a mapping of its own.
  private static func torso(
    _ node: FileNode, of dictionary: MarkerDictionary, besides cap: Set<Int>?
  ) throws(FileError) -> TorsoPatch {
    try node.check(keys: ["marker_size_mm", "ids"])
    let (size, ids) = (try markerSize(node), try Self.ids(node["ids"], of: dictionary))
    if let shared = cap?.intersection(ids).min() {
      throw try node["ids"].fault(.phrase("torso_ids_of_its_own"), found: .phrase("id_of_cap", ["id": .count(shared)]))
    }
    guard ids.count >= TorsoPatch.leastMarkers else {
      throw try node["ids"].fault(
        .phrase("torso_ids", ["least": .count(TorsoPatch.leastMarkers)]), found: .count(ids.count))
    }
    return TorsoPatch(markerSize: size, ids: ids)
  }

  private static func dictionary(_ node: FileNode) throws(FileError) -> MarkerDictionary {
    guard let dictionary = node.string.flatMap(MarkerDictionary.init(name:)) else {
      throw node.fault(.phrase("dictionary_name"))
    }
    return dictionary
  }

  /// Metres.
  private static func markerSize(_ node: FileNode) throws(FileError) -> Double {
    try metres(node["marker_size_mm"], mm: 1...200)
  }

  /// Metres; a value below that of any cloth is a mistake.
  private static func thickness(_ node: FileNode) throws(FileError) -> Double {
    let range = Cap.thicknessesMm
    guard let value = number(node), value == 0 || range.contains(value) else {
      throw node.fault(.phrase("zero_or", ["other": .number(in: range)]))
    }
    return value / 1000
  }

  private static func ids(_ node: FileNode, of dictionary: MarkerDictionary) throws(FileError) -> Set<Int> {
    guard let items = try? node.items else {
      throw node.fault(.phrase("list_of_ids", ["form": .text("[0, 3, 7-12]")]))
    }
    var ids: Set<Int> = []
    for item in items {
      for id in try range(item, dictionary) where !ids.insert(id).inserted {
        throw item.fault(.phrase("each_id_once"), found: .phrase("twice", ["name": .count(id)]))
      }
    }
    return ids
  }

  /// One id, or the ids from a to b of `a-b`.
  private static func range(_ node: FileNode, _ dictionary: MarkerDictionary) throws(FileError) -> ClosedRange<Int> {
    let ends = (node.string ?? "").split(separator: "-", omittingEmptySubsequences: false)
      .map { Int($0.trimmingCharacters(in: .whitespaces)) }
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
      throw node.fault(.phrase("id_or_range"))
    }
    guard first >= 0, last < dictionary.count else {
      throw node.fault(
        .phrase("ids_of", ["last": .count(dictionary.count - 1), "dictionary": .text(dictionary.name)]),
        found: .count(last))
    }
    return first...last
  }

  private static func landmarks(
    _ node: FileNode, of dictionary: MarkerDictionary
  ) throws(FileError) -> [String: Int] {
    guard node.isGroup else { throw node.fault(.phrase("id_for_each_landmark")) }
    var landmarks: [String: Int] = [:]
    let known = 0...dictionary.count - 1
    for name in try node.keys {
      landmarks[name] = try whole(node[name], in: known)
    }
    return landmarks
  }

  /// A length in millimetres, as metres.
  private static func metres(_ node: FileNode, mm range: ClosedRange<Double>) throws(FileError) -> Double {
    guard let value = number(node), range.contains(value) else { throw node.fault(.number(in: range)) }
    return value / 1000
  }

  private static func whole(_ node: FileNode, in range: ClosedRange<Int>) throws(FileError) -> Int {
    guard let value = number(node).flatMap({ Int(exactly: $0) }), range.contains(value) else {
      throw node.fault(.wholeNumber(range))
    }
    return value
  }

  /// A number, also one in quotes, as some programs write all values; nil for anything else.
  private static func number(_ node: FileNode) -> Double? { node.string.flatMap { Double($0) } }
}
