import ArgumentParser
import Diagnostics
import Studies

/// `calvaria study list`: the scans of a study.
struct StudyListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the scans of a study: status, CVAI, landmarks, and why one is not complete.")

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @OptionGroup var selection: StudySelectionOptions

  @Flag(help: "Only scans whose landmarks nobody has picked.")
  var toPick = false

  @Flag(help: "Print JSON instead of the table.")
  var json = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: study)
    let selection = try selection.selection(isToPick: toPick)
    let list = try StudyList(StudyStore.opened(StudyFolder(opening: .given(study))), selection)
    try Terminal.print(json ? try list.json() : Terminal.page(list.table(language.chosen)))
  }
}
