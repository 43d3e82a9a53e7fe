internal import Yams

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
