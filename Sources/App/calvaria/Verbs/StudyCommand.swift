import ArgumentParser

/// `calvaria study`: datasets before a batch, and what a batch has left.
struct StudyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "study",
    abstract: "Check a dataset; list, show, export, sum up and measure again the scans of a study.",
    discussion: """
      A study is the folder that calvaria batch writes. Its store, study.sqlite, can be read by pandas, R, Datasette and \
      DB Browser as it is (Docs/formats/study.md). A research tool, not a medical device.
      """,
    subcommands: [
      StudyCheckCommand.self, StudyListCommand.self, StudyShowCommand.self, StudyExportCommand.self,
      StudyReportCommand.self, StudyPlotCommand.self, StudyPublishCommand.self, StudyRemeasureCommand.self,
      StudyRebuildCommand.self,
      StudyRemoveCommand.self, StudyAddCommand.self,
    ])
}
