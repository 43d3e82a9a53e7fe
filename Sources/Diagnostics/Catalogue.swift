internal import Yams

/// The texts of one language: of findings, of the words in them, and of reports and tables.
///
/// A text that is missing is a fault that the tests find; a reader then sees its key, and nothing breaks.
public struct Catalogue: Sendable {
  /// What is said of one kind of finding.
  public struct Entry: Sendable, Equatable {
    /// What is said, why that can be, and what to do; templates.
    public let text, cause, remedy: String
  }

  /// What is said of one kind of error.
  public struct ErrorEntry: Sendable, Equatable {
    /// What is wrong, and what to try, empty where nothing sensible can be said; templates.
    public let problem, remedy: String
  }

  /// The texts of each kind of finding.
  public let entries: [FindingCode: Entry]
  /// The texts of each kind of error.
  public let errors: [ErrorCode: ErrorEntry]
  /// The names of findings and errors in the file that no code has.
  public let unknown: [String]
  /// The kinds of words that the texts of findings and of errors are, where another text holds them.
  static let (findingKind, errorKind) = ("finding", "error")

  /// Words by their kind and key.
  public let terms: [String: [String: String]]
  /// Words of reports and tables.
  public let words: [String: String]
  /// What stands before the decimals.
  public let decimalSign: String

  /// The catalogue of a YAML file; what can't be read is missing in it.
  init(_ file: [UInt8]) {
    let root = (try? Yams.compose(yaml: String(decoding: file, as: UTF8.self)))?.mapping
    let texts = { (node: Node?) -> [String: String] in
      (node?.mapping ?? [:]).reduce(into: [:]) { all, pair in
        if let key = pair.key.string, let text = pair.value.string { all[key] = text }
      }
    }
    var (entries, unknown): ([FindingCode: Entry], [String]) = ([:], [])
    for (key, value) in root?["findings"]?.mapping ?? [:] {
      let name = key.string ?? ""
      guard let code = FindingCode(rawValue: name) else {
        unknown.append(name)
        continue
      }
      let own = texts(value)
      entries[code] = Entry(text: own["text"] ?? "", cause: own["cause"] ?? "", remedy: own["remedy"] ?? "")
    }
    var errors: [ErrorCode: ErrorEntry] = [:]
    for (key, value) in root?["errors"]?.mapping ?? [:] {
      let name = key.string ?? ""
      guard let code = ErrorCode(rawValue: name) else {
        unknown.append(name)
        continue
      }
      let own = texts(value)
      errors[code] = ErrorEntry(problem: own["problem"] ?? "", remedy: own["remedy"] ?? "")
    }
    (self.entries, self.errors, self.unknown) = (entries, errors, unknown)
    var terms = (root?["terms"]?.mapping ?? [:]).reduce(into: [:]) { $0[$1.key.string ?? ""] = texts($1.value) }
    for (code, entry) in entries { terms[Self.findingKind, default: [:]][code.rawValue] = entry.text }
    for (code, entry) in errors { terms[Self.errorKind, default: [:]][code.rawValue] = entry.problem }
    self.terms = terms
    words = texts(root?["words"])
    decimalSign = root?["decimal_sign"]?.string ?? "."
  }

  func text(of finding: Finding) -> String {
    guard let entry = entries[finding.code] else { return finding.code.rawValue }
    return Template(entry.text).filled(by: finding, in: self)
  }

  func remedy(of finding: Finding) -> String {
    // What follows from something else is mended there.
    if finding.causes.count == 1, finding.code.stage == "comparison" { return remedy(of: finding.causes[0]) }
    return entries[finding.code].map { Template($0.remedy).filled(by: finding, in: self) } ?? ""
  }

  func word(_ key: String, _ values: [String: FindingValue]) -> String {
    words[key].map { Template($0).filled { text(of: $0, in: values) } } ?? key
  }

  func term(_ key: String, of kind: String, _ values: [String: FindingValue]) -> String {
    terms[kind]?[key].map { Template($0).filled { text(of: $0, in: values) } } ?? key
  }

  private func text(of name: String, in values: [String: FindingValue]) -> Template.Filling? {
    values[name].map { Template.Filling(text: text(of: $0), count: $0.many) }
  }

  /// A value in words.
  func text(of value: FindingValue) -> String {
    switch value {
    case .number(let number, let decimals, let unit):
      NumberText.number(number, digits: decimals).replacing(".", with: decimalSign)
        + (unit.isEmpty || unit == "°" ? unit : " " + unit)
    case .count(let count): "\(count)"
    case .term(let key, let kind, let values): term(key, of: kind, values)
    case .text(let text): text
    case .list(let values): values.map { text(of: $0) }.joined(separator: ", ")
    case .written(let value): text(of: value)
    }
  }
}

extension Template {
  /// The text of a finding: besides its values, `{ids}`, `{frames}` and `{cause}` are known.
  fileprivate func filled(by finding: Finding, in catalogue: Catalogue) -> String {
    filled { name in
      switch name {
      case "ids" where !finding.ids.isEmpty:
        return Filling(text: Self.runs(finding.ids), count: finding.ids.count)
      case "frames" where !finding.frames.isEmpty:
        let names = finding.frames.prefix(Self.mostFrames).joined(separator: ", ")
        return Filling(
          text: names + (finding.frames.count > Self.mostFrames ? ", …" : ""), count: finding.frames.count)
      case "cause" where !finding.causes.isEmpty:
        let texts = finding.causes.map { catalogue.text(of: $0) }
        return Filling(text: texts.joined(separator: "; "), count: texts.count)
      default: return finding.values[name].map { Filling(text: catalogue.text(of: $0), count: $0.many) }
      }
    }
  }

  /// So many frames are named.
  private static let mostFrames = 6

  /// Ascending numbers, three and more in a row as `5–9`.
  private static func runs(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.flatMap { $0.count < 3 ? $0.map(String.init) : ["\($0.lowerBound)–\($0.upperBound)"] }
      .joined(separator: ", ")
  }
}

extension Finding {
  /// What is said: one clause, without a full stop.
  public func text(_ language: Language = .english) -> String {
    written ?? language.catalogue.text(of: self)
  }

  /// What to do about it: sentences.
  public func remedy(_ language: Language = .english) -> String { language.catalogue.remedy(of: self) }
}
