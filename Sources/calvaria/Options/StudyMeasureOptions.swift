import Analysis
import ArgumentParser
import Studies
import StudyReports

/// Which measure of which scans of a study is summed up.
struct StudyMeasureOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The measure, by its key in result files.", valueName: "name"))
  var measure = MeasureName.cvai

  @OptionGroup var selection: StudySelectionOptions

  /// What the scans of a study say of it.
  func summary(of study: StudyFolder) throws -> StudySummary {
    let chosen = try selection.selection()
    let records = try StudyRecord.read(StudyStore.opened(study), chosen, measure: measure.rawValue)
    return StudySummary(
      records, measure: measure,
      choice: .init(protocolName: selection.protocolName, condition: selection.condition))
  }
}

extension MeasureName: ExpressibleByArgument {}
