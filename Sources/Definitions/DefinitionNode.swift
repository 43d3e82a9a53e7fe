import Diagnostics
internal import Inputs
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
      throw .invalid(file: file, place: "text", expected: "YAML", found: error.found)
    }
    guard let top else { throw .invalid(file: file, place: "text", expected: "keys", found: "nothing") }
    return DefinitionNode(file: file, key: "top", node: top)
  }

  private init(file: String, key: String, node: Node) { (self.file, self.key, self.node) = (file, key, node) }

  private var place: String { (node.mark.map { "line \($0.line), " } ?? "") + "`\(key)`" }

  /// An error about this value.
  package func fault(_ expected: String, found: String? = nil) -> DefinitionError {
    .invalid(file: file, place: place, expected: expected, found: found ?? summary)
  }

  private var summary: String {
    if let text = node.scalar?.string { return text.quoted }
    if let items = node.sequence { return "a list of \(items.count)" }
    return "keys (" + (node.mapping.map { $0.keys.compactMap(\.string).joined(separator: ", ") } ?? "") + ")"
  }

  /// Checks that this is a mapping that has known keys only, each once.
  package func check(keys known: [String]) throws(DefinitionError) {
    guard let mapping = node.mapping else { throw fault("the keys " + known.joined(separator: ", ")) }
    var seen: Set<String> = []
    for name in mapping.keys {
      let key = DefinitionNode(file: file, key: path(name.string ?? "?"), node: name)
      guard let text = name.string, known.contains(text) else {
        throw key.fault("one of the keys " + known.joined(separator: ", "), found: "an unknown key")
      }
      guard seen.insert(text).inserted else { throw key.fault("each key once", found: "it twice") }
    }
  }

  private func path(_ name: String) -> String { key == "top" ? name : "\(key).\(name)" }

  /// A member that must be there.
  package subscript(name: String) -> DefinitionNode {
    get throws(DefinitionError) {
      guard let member = optional(name) else { throw fault("the key `\(name)`", found: "none") }
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
        throw fault("a list with at least one entry")
      }
      return sequence.enumerated().map { DefinitionNode(file: file, key: "\(key)[\($0.offset)]", node: $0.element) }
    }
  }

  /// A text of 1 to 1000 bytes.
  package var text: String {
    get throws(DefinitionError) {
      guard let text = node.scalar?.string, !text.isEmpty, text.utf8.count <= 1000,
        text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
      else { throw fault("a text of one line") }
      return text
    }
  }

  /// A finite number within a range.
  package func number(in range: ClosedRange<Double>) throws(DefinitionError) -> Double {
    guard let scalar = node.scalar, scalar.style == .any || scalar.style == .plain, let value = Double(scalar.string),
      range.contains(value)
    else { throw fault("a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))") }
    return value
  }

  /// A whole number within a range.
  package func whole(in range: ClosedRange<Int>) throws(DefinitionError) -> Int {
    guard let scalar = node.scalar, scalar.style == .any || scalar.style == .plain, let value = Int(scalar.string),
      range.contains(value)
    else { throw fault("a whole number from \(range.lowerBound) to \(range.upperBound)") }
    return value
  }

  /// One of a few words.
  package func choice(_ words: [String]) throws(DefinitionError) -> String {
    guard let word = node.scalar?.string, words.contains(word) else {
      throw fault((words.count > 1 ? "one of " : "") + words.joined(separator: ", "))
    }
    return word
  }

  /// One of the raw values of an enumeration.
  package func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) throws(DefinitionError) -> Choice
  where Choice.RawValue == String {
    Choice(rawValue: try choice(Choice.allCases.map(\.rawValue)))!
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }
}
