internal import Yams

/// What every value has in common.
extension FeedbackFileParser {
  func check(_ node: Node, keys: [String], in place: String) throws(FeedbackFileError) {
    guard let mapping = node.mapping else { throw fault(node, "\(place): expected keys, found \(summary(node))") }
    var seen: Set<String> = []
    for key in mapping.keys {
      guard let name = key.string, keys.contains(name) else {
        throw fault(key, "\(place): expected keys of Docs/formats/feedback.md, found the unknown key \(summary(key))")
      }
      guard seen.insert(name).inserted else { throw fault(key, "\(place): the key `\(name)` stands twice") }
    }
  }

  func text(_ key: String) throws(FeedbackFileError) -> String? {
    guard let node = top.mapping?[key] else { return nil }
    guard let text = node.scalar?.string, !text.isEmpty, text.count <= 100 else {
      throw fault(node, "`\(key)`: expected a short text, found \(summary(node))")
    }
    return text
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: Node, _ name: String, _ type: Choice.Type, _ words: [String]? = nil
  ) throws(FeedbackFileError) -> Choice where Choice.RawValue == String {
    let words = words ?? Choice.allCases.map(\.rawValue)
    guard let word = node.scalar?.string, words.contains(word), let value = Choice(rawValue: word) else {
      throw fault(node, "\(name): expected one of \(words.joined(separator: ", ")), found \(summary(node))")
    }
    return value
  }

  func plainNumber(_ node: Node) -> Double? {
    guard let scalar = node.scalar, scalar.style == .any || scalar.style == .plain,
      let value = Double(scalar.string), value.isFinite
    else { return nil }
    return value
  }

  func fault(_ node: Node, _ problem: String) -> FeedbackFileError {
    .invalid(path: path, place: node.mark.map { "line \($0.line)" }, problem)
  }

  func summary(_ node: Node) -> String {
    if let text = node.scalar?.string { return "`\(text.filter { !$0.isNewline }.prefix(40))`" }
    return node.sequence.map { "a list of \($0.count)" } ?? "keys"
  }

  static func text(_ number: Double) -> String {
    number == number.rounded() ? String(Int(number)) : "\(number)"
  }
}
