internal import Yams

/// The texts of one language: of findings, of the words in them, and of reports and tables.
///
/// Tests find missing texts; in place of one a reader sees its key.
public struct Catalogue: Sendable {
  /// The texts of one kind of finding.
  public struct Entry: Sendable, Equatable {
    /// How much it matters, the raw value of a ``FindingCode/Severity``; only the English catalogue says so.
    let severity: String?
    /// The text, its possible cause and the remedy; templates.
    public let text, cause, remedy: String
  }

  /// The texts of one kind of error.
  public struct ErrorEntry: Sendable, Equatable {
    /// Its class, by the exit code; only the English catalogue says so.
    let kind: UserFacingErrorKind?
    /// What is wrong, and what to try, empty where nothing sensible can be said; templates.
    public let problem, remedy: String
  }

  /// The texts of each kind of finding and of error, by the name of its code.
  public let entries: [String: Entry], errors: [String: ErrorEntry]
  /// The names of the codes of findings and of errors in the order of the file.
  public let findingNames: [String], errorNames: [String]
  /// The kinds of words that the texts of findings and of errors are, where another text holds them.
  static let (findingKind, errorKind) = ("finding", "error")

  /// Words by their kind and key.
  public let terms: [String: [String: String]]
  /// Words of reports and tables.
  public let words: [String: String]
  /// The decimal sign.
  public let decimalSign: String

  /// The catalogue of a YAML file; what can't be read is left out.
  init(_ file: [UInt8]) {
    // Every word is text: telling numbers and dates apart would take as long as all the rest.
    let root = (try? Yams.compose(yaml: String(decoding: file, as: UTF8.self), .basic))?.mapping
    let texts = { (node: Node?) -> [String: String] in
      (node?.mapping ?? [:]).reduce(into: [:]) { all, pair in
        if let key = pair.key.string, let text = pair.value.string { all[key] = text }
      }
    }
    var (entries, findingNames): ([String: Entry], [String]) = ([:], [])
    for (key, value) in root?["findings"]?.mapping ?? [:] {
      let (name, own) = (key.string ?? "", texts(value))
      findingNames.append(name)
      entries[name] = Entry(
        severity: own["severity"], text: own["text"] ?? "", cause: own["cause"] ?? "", remedy: own["remedy"] ?? "")
    }
    var (errors, errorNames): ([String: ErrorEntry], [String]) = ([:], [])
    for (key, value) in root?["errors"]?.mapping ?? [:] {
      let (name, own) = (key.string ?? "", texts(value))
      errorNames.append(name)
      errors[name] = ErrorEntry(
        kind: own["exit"].flatMap { Int32($0) }.flatMap(UserFacingErrorKind.init), problem: own["problem"] ?? "",
        remedy: own["remedy"] ?? "")
    }
    (self.entries, self.errors, self.findingNames, self.errorNames) = (entries, errors, findingNames, errorNames)
    var terms = (root?["terms"]?.mapping ?? [:]).reduce(into: [:]) { $0[$1.key.string ?? ""] = texts($1.value) }
    terms[Self.findingKind] = entries.mapValues(\.text)
    terms[Self.errorKind] = errors.mapValues(\.problem)
    self.terms = terms
    words = texts(root?["words"])
    decimalSign = root?["decimal_sign"]?.string ?? "."
  }

  func word(_ key: String, _ values: [String: FindingValue]) -> String {
    words[key].map { Template($0).filled { text(of: $0, in: values) }.text } ?? key
  }

  func term(_ key: String, of kind: String, _ values: [String: FindingValue]) -> String {
    terms[kind]?[key].map { Template($0).filled { text(of: $0, in: values) }.text } ?? key
  }

  private func text(of name: String, in values: [String: FindingValue]) -> Template.Filling? {
    values[name].map { Template.Filling(text: text(of: $0), count: $0.many) }
  }

  /// A value in words.
  func text(of value: FindingValue) -> String {
    switch value {
    case .number(let number, let decimals, let unit):
      NumberText.number(number, digits: decimals, decimalSign: decimalSign)
        + (unit.isEmpty || unit == "°" ? unit : " " + unit)
    case .count(let count): "\(count)"
    case .term(let key, let kind, let values): term(key, of: kind, values)
    case .text(let text): text
    case .list(let values): values.map { text(of: $0) }.joined(separator: ", ")
    case .written(let value): text(of: value)
    }
  }
}
