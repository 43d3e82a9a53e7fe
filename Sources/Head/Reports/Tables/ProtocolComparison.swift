import Analysis
import Diagnostics
internal import Files
public import Platform

/// One head measured by several protocols.
public struct ProtocolComparison: Encodable, Sendable {
  /// The contract's name and version.
  public let schema = "calvaria/protocols/1"
  /// The result of each protocol.
  public let results: [ScanResult]

  /// A comparison of results of the same head.
  public init(_ results: [ScanResult]) { self.results = results }

  private static let columns: [MeasureName] = [
    .cvai, .cvaiShorter, .cva, .cranialIndex, .length, .width, .circumference, .volume,
  ]

  /// A line a protocol: its index with the interval, then the measures that protocols differ in.
  public func table(_ language: Language = .english) -> String {
    var table = TextTable(rightAligned: Set(1...11))
    table.addRow(
      ["protocols.protocol", "protocols.level", "protocols.index", "protocols.interval"].map { language($0) }
        + language("protocols.measures").split(separator: ";").map(String.init))
    let text = { (value: Double?) in value.map { language.number($0, digits: 2) } ?? "–" }
    for result in results {
      let index = result.measures[result.protocol.index]
      let interval = index?.ci95.map { "[\(text($0[0])), \(text($0[1]))]" } ?? ""
      table.addRow(
        [result.protocol.name, result.section.map { language.number($0.heightMm, digits: 1) } ?? "–"]
          + [text(index?.value), interval]
          + Self.columns.map { text(result.measures[$0.rawValue]?.value) })
    }
    let reasons = results.flatMap { result in
      result.findings.withheld.map {
        "\(result.protocol.name): \($0.text(language))".printable(limit: 1000) + "\n"
      }
    }
    let titles = results.map {
      "\($0.protocol.name) \($0.protocol.version): \($0.protocol.title)".printable(limit: 1000) + "\n"
    }
    return table.text + "\n" + titles.joined() + (reasons.isEmpty ? "" : "\n" + reasons.joined())
  }

  /// The results as one file: {"schema", "results": [result.json of each]}.
  public func json() throws -> Data {
    return try self.machineJSON()
  }
}
