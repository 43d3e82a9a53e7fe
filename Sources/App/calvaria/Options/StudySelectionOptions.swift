import ArgumentParser
import Studies

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
