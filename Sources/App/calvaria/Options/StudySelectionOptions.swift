import Analysis
import ArgumentParser
import Diagnostics
import Studies
import StudyReports

/// Which scans of a study are meant.
struct StudySelectionOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only scans of which this is true, such as 'cvai > 6.25 and age_months < 6' (Docs/formats/study.md).",
      valueName: "condition"))
  var condition: String?

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      "The measures of this protocol; by default of the one that each scan was measured by first.", valueName: "name"))
  var protocolName: String?

  func selection(isToPick: Bool = false) throws -> StudySelection {
    StudySelection(
      filter: try condition.map { try ScanFilter($0) } ?? .all, protocolName: protocolName, isToPick: isToPick)
  }
}

/// Which measure of which scans of a study is summed up.
struct StudyMeasureOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The measure, by its key in result files.", valueName: "name"))
  var measure = MeasureName.cvai

  @Option(
    help: ArgumentHelp(
      "What a calliper or CT measured: a table with the columns subject, session, quantity, value (and method).",
      valueName: "table"))
  var reference: String?

  @Option(
    help: ArgumentHelp(
      "With --reference: Deming's λ, the variance of errors of the reference over that of the scans; by default 1.",
      valueName: "ratio"))
  var lambda: Double?

  @OptionGroup var selection: StudySelectionOptions

  func validate() throws {
    try CallError.require("--lambda", lambda, in: 1e-6...1e6)
    guard let lambda, reference == nil else { return }
    throw CallError.wrong(option: "--lambda", expected: .phrase("with_reference"), found: .exact(lambda)).refusal
  }

  /// The summary of the chosen scans of a study.
  ///
  /// - Parameter precision: what a further study is planned for; nil for none.
  func summary(of study: StudyFolder, _ precision: StudySummary.Precision? = nil) throws -> StudySummary {
    let chosen = try selection.selection()
    let reference = try reference.map { try ReferenceTable.read(.given($0)) }
    let store = try StudyStore.opened(study)
    let records = try StudyRecord.read(store, chosen, measure: measure.rawValue)
    return StudySummary(
      records, measure: measure,
      choice: .init(protocolName: selection.protocolName, condition: selection.condition), precision: precision,
      reference: reference, lambda: lambda ?? 1, motions: try MotionRecord.read(store, chosen))
  }
}

extension MeasureName: ExpressibleByArgument {}

extension StudyStore {
  /// The store of a study as its files are by now; what should be known of it is told.
  static func opened(_ study: StudyFolder) throws -> StudyStore {
    let (store, remarks) = try current(of: study)
    Terminal.tell(remarks)
    return store
  }
}

extension Terminal {
  /// Tells what is said of a study as a whole.
  static func tell(_ remarks: [Finding]) {
    let language = Language.ofCall
    for remark in remarks {
      narrate(language("narration.note", ["text": .text(remark.text(language).printable(limit: 1000))]))
    }
  }
}
