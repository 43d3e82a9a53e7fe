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
  ///
  /// - Parameter precision: what a further study is planned for; nil for none.
  func summary(of study: StudyFolder, _ precision: StudySummary.Precision? = nil) throws -> StudySummary {
    let chosen = try selection.selection()
    let records = try StudyRecord.read(StudyStore.opened(study), chosen, measure: measure.rawValue)
    return StudySummary(
      records, measure: measure,
      choice: .init(protocolName: selection.protocolName, condition: selection.condition), precision: precision)
  }
}

extension MeasureName: ExpressibleByArgument {}
