import ArgumentParser
import Diagnostics
import Studies

/// `calvaria study rebuild`: the store, made anew from the files of the scans.
struct StudyRebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Make the store of a study anew from the files of its scans.",
    discussion: """
      Needed after files were changed or added by hand, after calvaria batch --no-store, and where study.sqlite was \
      damaged or deleted.
      """)

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @Option(
    help: ArgumentHelp(
      "Take over what this dataset says of the children by now, and mark scans that are in it no more.",
      valueName: "folder|table"))
  var dataset: String?

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: study, dataset)
    let folder = try StudyFolder(opening: .given(study))
    if let dataset { try folder.follow(Dataset.read(.given(dataset))) }
    let update = try StudyStore.rebuild(folder)
    Terminal.tell(update.remarks)
    try Terminal.print(Terminal.page(language.chosen("study.rebuilt", ["scans": .count(update.scans)]) + "\n"))
  }
}
