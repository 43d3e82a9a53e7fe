import ArgumentParser
import Diagnostics
import Foundation
import Studies

/// `calvaria study add`: ranges of motion into a study.
struct StudyAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add ranges of motion to a study: folders that motion wrote.",
    discussion: """
      Each folder is copied into the study, with its pictures, and its values come into the store and into the tables of \
      study export. A study that is not there yet is made.
      """)

  @Argument(help: "The folder of the study.")
  var study: String

  @Argument(help: "Folders of motion.")
  var motions: [String]

  @Flag(help: "Replace an earlier one of the same name.")
  var force = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: motions)
    let folder = try StudyFolder(at: .given(study))
    var names: [String] = []
    // A folder is added whole or not at all, and what was added comes into the store.
    let callOff = CallOff()
    for motion in motions where !callOff.isMade { names.append(try folder.add(motion: .given(motion), force: force)) }
    let update = try StudyStore(folder).bringUpToDate(folder)
    Terminal.tell(update.remarks)
    try Terminal.print(Terminal.page(names.map { $0 + "\n" }.joined()))
    // A signal that came after the last one has interrupted nothing.
    if names.count < motions.count {
      Terminal.narrate(Language.ofCall("narration.interrupted"))
      throw ExitCode(callOff.exitCode)
    }
  }
}
