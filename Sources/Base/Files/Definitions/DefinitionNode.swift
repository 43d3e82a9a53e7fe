package import Diagnostics
internal import Yams

/// A value of a YAML text and where it stands, for messages.
package struct DefinitionNode {
  let file: String
  private let key: String
  private let node: Node

  /// The top of a text.
  package static func root(_ text: String, file: String) throws(DefinitionError) -> DefinitionNode {
    let top: Node?
    do throws(PlainYAML.Fault) { top = try PlainYAML.compose(text) } catch {
      throw .invalid(file: file, place: .phrase("text"), expected: .text("YAML"), found: error.found)
    }
    guard let top else {
      throw .invalid(file: file, place: .phrase("text"), expected: .phrase("keys"), found: .phrase("nothing"))
    }
    return DefinitionNode(file: file, key: "top", node: top)
  }

  private init(file: String, key: String, node: Node) { (self.file, self.key, self.node) = (file, key, node) }

  private var place: FindingValue { .list((node.mark.map { [.line($0.line)] } ?? []) + [.text("`\(key)`")]) }

  /// An error about this value.
  package func fault(_ expected: FindingValue, found: FindingValue? = nil) -> DefinitionError {
    .invalid(file: file, place: place, expected: expected, found: found ?? summary)
  }

  private var summary: FindingValue {
    if let text = node.scalar?.string { return .quoted(text) }
    if let items = node.sequence { return .phrase("list_of", ["count": .count(items.count)]) }
    return .phrase("keys_found", ["keys": .names(node.mapping?.keys.compactMap(\.string) ?? [])])
  }

  /// Checks that this is a mapping that has known keys only, each once.
  package func check(keys known: [String]) throws(DefinitionError) {
    guard let mapping = node.mapping else { throw fault(.phrase("the_keys", ["keys": .names(known)])) }
    var seen: Set<String> = []
    for name in mapping.keys {
      let key = DefinitionNode(file: file, key: path(name.string ?? "?"), node: name)
      guard let text = name.string, known.contains(text) else {
        throw key.fault(.phrase("one_of_keys", ["keys": .names(known)]), found: .phrase("an_unknown_key"))
      }
      guard seen.insert(text).inserted else { throw key.fault(.phrase("each_key_once"), found: .phrase("it_twice")) }
    }
  }

  private func path(_ name: String) -> String { key == "top" ? name : "\(key).\(name)" }

  /// The names of a mapping's members, each once.
  package var keys: [String] {
    get throws(DefinitionError) {
      let names = node.mapping.map { $0.keys.compactMap(\.string) } ?? []
      try check(keys: names)
      return names
    }
  }

  /// A member that must be there.
  package subscript(name: String) -> DefinitionNode {
    get throws(DefinitionError) {
      guard let member = optional(name) else {
        throw fault(.phrase("the_key", ["key": .text("`\(name)`")]), found: .phrase("none"))
      }
      return member
    }
  }

  /// A member that may be there.
  package func optional(_ name: String) -> DefinitionNode? {
    node.mapping?[name].map { DefinitionNode(file: file, key: path(name), node: $0) }
  }

  /// The items of a list that has at least one.
  package var items: [DefinitionNode] {
    get throws(DefinitionError) {
      guard let sequence = node.sequence, !sequence.isEmpty, sequence.count <= 10_000 else {
        throw fault(.phrase("list_with_entries"))
      }
      return sequence.enumerated().map { DefinitionNode(file: file, key: "\(key)[\($0.offset)]", node: $0.element) }
    }
  }

  /// A text of 1 to 1000 bytes.
  package var text: String {
    get throws(DefinitionError) {
      guard let text = node.scalar?.string, !text.isEmpty, text.utf8.count <= 1000,
        text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
      else { throw fault(.phrase("one_line")) }
      return text
    }
  }

  /// A finite number within a range.
  package func number(in range: ClosedRange<Double>) throws(DefinitionError) -> Double {
    guard let scalar = node.scalar, scalar.style == .any || scalar.style == .plain, let value = Double(scalar.string),
      range.contains(value)
    else { throw fault(.number(in: range)) }
    return value
  }

  /// A whole number within a range.
  package func whole(in range: ClosedRange<Int>) throws(DefinitionError) -> Int {
    guard let scalar = node.scalar, scalar.style == .any || scalar.style == .plain, let value = Int(scalar.string),
      range.contains(value)
    else { throw fault(.wholeNumber(range)) }
    return value
  }

  /// One of a few words.
  package func choice(_ words: [String]) throws(DefinitionError) -> String {
    guard let word = node.scalar?.string, words.contains(word) else {
      throw fault(words.count > 1 ? .oneOf(words) : .names(words))
    }
    return word
  }

  /// One of the raw values of an enumeration.
  package func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) throws(DefinitionError) -> Choice
  where Choice.RawValue == String {
    Choice(rawValue: try choice(Choice.allCases.map(\.rawValue)))!
  }
}
