import Diagnostics
import Foundation
internal import Files
import Yams

/// Reads cap files (`cap.yaml`).
public enum CapFile {
  /// The largest cap file that is read.
  static let largestBytes = 1 << 20

  /// The cap that a file describes.
  public static func read(_ url: URL) throws(CapFileError) -> Cap {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      if case .tooLarge = error {
        throw CapFileError.invalid(
          path: url.path, place: nil, .expected(.atMostMiB(largestBytes >> 20), found: error.found))
      }
      throw CapFileError.unreadable(path: url.path, found: error.found)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CapFileError.invalid(
        path: url.path, place: nil, .expected(.phrase("utf8_text"), found: .phrase("something_else")))
    }
    return try parse(text, path: url.path)
  }

  /// The cap that a text describes; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(CapFileError) -> Cap {
    let root: Node?
    do throws(PlainYAML.Fault) { root = try PlainYAML.compose(text) } catch {
      throw CapFileError.invalid(path: path, place: nil, .expected(.text("YAML"), found: error.found))
    }
    guard let mapping = root?.mapping else {
      throw CapFileError.invalid(
        path: path, place: nil,
        .expected(.phrase("keys_such_as", ["key": .text("dictionary")]), found: .phrase("none")))
    }
    return try CapParser(path: path, mapping: mapping).cap()
  }
}

/// One pass over the keys of a cap file.
struct CapParser {
  let path: String
  let mapping: Node.Mapping

  func cap() throws(CapFileError) -> Cap {
    try check(["dictionary", "marker_size_mm", "ids", "thickness_mm", "landmarks", "torso"])
    let dictionary = try readDictionary()
    let ids = try readIDs(dictionary)
    return Cap(
      dictionary: dictionary,
      markerSize: try number("marker_size_mm", in: 1...200, required: true)! / 1000,
      ids: ids,
      thickness: try thickness() / 1000,
      landmarks: try readLandmarks(dictionary),
      torso: try readTorso(dictionary, besides: ids))
  }

  /// Refuses keys that are unknown or repeated.
  private func check(_ known: [String]) throws(CapFileError) {
    var seen: Set<String> = []
    for key in mapping.keys {
      guard let name = key.string, known.contains(name) else {
        throw fault(key, .expected(.oneOf(known), found: .phrase("the_key", ["key": Self.text(key)])))
      }
      guard seen.insert(name).inserted else { throw fault(key, .phrase("key_twice", ["key": .text(name)])) }
    }
  }

  /// The print on the chest: keys of a cap, in a mapping of its own.
  private func readTorso(
    _ dictionary: MarkerDictionary, besides cap: Set<Int>?
  ) throws(CapFileError) -> TorsoPatch? {
    guard let node = mapping["torso"] else { return nil }
    guard let entries = node.mapping else {
      throw fault(
        node, .expected(.phrase("keys_such_as", ["key": .text("ids")]), found: Self.text(node), of: "torso"))
    }
    let parser = CapParser(path: path, mapping: entries)
    try parser.check(["marker_size_mm", "ids"])
    let size = try parser.number("marker_size_mm", in: 1...200, required: true)! / 1000
    guard let ids = try parser.readIDs(dictionary) else { throw parser.missing("ids") }
    let place = entries["ids"] ?? node
    if let shared = cap?.intersection(ids).min() {
      throw fault(place, .phrase("torso_id_of_cap", ["id": .count(shared)]))
    }
    guard ids.count >= TorsoPatch.leastMarkers else {
      throw fault(
        place,
        .expected(
          .phrase("torso_ids", ["least": .count(TorsoPatch.leastMarkers)]), found: .count(ids.count), of: "ids"))
    }
    return TorsoPatch(markerSize: size, ids: ids)
  }

  private func readDictionary() throws(CapFileError) -> MarkerDictionary {
    guard let node = mapping["dictionary"] else {
      throw missing("dictionary")
    }
    guard let name = node.string, let dictionary = MarkerDictionary(name: name) else {
      throw fault(node, .expected(.phrase("dictionary_name"), found: Self.text(node)))
    }
    return dictionary
  }

  /// Millimetres; a value below that of any cloth is a mistake.
  private func thickness() throws(CapFileError) -> Double {
    let (key, range) = ("thickness_mm", Cap.thicknessesMm)
    let value = try number(key, in: 0...range.upperBound, required: false) ?? 1
    guard value == 0 || range.contains(value) else {
      throw fault(
        mapping[key] ?? Node(key),
        .expected(
          .phrase("zero_or", ["other": .number(in: range)]), found: .text("`\(value)`"), of: key))
    }
    return value
  }

  private func number(
    _ key: String, in range: ClosedRange<Double>, required: Bool
  ) throws(CapFileError) -> Double? {
    guard let node = mapping[key] else {
      if !required { return nil }
      throw missing(key)
    }
    guard case .scalar(let scalar) = node, let value = Double(scalar.string), range.contains(value) else {
      throw fault(node, .expected(.number(in: range), found: Self.text(node), of: key))
    }
    return value
  }

  private func readIDs(_ dictionary: MarkerDictionary) throws(CapFileError) -> Set<Int>? {
    guard let node = mapping["ids"] else { return nil }
    guard let sequence = node.sequence, !sequence.isEmpty else {
      throw fault(
        node,
        .phrase(
          "wanted_of_key", ["key": .text("ids"), "expected": .phrase("list_of_ids", ["form": .text("[0, 3, 7-12]")])]))
    }
    var ids: Set<Int> = []
    for entry in sequence {
      for id in try range(entry, dictionary) where !ids.insert(id).inserted {
        throw fault(entry, .phrase("value_twice", ["key": .text("ids"), "value": .count(id)]))
      }
    }
    return ids
  }

  /// One id, or the ids from a to b of `a-b`.
  private func range(_ node: Node, _ dictionary: MarkerDictionary) throws(CapFileError) -> ClosedRange<Int> {
    let ends = (node.string ?? "").split(separator: "-", omittingEmptySubsequences: false)
      .map { Int($0.trimmingCharacters(in: .whitespaces)) }
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
      throw fault(node, .expected(.phrase("id_or_range"), found: Self.text(node), of: "ids"))
    }
    guard first >= 0, last < dictionary.count else {
      throw fault(
        node,
        .expected(
          .phrase("ids_of", ["last": .count(dictionary.count - 1), "dictionary": .text(dictionary.name)]),
          found: .count(last), of: "ids"))
    }
    return first...last
  }

  private func readLandmarks(_ dictionary: MarkerDictionary) throws(CapFileError) -> [String: Int] {
    guard let node = mapping["landmarks"] else { return [:] }
    guard let entries = node.mapping else {
      throw fault(
        node, .phrase("wanted_of_key", ["key": .text("landmarks"), "expected": .phrase("id_for_each_landmark")]))
    }
    var landmarks: [String: Int] = [:]
    for (key, value) in entries {
      guard let name = key.string, let id = value.int, id >= 0, id < dictionary.count else {
        throw fault(
          value,
          .expected(
            .phrase("id_of", ["dictionary": .text(dictionary.name)]), found: Self.text(value), of: "landmarks"))
      }
      landmarks[name] = id
    }
    return landmarks
  }

  /// A value as the file has it.
  private static func text(_ node: Node) -> FindingValue { .text("`\(node.string ?? "?")`") }

  private func missing(_ key: String) -> CapFileError {
    .invalid(path: path, place: nil, .phrase("key_missing", ["key": .text(key)]))
  }

  private func fault(_ node: Node, _ problem: FindingValue) -> CapFileError {
    .invalid(path: path, place: node.mark.map { .line($0.line) }, problem)
  }
}
