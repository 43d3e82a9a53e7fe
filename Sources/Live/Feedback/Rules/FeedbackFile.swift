import Diagnostics
public import Foundation
public import Files

/// A feedback file: thresholds and phrases.
///
/// The one in Datasets is built into the program. A user's file gives what differs from it: what it leaves out
/// stays as it is, and a language that the built-in file does not have must have every phrase.
public struct FeedbackFile: Sendable, Equatable {
  /// Its name and version, for results.
  public var name: String, version: String
  /// The thresholds.
  public var rules: FeedbackRules
  /// The phrases of each language, by its code (`en`, `de`).
  public var phrasebooks: [String: Phrasebook]

  /// The phrases of a language.
  public func phrasebook(_ language: String) throws(FeedbackFileError) -> Phrasebook {
    try PhraseTable.book(of: language, in: phrasebooks)
  }
}

extension FileKind {
  /// A feedback file.
  fileprivate static let feedback = FileKind(unreadable: .feedbackFileUnreadable, invalid: .feedbackFileInvalid)
}

extension FeedbackFile {
  /// The built-in file. It is tested, so a wrong one is a programmer's fault.
  public static let builtIn: FeedbackFile = {
    do {
      let text = String(decoding: PackageResources.standard_yaml, as: UTF8.self)
      return try FeedbackFile(text, path: "built-in feedback", over: nil)
    } catch { fatalError("\(error)") }
  }()

  /// The built-in file with what a user's file changes.
  public static func read(_ url: URL) throws(FileError) -> FeedbackFile {
    try parse(FileKind.feedback.text(url.path), path: url.path)
  }

  /// The built-in file with what a text changes; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(FileError) -> FeedbackFile {
    try FeedbackFile(text, path: path, over: builtIn)
  }

  /// A text's content; what it leaves out is taken from `base`, and without one no rule may be left out.
  private init(_ text: String, path: String, over base: FeedbackFile?) throws(FileError) {
    let root = try FileNode(yaml: text, of: .feedback, file: path)
    let sections = Set(FeedbackRules.numbers.map(\.section)).sorted()
    try root.check(keys: ["schema", "name", "version", "readings", "phrases"] + sections)
    _ = try root["schema"].choice(["calvaria/feedback-rules/1"])
    name = try root.optional("name")?.text ?? base?.name ?? ""
    version = try root.optional("version")?.text ?? base?.version ?? ""
    (rules, phrasebooks) = (base?.rules ?? FeedbackRules(), base?.phrasebooks ?? [:])
    try RulesReader(root: root, isWhole: base == nil).read(&rules)
    if let phrases = root.optional("phrases") { try Self.read(phrases, into: &phrasebooks) }
  }

  /// Reads the phrases of every language over those that there are.
  private static func read(_ node: FileNode, into books: inout [String: Phrasebook]) throws(FileError) {
    for (language, book) in try PhraseTable.languages(node) {
      try book.check(keys: Phrasebook.keys + PrintedWord.allCases.map(\.key))
      var phrases = books[language]?.phrases ?? books["en"]?.words ?? [:]
      for key in try book.keys { phrases[key] = try phrase(book[key], key) }
      // A new language has every phrase of its own; what is only printed may stay English.
      for key in Phrasebook.keys where phrases[key] == nil { _ = try book[key] }
      books[language] = Phrasebook(language: language, phrases: phrases)
    }
  }

  private static func phrase(_ node: FileNode, _ key: String) throws(FileError) -> String {
    let text = try node.text
    let allowed = Phrasebook.placeholders(of: key)
    for match in text.matches(of: /\{([^}]*)\}/) where !allowed.contains(String(match.1)) {
      throw node.fault(.phrase("no_placeholder_but", ["known": .text("\(allowed)")]), found: .text("{\(match.1)}"))
    }
    return text
  }
}

/// Reads the rules of a feedback file over those that there are.
private struct RulesReader {
  let root: FileNode
  /// True where no rule may be missing.
  let isWhole: Bool

  func read(_ rules: inout FeedbackRules) throws(FileError) {
    try readNumbers(&rules)
    try readWords(&rules)
    try readBands(&rules)
    try check(rules)
  }

  private func member(_ key: String, of node: FileNode) throws(FileError) -> FileNode? {
    isWhole ? try node[key] : node.optional(key)
  }

  private func readNumbers(_ rules: inout FeedbackRules) throws(FileError) {
    let words = ["coverage": ["needed", "first_view"], "alerts": ["heat"]]
    for (section, numbers) in Dictionary(grouping: FeedbackRules.numbers, by: \.section).sorted(by: { $0.key < $1.key })
    {
      guard let node = try member(section, of: root) else { continue }
      try node.check(keys: numbers.map(\.key) + (words[section] ?? []))
      for number in numbers {
        if let value = try member(number.key, of: node) { rules[keyPath: number.path] = try read(number, value) }
      }
    }
  }

  private func read(_ number: FeedbackRules.Number, _ node: FileNode) throws(FileError) -> Double {
    let range = number.range
    if let choices = number.choices {
      guard let value = try? node.number(in: range), choices.contains(value) else {
        throw node.fault(.phrase("one_of", ["words": .list(choices.map { .exact($0) })]))
      }
      return value
    }
    return number.isWhole
      ? Double(try node.whole(in: Int(range.lowerBound)...Int(range.upperBound))) : try node.number(in: range)
  }

  private func readWords(_ rules: inout FeedbackRules) throws(FileError) {
    if let alerts = root.optional("alerts"), let heat = try member("heat", of: alerts) {
      rules.alerts.heat = try heat.choice(Heat.self)
    }
    guard let coverage = root.optional("coverage") else { return }
    if let needed = try member("needed", of: coverage) {
      rules.coverage.needed = []
      for item in try needed.items(atMost: 100) {
        let part = try item.choice(HeadPart.self)
        guard !rules.coverage.needed.contains(part) else {
          throw item.fault(.phrase("each_part_once"), found: .phrase("twice", ["name": .text(part.rawValue)]))
        }
        rules.coverage.needed.append(part)
      }
    }
    if let first = try member("first_view", of: coverage) {
      let word = try first.choice(["front", "back", "left", "right", "none"])
      rules.coverage.firstView = HeadPart(rawValue: word)
    }
  }

  private func readBands(_ rules: inout FeedbackRules) throws(FileError) {
    guard let node = try member("readings", of: root) else { return }
    try node.check(keys: DisplayedQuantity.allCases.map(\.key))
    for reading in DisplayedQuantity.allCases {
      guard let bands = node.optional(reading.key) else { continue }
      try bands.check(keys: ["good", "fair"])
      rules.readings[reading] = .init(good: try range(bands["good"]), fair: try range(bands["fair"]))
    }
  }

  private func range(_ node: FileNode) throws(FileError) -> ClosedRange<Double> {
    let finite = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    guard let ends = try? node.numbers(2, in: finite), ends[0] <= ends[1] else {
      throw node.fault(.phrase("two_ends", ["form": .text("[least, most]")]))
    }
    return ends[0]...ends[1]
  }

  /// Checks what must hold between numbers, which may come from this file and the built-in one.
  private func check(_ rules: FeedbackRules) throws(FileError) {
    let orders = [
      ("position.lost_below", rules.position.lostBelow, "position.regained_from", rules.position.regainedFrom),
      ("coverage.nearest_m", rules.coverage.nearest, "coverage.farthest_m", rules.coverage.farthest),
      ("progress.amber_from", rules.progress.amberFrom, "progress.green_from", rules.progress.greenFrom),
    ]
    for (a, low, b, high) in orders where low > high {
      throw root.fault(
        .phrase("in_order", ["low": .text(a), "high": .text(b)]),
        found: .phrase("both", ["a": .exact(low), "b": .exact(high)]))
    }
  }
}

extension DisplayedQuantity {
  /// The name in files, with its unit.
  var key: String {
    switch self {
    case .distance: "distance_m"
    case .overlap: "overlap"
    case .cvai: "cvai_percent"
    }
  }
}

/// No phrases are in the language that is wanted.
public enum FeedbackFileError: UserFacingError, Equatable {
  /// The language, and those that have phrases.
  case noLanguage(String, known: [String])

  public var message: ErrorMessage {
    switch self {
    case .noLanguage(let language, let known):
      ErrorMessage(
        .feedbackFileNoLanguage, at: .text("--language"), ["known": .names(known), "found": .text(language)])
    }
  }
}
