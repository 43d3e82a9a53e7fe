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

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: study)
    let count = try StudyStore.rebuild(StudyFolder(opening: .given(study)))
    try Terminal.print(Terminal.page(language.chosen("study.rebuilt", ["scans": .count(count)]) + "\n"))
  }
}
