package import Diagnostics
package import Platform
internal import Yams

/// A value of a JSON or YAML file, and where it stands there: what is read through it is checked, and an error names the
/// file, the place, what was expected and what was found.
public struct FileNode {
  /// The kind of file it stands in.
  let kind: FileKind
  /// The file, as messages name it.
  package let file: String
  /// The keys and numbers that lead to it, such as `levels[0].name`; empty for the top.
  package let key: String
  private let content: Content

  private enum Content {
    case json(JSONValue)
    case yaml(Node)
  }

  /// The top of a JSON text; `form` says what else the text might have been.
  package init(
    json text: Data, of kind: FileKind, file: String, form: FindingValue = .text("JSON")
  ) throws(FileError) {
    do throws(JSONText.Fault) {
      self.init(try JSONText.decode(JSONValue.self, from: text), of: kind, file: file)
    } catch {
      let found = if case .tooDeep = error { error.found } else { FindingValue.phrase("text_that_is_not") }
      throw kind.fault(in: file, at: .phrase("text"), expected: form, found: found)
    }
  }

  /// The top of a YAML text; an empty one has no keys.
  package init(yaml text: String, of kind: FileKind, file: String) throws(FileError) {
    do throws(PlainYAML.Fault) {
      let top = try PlainYAML.compose(text) ?? Node([(Node, Node)]())
      (self.kind, self.file, key, content) = (kind, file, "", .yaml(top))
    } catch { throw kind.fault(in: file, at: .phrase("text"), expected: .text("YAML"), found: error.found) }
  }

  /// A value as the top of a file.
  package init(_ value: JSONValue, of kind: FileKind, file: String) {
    (self.kind, self.file, key, content) = (kind, file, "", .json(value))
  }

  private init(_ content: Content, key: String, in parent: FileNode) {
    (kind, file, self.key, self.content) = (parent.kind, parent.file, key, content)
  }

  // MARK: Errors

  /// The line, in YAML, and the key.
  package var place: FindingValue {
    let name: FindingValue = key.isEmpty ? .phrase("top") : .text("`\(key)`")
    guard case .yaml(let node) = content, let mark = node.mark else { return name }
    return .list([.line(mark.line), name])
  }

  /// The error that this value is not what it should be.
  package func fault(_ expected: FindingValue, found: FindingValue? = nil) -> FileError {
    kind.fault(in: file, at: place, expected: expected, found: found ?? self.found)
  }

  private var found: FindingValue {
    switch content {
    case .json(let value): return value.described
    case .yaml(let node):
      if let text = node.scalar?.string { return .text("`\(text.printable(limit: 80))`") }
      if let items = node.sequence { return .phrase("list_of", ["count": .count(items.count)]) }
      return .phrase("keys_found", ["keys": .names(node.mapping?.keys.compactMap(\.string) ?? [])])
    }
  }

  // MARK: What it is

  /// True for a group of members.
  package var isGroup: Bool { names != nil }

  /// True for a list.
  package var isList: Bool { elements != nil }

  /// True for null, which YAML files hold none of.
  package var isNull: Bool { if case .json(.none) = content { true } else { false } }

  /// A text, of any length; nil for anything else. In YAML, words and figures are texts as well.
  package var string: String? {
    switch content {
    case .json(.text(let text)): text
    case .json: nil
    case .yaml(let node): node.scalar?.string
    }
  }

  /// A number of JSON in digits, where the file may have it for a text; nil for anything else.
  private var figure: String? {
    guard kind.takesNumbersAsText else { return nil }
    return switch content {
    case .json(.count(let value)): "\(value)"
    case .json(.number(let value)): "\(value)"
    default: nil
    }
  }

  /// The names of the members in order, those of YAML as they stand, with the value of each; nil where it is no group.
  private var names: [(name: String, key: Content)]? {
    switch content {
    case .json(.group(let members)): members.keys.sorted().map { ($0, .json(.text($0))) }
    case .json: nil
    case .yaml(let node): node.mapping?.keys.map { ($0.string ?? "?", .yaml($0)) }
    }
  }

  private var elements: [Content]? {
    switch content {
    case .json(.list(let items)): items.map { .json($0) }
    case .json: nil
    case .yaml(let node): node.sequence?.map { .yaml($0) }
    }
  }

  private func path(_ name: String) -> String { key.isEmpty ? name : "\(key).\(name)" }

  // MARK: Members

  /// Checks that this is a group of members with known names only, each once.
  package func check(keys known: [String]) throws(FileError) {
    guard let names else { throw fault(.phrase("the_keys", ["keys": .names(known)])) }
    var seen: Set<String> = []
    for (name, content) in names {
      let key = FileNode(content, key: path(name), in: self)
      guard known.contains(name) else {
        let expected = known.nearest(to: name).map { FindingValue.phrase("the_key", ["key": .text("`\($0)`")]) }
        throw key.fault(
          expected ?? .phrase("one_of_keys", ["keys": .names(known)]),
          found: .phrase("an_unknown_key", ["key": .text("`\(name)`")]))
      }
      guard seen.insert(name).inserted else { throw key.fault(.phrase("each_key_once"), found: .phrase("it_twice")) }
    }
  }

  /// The names of the members, each once.
  package var keys: [String] {
    get throws(FileError) {
      guard let names = names.map({ $0.map(\.name) }) else { throw fault(.phrase("keys")) }
      try check(keys: names)
      return names
    }
  }

  /// A member that must be there.
  package subscript(name: String) -> FileNode {
    get throws(FileError) {
      guard let member = optional(name) else {
        throw fault(.phrase("the_key", ["key": .text("`\(name)`")]), found: .phrase("none"))
      }
      return member
    }
  }

  /// A member that may be there.
  package func optional(_ name: String) -> FileNode? {
    switch content {
    case .json(.group(let members)): members[name].map { FileNode(.json($0), key: path(name), in: self) }
    case .json: nil
    case .yaml(let node): node.mapping?[name].map { FileNode(.yaml($0), key: path(name), in: self) }
    }
  }

  // MARK: Values

  /// The items of a list that has at least one.
  package var items: [FileNode] {
    get throws(FileError) {
      guard let elements, !elements.isEmpty, elements.count <= 10_000 else {
        throw fault(.phrase("list_with_entries"))
      }
      return nodes(elements)
    }
  }

  /// The items of a list that may be empty.
  package func items(atMost limit: Int) throws(FileError) -> [FileNode] {
    guard let elements, elements.count <= limit else {
      throw fault(.phrase("list_at_most", ["limit": .count(limit)]))
    }
    return nodes(elements)
  }

  private func nodes(_ elements: [Content]) -> [FileNode] {
    elements.enumerated().map { FileNode($0.element, key: "\(key)[\($0.offset)]", in: self) }
  }

  /// A text of one line, of 1 to 1000 bytes.
  package var text: String {
    get throws(FileError) { try text(atMost: 1000) }
  }

  /// A text of one line that is not longer, in bytes.
  package func text(atMost limit: Int) throws(FileError) -> String {
    guard let text = string ?? figure, !text.isEmpty, text.utf8.count <= limit,
      text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else { throw fault(.phrase("one_line")) }
    return text
  }

  /// A finite number within a range.
  package func number(in range: ClosedRange<Double>) throws(FileError) -> Double {
    let value: Double? =
      switch content {
      case .json(let value): value.asNumber
      case .yaml: plain.flatMap { Double($0) }
      }
    guard let value, range.contains(value) else { throw fault(.number(in: range)) }
    return value
  }

  /// A list of so many numbers, each within a range.
  package func numbers(_ count: Int, in range: ClosedRange<Double>) throws(FileError) -> [Double] {
    guard let elements, elements.count == count else {
      throw fault(.phrase("list_of_numbers", ["count": .count(count)]))
    }
    var numbers: [Double] = []
    for item in nodes(elements) { numbers.append(try item.number(in: range)) }
    return numbers
  }

  /// A whole number within a range.
  package func whole(in range: ClosedRange<Int>) throws(FileError) -> Int {
    let value: Int? =
      switch content {
      case .json(let value): value.asCount
      case .yaml: plain.flatMap { Int($0) ?? Double($0).flatMap { Int(exactly: $0) } }
      }
    guard let value, range.contains(value) else { throw fault(.wholeNumber(range)) }
    return value
  }

  /// A scalar without quotes.
  private var plain: String? {
    guard case .yaml(let node) = content, let scalar = node.scalar, scalar.style == .any || scalar.style == .plain
    else { return nil }
    return scalar.string
  }

  /// True or false.
  package var flag: Bool {
    get throws(FileError) {
      if case .json(.flag(let value)) = content { return value }
      guard let plain, ["true", "false"].contains(plain) else { throw fault(.oneOf(["true", "false"])) }
      return plain == "true"
    }
  }

  /// One of a few words.
  package func choice(_ words: [String]) throws(FileError) -> String {
    guard let word = string, words.contains(word) else {
      throw fault(words.count > 1 ? .oneOf(words) : .names(words))
    }
    return word
  }

  /// One of the raw values of an enumeration.
  package func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type) throws(FileError) -> Choice
  where Choice.RawValue == String {
    Choice(rawValue: try choice(Choice.allCases.map(\.rawValue)))!
  }
}
