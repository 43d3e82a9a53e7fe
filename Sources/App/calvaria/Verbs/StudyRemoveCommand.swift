import ArgumentParser
import Diagnostics
import Studies

/// `calvaria study remove`: takes scans and ranges of motion out of a study.
struct StudyRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract:
      "Take scans and ranges of motion out of a study for good, such as those of a child whose consent was withdrawn.",
    discussion: """
      Removes the folders of the scans with their results, ratings and picks, those of the ranges of motion, and their rows \
      in the store. Take the scans out of the dataset first: the next calvaria batch would measure them again. Tables, \
      reports and copies that were made before still have them.
      """)

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @Argument(help: "The names of scans, as calvaria study list has them, and of ranges of motion, as study export has.")
  var scans: [String] = []

  @Flag(help: "Remove all scans that the dataset of the last batch did not have any more.")
  var left = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    if scans.isEmpty == left { return }
    throw CallError.wrong(
      option: "scans, --left", expected: .phrase("one_of_them"),
      found: .phrase(left ? "both_of_them" : "none_of_them")
    ).refusal
  }

  func run() throws {
    narration.begin(reading: study)
    let study = try StudyFolder(opening: .given(study))
    let names = left ? study.leftScans : scans
    let removed = try study.remove(names)
    var values: [String: FindingValue] = ["scans": .count(removed.scans)]
    if removed.motions > 0 { values["motions"] = .count(removed.motions) }
    if !names.isEmpty { values["names"] = .names(names) }
    try Terminal.print(Terminal.page(language.chosen("study.removed", values) + "\n"))
  }
}
