public import Diagnostics
internal import Files
public import Platform
internal import Reports

extension Batch {
  /// What would be done, a line a scan.
  public static func table(_ plans: [(scan: DatasetScan, plan: Plan)], _ language: Language) -> String {
    var table = TextTable()
    for (scan, plan) in plans {
      switch plan {
      case .run: table.add(scan.name, language("batch.plan_run"), scan.source)
      case .retry: table.add(scan.name, language("batch.plan_retry"), scan.source)
      case .known(let outcome):
        table.add(
          scan.name, language("batch.plan_known"), language.term(outcome.status.rawValue, of: "outcome"),
          outcome.code ?? "")
      case .refused(let finding):
        table.add(scan.name, language("batch.plan_refused"), finding.code.rawValue, finding.text(language))
      }
    }
    return table.text
  }

  /// The same as JSON: a name and a word for each.
  public static func json(_ plans: [(scan: DatasetScan, plan: Plan)]) throws -> Data {
    try JSONText.encode(
      plans.map { scan, plan in
        let word =
          switch plan {
          case .run: "run"
          case .retry: "retry"
          case .known: "known"
          case .refused: "refused"
          }
        return ["scan": scan.name, "plan": word, "source": scan.source]
      })
  }
}
