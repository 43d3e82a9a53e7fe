public import Files
public import Diagnostics

/// What the operator of a scan is asked.
public struct RatingForm: Sendable, Equatable {
  /// Name and version, which identify the form in ratings.
  public let name, version: String
  /// The form's title, one line.
  public let title: String
  /// The questions in their order; each key once.
  public let fields: [Field]

  /// A question.
  public struct Field: Sendable, Equatable {
    /// Its name in files and options.
    public let key: String
    /// The text of the question.
    public let question: String
    /// The answers that are allowed.
    public let kind: Kind
    /// Whether it must be answered.
    public let isRequired: Bool
  }

  /// What may be answered.
  public enum Kind: Sendable, Equatable {
    /// A whole number.
    case number(ClosedRange<Int>)
    /// One of a few words.
    case choice([String])
    /// A line of at most this many characters.
    case text(longest: Int)
  }

  /// The field of a name.
  func field(_ key: String) -> Field? { fields.first { $0.key == key } }
}

extension RatingForm.Field {
  /// The answer that a text gives; nil for an empty one where none is needed. Spaces around it don't count.
  public func answer(_ text: String) throws(RatingError) -> RatingAnswer? {
    let text = text.trimmed
    if text.isEmpty && !isRequired { return nil }
    switch kind {
    case .number(let range):
      if let value = Int(text), range.contains(value) { return .number(value) }
    case .choice(let words):
      if words.contains(text) { return .text(text) }
    case .text(let longest):
      let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      if !text.isEmpty, isPlain, text.count <= longest { return .text(text) }
    }
    throw .wrong(field: key, expected: expected, found: text)
  }

  /// What may be answered, in words.
  public var expected: FindingValue {
    let wanted: FindingValue =
      switch kind {
      case .number(let range): .wholeNumber(range)
      case .choice(let words): .oneOf(words)
      case .text(let longest): .phrase("line_at_most", ["limit": .count(longest)])
      }
    return isRequired ? wanted : .phrase("or_nothing", ["wanted": wanted])
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}

extension RatingForm: Definition {
  public static let kind = "rating form"

  public static let builtIn = embedded([PackageResources.standard_yaml])

  /// The form that a file defines.
  ///
  /// - Throws: ``FileError``.
  public static func read(_ root: FileNode) throws(FileError) -> RatingForm {
    try root.check(keys: ["schema", "name", "version", "title", "fields"])
    _ = try root["schema"].choice(["calvaria/rating-form/1"])
    var fields: [Field] = []
    for node in try root["fields"].items {
      let field = try Self.field(node)
      if fields.contains(where: { $0.key == field.key }) { throw try node["key"].fault(.phrase("own_key")) }
      fields.append(field)
    }
    return RatingForm(
      name: try root["name"].text, version: try root["version"].text, title: try root["title"].text, fields: fields)
  }

  private static func field(_ node: FileNode) throws(FileError) -> Field {
    let kinds = ["number": ["from", "to"], "choice": ["choices"], "text": ["longest"]]
    // The type first: it says which keys there are.
    try node.check(keys: ["key", "question", "type", "required"] + kinds.values.joined().sorted())
    let type = try node["type"].choice(kinds.keys.sorted())
    try node.check(keys: ["key", "question", "type", "required"] + kinds[type]!)
    return Field(
      key: try key(node["key"]), question: try node["question"].text, kind: try answers(node, type),
      isRequired: try node.optional("required")?.choice(["true", "false"]) != "false")
  }

  private static func key(_ node: FileNode) throws(FileError) -> String {
    let text = try node.text
    guard text.wholeMatch(of: /[a-z][a-z0-9_]{0,39}/) != nil else {
      throw node.fault(.phrase("field_name"))
    }
    return text
  }

  private static func answers(_ node: FileNode, _ type: String) throws(FileError) -> Kind {
    switch type {
    case "number":
      let limits = -1_000_000...1_000_000
      let (from, to) = (try node["from"].whole(in: limits), try node["to"].whole(in: limits))
      guard from < to else { throw try node["to"].fault(.phrase("number_above", ["low": .count(from)])) }
      return .number(from...to)
    case "choice": return .choice(try choices(node["choices"]))
    default: return .text(longest: try node["longest"].whole(in: 1...10_000))
    }
  }

  private static func choices(_ node: FileNode) throws(FileError) -> [String] {
    var words: [String] = []
    for item in try node.items {
      let word = try item.text
      guard !words.contains(word), word.first?.isWhitespace == false, word.last?.isWhitespace == false else {
        throw item.fault(.phrase("own_choice"))
      }
      words.append(word)
    }
    guard words.count > 1 else { throw node.fault(.phrase("two_choices")) }
    return words
  }
}
