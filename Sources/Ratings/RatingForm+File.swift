import Definitions
import Diagnostics

extension RatingForm: Definition {
  public static let kind = "rating form"

  public static let builtIn = embedded([PackageResources.standard_yaml])

  /// The form that a YAML text defines.
  ///
  /// - Throws: ``DefinitionError/invalid(file:place:expected:found:)``.
  public static func parse(_ text: String, file: String) throws(DefinitionError) -> RatingForm {
    let root = try DefinitionNode.root(text, file: file)
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

  private static func field(_ node: DefinitionNode) throws(DefinitionError) -> Field {
    let kinds = ["number": ["from", "to"], "choice": ["choices"], "text": ["longest"]]
    // The type first: it says which keys there are.
    try node.check(keys: ["key", "question", "type", "required"] + kinds.values.joined().sorted())
    let type = try node["type"].choice(kinds.keys.sorted())
    try node.check(keys: ["key", "question", "type", "required"] + kinds[type]!)
    return Field(
      key: try key(node["key"]), question: try node["question"].text, kind: try answers(node, type),
      isRequired: try node.optional("required")?.choice(["true", "false"]) != "false")
  }

  private static func key(_ node: DefinitionNode) throws(DefinitionError) -> String {
    let text = try node.text
    guard text.wholeMatch(of: /[a-z][a-z0-9_]{0,39}/) != nil else {
      throw node.fault(.phrase("field_name"))
    }
    return text
  }

  private static func answers(_ node: DefinitionNode, _ type: String) throws(DefinitionError) -> Kind {
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

  private static func choices(_ node: DefinitionNode) throws(DefinitionError) -> [String] {
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
