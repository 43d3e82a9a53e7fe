import Geometry
import Analysis
import Diagnostics
internal import Platform

extension ScanChange {
  /// What the scans are called, for words.
  var names: [String: FindingValue] { ["a": .text(a), "b": .text(b)] }

  /// The changes of all measures; `all` are the findings by whose numbers those that are withheld are explained.
  func changesTable(_ language: Language, numbered all: [Finding]) -> String {
    var table = TextTable(rightAligned: [1, 2, 3, 6])
    table.addRow(language.columns("compare.columns", names))
    for name in MeasureName.allCases {
      guard let change = changes[name.rawValue] else { continue }
      table.add(
        name.title(language), Self.text(change.a, language), Self.text(change.b, language),
        Self.signed(change.printed, language), change.unit,
        change.ci95.map { "[\(Self.signed($0[0], language)), \(Self.signed($0[1], language))]" } ?? "",
        Self.text(change.smallestDetectable, language),
        change.reason == nil ? Self.verdict(change.detected, language) : all.withheldMark(name, language, of: findings))
    }
    return table.text
  }

  /// Whether a change is more than the errors, in words; empty where that is not known.
  static func verdict(_ detected: Bool?, _ language: Language) -> String {
    detected.map { language($0 ? "compare.changed" : "compare.within_error") } ?? ""
  }

  /// How they were registered, and the growth, as lines.
  func sizeText(_ language: Language) -> String {
    let per = { (factor: Double) in Self.signed(100 * (factor - 1), language) }
    let size = growth.map { growth in
      var values = ["size": FindingValue.text(per(growth.value))]
      values["interval"] = growth.ci95.map { .text("[\(per($0.lowerBound)), \(per($0.upperBound))]") }
      return language("compare.size", values)
    }
    let laid = language(
      "compare.laid",
      [
        "method": .term(registration.method, of: "registration"),
        "rms_mm": .number(registration.rmsMm, decimals: 2, unit: "mm"),
      ])
    return laid + "\n" + (size ?? language("compare.size_withheld")) + "\n"
  }

  /// Distances over the vault and its parts.
  func distancesTable(_ language: Language) -> String {
    var table = TextTable(rightAligned: [1, 2, 3, 4, 5])
    table.addRow(language.columns("compare.distance_columns", names))
    let parts = VaultRegion.allCases.compactMap { region in regions[region.rawValue].map { (region.rawValue, $0) } }
    for (name, distances) in [("vault", vault)] + parts {
      let (own, shape) = (distances.distance, distances.shape)
      let range = language(
        "compare.range",
        ["low": .text(Self.signed(own.p5Mm, language)), "high": .text(Self.signed(own.p95Mm, language))])
      table.add(
        language.term(name, of: "place"), Self.signed(own.meanMm, language), Self.text(own.rmsMm, language), range,
        Self.text(shape.rmsMm, language), Self.signed(shape.meanMm, language))
    }
    return table.text
  }

  static func text(_ value: Double?, _ language: Language) -> String {
    value.map { language.number($0, digits: digits) } ?? "–"
  }

  /// The decimals of values in tables.
  static let digits = 2

  /// With a plus sign where it is positive as printed.
  static func signed(_ value: Double?, _ language: Language) -> String {
    guard let value else { return "–" }
    let text = language.number(value, digits: digits)
    return rounded(value, digits) > 0 ? "+" + text : text
  }
}

extension ScanChange.Change {
  /// The change for tables: the difference of the values as tables print them, so that the columns add up.
  var printed: Double? {
    guard change != nil, let a, let b else { return nil }
    return rounded(b, ScanChange.digits) - rounded(a, ScanChange.digits)
  }
}

extension Language {
  /// The headings of a table's columns.
  func columns(_ key: String, _ values: [String: FindingValue] = [:]) -> [String] {
    self(key, values).split(separator: ";", omittingEmptySubsequences: false).map(String.init)
  }
}
