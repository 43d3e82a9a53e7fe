import ArgumentParser
import Studies

/// `calvaria study show`: all that a study holds of one scan.
struct StudyShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one scan of a study: what became of it, and its measures by every protocol.")

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @Argument(help: "The scan's name, as calvaria study list has it.")
  var scan: String

  @Flag(help: "Print JSON instead of the tables.")
  var json = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: study)
    let folder = try StudyFolder(opening: .given(study))
    let page = try StudyScanPage(scan, of: folder, StudyStore.opened(folder))
    try Terminal.print(json ? try page.json() : Terminal.page(page.table(language.chosen)))
  }
}
