/// The kind of a finding about a scan, its input or its result: the name that files and scripts know, `stage.what`.
///
/// The module that reports it declares it. Its severity stands in the English catalogue, its text, cause and remedy in those
/// of all languages (`Datasets/messages`); Docs/generated/findings.md lists them. Names are stable once released.
public struct FindingCode: RawRepresentable, Sendable, Hashable, Codable {
  public let rawValue: String

  /// A code by its name, which the catalogues must have.
  package init(_ name: String) { rawValue = name }

  /// The code of a name; nil for one that this version does not know.
  public init?(rawValue: String) {
    self.init(rawValue)
    guard Language.english.catalogue.entries[rawValue] != nil else { return nil }
  }

  /// The stage that reports it: `recording`, `markers`, `tracking` …
  public var stage: String { String(rawValue.prefix { $0 != "." }) }

  /// How much a finding matters.
  public enum Severity: String, Sendable, Codable, CaseIterable {
    /// One of many of its kind, such as a frame that was left out: listed in files, not in summaries.
    case detail
    /// Withholds nothing and needs no action.
    case note
    /// Withholds nothing, but should be looked at.
    case warning
    /// Measures are withheld for it.
    case withheld
  }

  /// How much it matters, unless a finding says otherwise.
  public var severity: Severity {
    Language.english.catalogue.entries[rawValue]?.severity.flatMap(Severity.init) ?? .withheld
  }

  /// What its values are, by their names in files, as its English texts declare: the unit of a figure, the kind of a word.
  var kinds: [String: String] {
    guard let entry = Language.english.catalogue.entries[rawValue] else { return [:] }
    return Template(entry.text).kinds.merging(Template(entry.remedy).kinds) { text, _ in text }
  }

  /// Every code in the order of the English catalogue.
  public static var all: [FindingCode] { Language.english.catalogue.findingNames.map { FindingCode($0) } }
}

extension FindingCode {
  /// A finding of a file whose code this version does not know; it holds the file's text.
  public static let measureOtherReason = FindingCode("measure.other_reason")
}
