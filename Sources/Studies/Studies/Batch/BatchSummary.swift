public import Diagnostics
internal import Files
public import Platform
internal import Reports

/// The outcomes of a batch.
public struct BatchSummary: Sendable {
  /// The outcome of each scan, by name.
  public let outcomes: [ScanOutcome]
  /// How many scans there are; more than outcomes where the batch was interrupted.
  public let total: Int

  /// The findings on the study as a whole: scans that are in the dataset no more, files that were passed over.
  public let remarks: [Finding]
  /// How many scans an hour were measured; nil where fewer than two were.
  public let scansAnHour: Double?

  init(_ outcomes: [ScanOutcome], total: Int, remarks: [Finding] = [], scansAnHour: Double? = nil) {
    (self.outcomes, self.total, self.remarks) = (outcomes.sorted { $0.scan < $1.scan }, total, remarks)
    self.scansAnHour = scansAnHour
  }

  /// True where every scan has an outcome, and each a CVAI.
  public var isComplete: Bool { outcomes.count == total && outcomes.allSatisfy { $0.status == .complete } }

  /// How many there are of each kind, and those that are not complete with their reasons.
  public func table(_ language: Language) -> String {
    var table = TextTable()
    for outcome in outcomes where outcome.status != .complete {
      table.add(
        outcome.scan, language.term(outcome.status.rawValue, of: "outcome"), outcome.code ?? "", outcome.reason ?? "")
    }
    let heading = language(
      "batch.summary",
      [
        "total": .count(total), "complete": .count(count(.complete)), "withheld": .count(count(.withheld)),
        "failed": .count(count(.failed)),
      ])
    let said = remarks.map { "\($0.code.rawValue): \($0.text(language))".printable(limit: 1000) + "\n" }.joined()
    return [heading + "\n", table.text, said].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func count(_ status: ScanOutcome.Status) -> Int { outcomes.count { $0.status == status } }

  /// The summary as a file (schema `calvaria/batch/1`).
  public func json() throws -> Data {
    try File(
      total: total, complete: count(.complete), withheld: count(.withheld), failed: count(.failed), findings: remarks,
      outcomes: outcomes
    ).machineJSON()
  }

  private struct File: Encodable {
    let schema = "calvaria/batch/1"
    let total, complete, withheld, failed: Int
    let findings: [Finding]
    let outcomes: [ScanOutcome]
  }
}
