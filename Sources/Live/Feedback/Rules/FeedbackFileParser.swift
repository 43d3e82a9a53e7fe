import Diagnostics
internal import Files
internal import Yams

/// One pass over a feedback file.
struct FeedbackFileParser {
  let path: String
  let top: Node

  init(_ text: String, path: String) throws(FeedbackFileError) {
    self.path = path
    let root: Node?
    do throws(PlainYAML.Fault) { root = try PlainYAML.compose(text) } catch {
      throw .invalid(path: path, place: nil, .expected(.text("YAML"), found: error.found))
    }
    guard let root else {
      throw .invalid(
        path: path, place: nil,
        .expected(.phrase("keys_such_as", ["key": .text("position")]), found: .phrase("none")))
    }
    top = root
  }

  /// Checks the keys at the top and the schema.
  func checkTop() throws(FeedbackFileError) {
    let others = ["schema", "name", "version", "readings", "phrases"]
    let sections = Set(FeedbackRules.numbers.map(\.section))
    try check(top, keys: others + sections.sorted(), in: nil)
    guard let schema = top.mapping?["schema"], schema.scalar?.string == "calvaria/feedback-rules/1" else {
      throw fault(
        top,
        .expected(.text("`schema: calvaria/feedback-rules/1`"), found: .phrase("another_or_none")))
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
        if whole { throw missing(section, top) }
        continue
      }
      try check(node, keys: numbers.map(\.key) + (words[section] ?? []), in: section)
      for number in numbers {
        guard let value = node.mapping?[number.key] else {
          if whole { throw missing("\(section).\(number.key)", node) }
          continue
        }
        rules[keyPath: number.path] = try read(number, value)
      }
    }
  }

  private func read(_ number: FeedbackRules.Number, _ node: Node) throws(FeedbackFileError) -> Double {
    guard let value = plainNumber(node), number.range.contains(value), !number.isWhole || value == value.rounded(),
      number.choices?.contains(value) ?? true
    else {
      let range = number.range
      let wanted: FindingValue =
        if let choices = number.choices { .phrase("one_of", ["words": .list(choices.map { .exact($0) })]) } else {
          number.isWhole ? .wholeNumber(Int(range.lowerBound)...Int(range.upperBound)) : .number(in: range)
        }
      throw fault(node, .expected(wanted, found: summary(node), of: "\(number.section).\(number.key)"))
    }
    return value
  }

  private func readWords(_ rules: inout FeedbackRules, whole: Bool) throws(FeedbackFileError) {
    if let node = top.mapping?["alerts"]?.mapping?["heat"] {
      rules.alerts.heat = try choice(node, "alerts.heat", Heat.self)
    } else if whole {
      throw missing("alerts.heat", top)
    }
    let coverage = top.mapping?["coverage"]?.mapping
    if let node = coverage?["needed"] {
      guard let items = node.sequence else {
        throw fault(node, .expected(.phrase("a_list"), found: summary(node), of: "coverage.needed"))
      }
      rules.coverage.needed = []
      for item in items {
        let part = try choice(item, "coverage.needed", HeadPart.self)
        guard !rules.coverage.needed.contains(part) else {
          throw fault(
            item, .phrase("value_twice", ["key": .text("coverage.needed"), "value": .text(part.rawValue)]))
        }
        rules.coverage.needed.append(part)
      }
    }
    if let node = coverage?["first_view"] {
      rules.coverage.firstView =
        node.scalar?.string == "none" ? nil : try choice(node, "coverage.first_view", HeadPart.self, sides)
    }
  }

  private let sides = ["front", "back", "left", "right", "none"]

  private func readBands(_ rules: inout FeedbackRules, whole: Bool) throws(FeedbackFileError) {
    guard let node = top.mapping?["readings"] else {
      if whole { throw missing("readings", top) }
      return
    }
    try check(node, keys: Reading.allCases.map(\.key), in: "readings")
    for reading in Reading.allCases {
      guard let bands = node.mapping?[reading.key] else { continue }
      let name = "readings.\(reading.key)"
      try check(bands, keys: ["good", "fair"], in: name)
      rules.readings[reading] = .init(good: try range(bands, "good", name), fair: try range(bands, "fair", name))
    }
  }

  private func range(_ node: Node, _ key: String, _ name: String) throws(FeedbackFileError) -> ClosedRange<Double> {
    guard let items = node.mapping?[key]?.sequence, items.count == 2, let low = plainNumber(items[0]),
      let high = plainNumber(items[1]), low <= high
    else {
      throw fault(
        node,
        .expected(
          .phrase("two_ends", ["form": .text("`\(key): [least, most]`")]), found: .phrase("something_else"), of: name))
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
      throw fault(
        top,
        .expected(
          .phrase("in_order", ["low": .text(a), "high": .text(b)]),
          found: .phrase("both", ["a": .exact(low), "b": .exact(high)])))
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
  func check(_ node: Node, keys: [String], in place: String?) throws(FeedbackFileError) {
    guard let mapping = node.mapping else {
      throw fault(node, file(place, .expected(.phrase("keys"), found: summary(node))))
    }
    var seen: Set<String> = []
    for key in mapping.keys {
      guard let name = key.string, keys.contains(name) else {
        throw fault(
          key,
          file(place, .expected(.phrase("documented_keys"), found: .phrase("unknown_key", ["key": summary(key)]))))
      }
      guard seen.insert(name).inserted else {
        throw fault(key, file(place, .phrase("key_twice", ["key": .text(name)])))
      }
    }
  }

  func text(_ key: String) throws(FeedbackFileError) -> String? {
    guard let node = top.mapping?[key] else { return nil }
    guard let text = node.scalar?.string, !text.isEmpty, text.count <= 100 else {
      throw fault(node, .expected(.phrase("short_text"), found: summary(node), of: key))
    }
    return text
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ node: Node, _ name: String, _ type: Choice.Type, _ words: [String]? = nil
  ) throws(FeedbackFileError) -> Choice where Choice.RawValue == String {
    let words = words ?? Choice.allCases.map(\.rawValue)
    guard let word = node.scalar?.string, words.contains(word), let value = Choice(rawValue: word) else {
      throw fault(node, .expected(.oneOf(words), found: summary(node), of: name))
    }
    return value
  }

  func plainNumber(_ node: Node) -> Double? {
    guard let scalar = node.scalar, scalar.style == .any || scalar.style == .plain,
      let value = Double(scalar.string), value.isFinite
    else { return nil }
    return value
  }

  func fault(_ node: Node, _ problem: FindingValue) -> FeedbackFileError {
    .invalid(path: path, place: node.mark.map { .line($0.line) }, problem)
  }

  func missing(_ key: String, _ node: Node) -> FeedbackFileError {
    fault(node, .phrase("key_missing", ["key": .text(key)]))
  }

  /// A problem of a section, or of the whole file.
  private func file(_ section: String?, _ problem: FindingValue) -> FindingValue {
    .phrase(
      "problem_in",
      ["place": section.map { .text("`\($0)`") } ?? .phrase("the_file"), "problem": problem])
  }

  func summary(_ node: Node) -> FindingValue {
    if let text = node.scalar?.string { return .text("`\(text.filter { !$0.isNewline }.prefix(40))`") }
    return node.sequence.map { .phrase("list_of", ["count": .count($0.count)]) } ?? .phrase("keys")
  }
}

extension FeedbackFileParser {
  /// Reads the phrases of every language over those that there are.
  func readPhrases(_ books: inout [String: Phrasebook]) throws(FeedbackFileError) {
    guard let node = top.mapping?["phrases"] else { return }
    guard let languages = node.mapping, !languages.isEmpty else {
      throw fault(node, .expected(.phrase("languages"), found: summary(node), of: "phrases"))
    }
    for (key, value) in languages {
      guard let language = key.string, language.wholeMatch(of: /[a-z]{2,3}(-[a-z0-9]{2,8})*/) != nil else {
        throw fault(key, .expected(.phrase("language_code"), found: summary(key), of: "phrases"))
      }
      try check(value, keys: Phrasebook.keys + PrintedWord.allCases.map(\.key), in: "phrases.\(language)")
      var phrases = books[language]?.phrases ?? books["en"]?.words ?? [:]
      for (key, phrase) in value.mapping ?? [:] {
        phrases[key.string!] = try read(phrase: phrase, key.string!, language)
      }
      if let missing = Phrasebook.keys.first(where: { phrases[$0] == nil }) {
        throw fault(
          value,
          .phrase("phrase_missing", ["key": .text("phrases.\(language)"), "phrase": .text(missing)]))
      }
      books[language] = Phrasebook(language: language, phrases: phrases)
    }
  }

  private func read(phrase node: Node, _ key: String, _ language: String) throws(FeedbackFileError) -> String {
    let name = "phrases.\(language).\(key)"
    guard let text = node.scalar?.string, !text.isEmpty, text.count <= 300,
      text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else { throw fault(node, .expected(.phrase("one_line"), found: summary(node), of: name)) }
    let allowed = Phrasebook.placeholders(of: key)
    for match in text.matches(of: /\{([^}]*)\}/) where !allowed.contains(String(match.1)) {
      throw fault(
        node,
        .expected(
          .phrase("no_placeholder_but", ["known": .text("\(allowed)")]), found: .text("{\(match.1)}"), of: name))
    }
    return text
  }
}
