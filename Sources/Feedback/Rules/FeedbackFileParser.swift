internal import Inputs
internal import Yams

/// One pass over a feedback file.
struct FeedbackFileParser {
  let path: String
  let top: Node

  init(_ text: String, path: String) throws(FeedbackFileError) {
    self.path = path
    let root: Node?
    do throws(PlainYAML.Fault) { root = try PlainYAML.compose(text) } catch {
      throw .invalid(path: path, place: nil, "expected YAML, found \(error.found)")
    }
    guard let root else { throw .invalid(path: path, place: nil, "expected keys such as `position`, found none") }
    top = root
  }

  /// Checks the keys at the top and the schema.
  func checkTop() throws(FeedbackFileError) {
    let others = ["schema", "name", "version", "readings", "phrases"]
    let sections = Set(FeedbackRules.numbers.map(\.section))
    try check(top, keys: others + sections.sorted(), in: "the file")
    guard let schema = top.mapping?["schema"], schema.scalar?.string == "calvaria/feedback-rules/1" else {
      throw fault(top, "expected `schema: calvaria/feedback-rules/1`, found another or none")
    }
  }

  /// Reads the thresholds over those that there are; in a whole file none may be missing.
  func readRules(_ rules: inout FeedbackRules, whole: Bool) throws(FeedbackFileError) {
    try readNumbers(&rules, whole: whole)
    try readWords(&rules, whole: whole)
    try readBands(&rules, whole: whole)
  }

  private func readNumbers(_ rules: inout FeedbackRules, whole: Bool) throws(FeedbackFileError) {
    let words = ["coverage": ["needed", "first_view"], "alerts": ["heat"]]
    for (section, numbers) in Dictionary(grouping: FeedbackRules.numbers, by: \.section).sorted(by: { $0.key < $1.key })
    {
      guard let node = top.mapping?[section] else {
        if whole { throw fault(top, "the key `\(section)` is missing") }
        continue
      }
      try check(node, keys: numbers.map(\.key) + (words[section] ?? []), in: "`\(section)`")
      for number in numbers {
        guard let value = node.mapping?[number.key] else {
          if whole { throw fault(node, "the key `\(section).\(number.key)` is missing") }
          continue
        }
        rules[keyPath: number.path] = try read(number, value)
      }
    }
  }

  private func read(_ number: FeedbackRules.Number, _ node: Node) throws(FeedbackFileError) -> Double {
    let name = "`\(number.section).\(number.key)`"
    guard let value = plainNumber(node), number.range.contains(value), !number.isWhole || value == value.rounded(),
      number.choices?.contains(value) ?? true
    else {
      let wanted =
        number.choices.map { "one of " + $0.map(Self.text).joined(separator: ", ") }
        ?? "a \(number.isWhole ? "whole " : "")number from \(Self.text(number.range.lowerBound)) to "
        + Self.text(number.range.upperBound)
      throw fault(node, "\(name): expected \(wanted), found \(summary(node))")
    }
    return value
  }

  private func readWords(_ rules: inout FeedbackRules, whole: Bool) throws(FeedbackFileError) {
    if let node = top.mapping?["alerts"]?.mapping?["heat"] {
      rules.alerts.heat = try choice(node, "`alerts.heat`", Heat.self)
    } else if whole {
      throw fault(top, "the key `alerts.heat` is missing")
    }
    let coverage = top.mapping?["coverage"]?.mapping
    if let node = coverage?["needed"] {
      guard let items = node.sequence else {
        throw fault(node, "`coverage.needed`: expected a list, found \(summary(node))")
      }
      rules.coverage.needed = []
      for item in items {
        let part = try choice(item, "`coverage.needed`", HeadPart.self)
        guard !rules.coverage.needed.contains(part) else {
          throw fault(item, "`coverage.needed`: \(part.rawValue) stands twice")
        }
        rules.coverage.needed.append(part)
      }
    }
    if let node = coverage?["first_view"] {
      rules.coverage.firstView =
        node.scalar?.string == "none" ? nil : try choice(node, "`coverage.first_view`", HeadPart.self, sides)
    }
  }

  private let sides = ["front", "back", "left", "right", "none"]

  private func readBands(_ rules: inout FeedbackRules, whole: Bool) throws(FeedbackFileError) {
    guard let node = top.mapping?["readings"] else {
      if whole { throw fault(top, "the key `readings` is missing") }
      return
    }
    try check(node, keys: Reading.allCases.map(\.key), in: "`readings`")
    for reading in Reading.allCases {
      guard let bands = node.mapping?[reading.key] else { continue }
      let name = "`readings.\(reading.key)`"
      try check(bands, keys: ["good", "fair"], in: name)
      rules.readings[reading] = .init(good: try range(bands, "good", name), fair: try range(bands, "fair", name))
    }
  }

  private func range(_ node: Node, _ key: String, _ name: String) throws(FeedbackFileError) -> ClosedRange<Double> {
    guard let items = node.mapping?[key]?.sequence, items.count == 2, let low = plainNumber(items[0]),
      let high = plainNumber(items[1]), low <= high
    else {
      throw fault(node, "\(name): expected `\(key): [least, most]`, found something else")
    }
    return low...high
  }

  /// Checks what must hold between numbers.
  func check(_ rules: FeedbackRules) throws(FeedbackFileError) {
    let orders = [
      ("position.lost_below", rules.position.lostBelow, "position.regained_from", rules.position.regainedFrom),
      ("coverage.nearest_m", rules.coverage.nearest, "coverage.farthest_m", rules.coverage.farthest),
      ("progress.amber_from", rules.progress.amberFrom, "progress.green_from", rules.progress.greenFrom),
    ]
    for (a, low, b, high) in orders where low > high {
      throw fault(top, "expected `\(a)` to be at most `\(b)`, found \(Self.text(low)) and \(Self.text(high))")
    }
  }
}

extension Reading {
  /// The name in files, with its unit.
  var key: String {
    switch self {
    case .distance: "distance_m"
    case .overlap: "overlap"
    case .cvai: "cvai_percent"
    }
  }
}

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

extension FeedbackFileParser {
  /// Reads the phrases of every language over those that there are.
  func readPhrases(_ books: inout [String: Phrasebook]) throws(FeedbackFileError) {
    guard let node = top.mapping?["phrases"] else { return }
    guard let languages = node.mapping, !languages.isEmpty else {
      throw fault(node, "`phrases`: expected languages such as `en`, found \(summary(node))")
    }
    for (key, value) in languages {
      guard let language = key.string, language.wholeMatch(of: /[a-z]{2,3}(-[a-z0-9]{2,8})*/) != nil else {
        throw fault(key, "`phrases`: expected a language's code such as en or pt-br, found \(summary(key))")
      }
      try check(value, keys: Phrasebook.keys + PrintedWord.allCases.map(\.key), in: "`phrases.\(language)`")
      var phrases = books[language]?.phrases ?? books["en"]?.words ?? [:]
      for (key, phrase) in value.mapping ?? [:] {
        phrases[key.string!] = try read(phrase: phrase, key.string!, language)
      }
      if let missing = Phrasebook.keys.first(where: { phrases[$0] == nil }) {
        throw fault(value, "`phrases.\(language)`: the phrase `\(missing)` is missing")
      }
      books[language] = Phrasebook(language: language, phrases: phrases)
    }
  }

  private func read(phrase node: Node, _ key: String, _ language: String) throws(FeedbackFileError) -> String {
    let name = "`phrases.\(language).\(key)`"
    guard let text = node.scalar?.string, !text.isEmpty, text.count <= 300,
      text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else { throw fault(node, "\(name): expected a text of one line, found \(summary(node))") }
    let allowed = Phrasebook.placeholders(of: key)
    for match in text.matches(of: /\{([^}]*)\}/) where !allowed.contains(String(match.1)) {
      throw fault(node, "\(name): expected no placeholder but \(allowed), found {\(match.1)}")
    }
    return text
  }
}
