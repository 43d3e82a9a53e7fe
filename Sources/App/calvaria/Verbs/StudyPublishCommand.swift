import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import Reports
import Studies
import StudyReports

/// `calvaria study publish`: a study as a folder for others.
struct StudyPublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Write a study for others: tables with data dictionaries, figures and the call that made them.",
    discussion: """
      A BIDS derivative. Recordings, surfaces, pictures, paths and dates of scans stay behind; codes of children, groups, \
      operators and devices stand as they were stated. PDF and PNG are made by the program rsvg-convert.
      """)

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @OptionGroup var chosen: StudyMeasureOptions

  @Option(help: ArgumentHelp("What it is called; by default the name of the study's folder.", valueName: "text"))
  var name: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("A folder to write; it must not exist yet.", valueName: "folder"))
  var output: String

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: study, chosen.reference)
    let pictures = try PictureConverter(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    let folder = try StudyFolder(opening: .given(study))
    let publication = StudyPublication(
      name: name ?? URL.given(study).standardizedFileURL.lastPathComponent, call: call,
      summary: try chosen.summary(of: folder),
      selection: try chosen.selection.selection())
    let files = try publication.files(of: StudyStore.opened(folder), language.chosen, pictures)
    try Interruption().write {
      try OutputFolder(.given(output), holding: .publication, force: false, inputs: folder.sources)
    } fill: { place in
      for name in StudyPublication.folders { try place.makeFolder(name) }
      try place.write(files)
    }
    narration.tell(written: output)
  }

  /// The call without the places of files, which are nobody's business.
  private var call: String {
    let options = [
      ("--measure", chosen.measure.rawValue), ("--where", chosen.selection.condition),
      ("--protocol", chosen.selection.protocolName),
      ("--reference", chosen.reference.map { URL.given($0).lastPathComponent }),
      ("--lambda", chosen.lambda.map { "\($0)" }), ("--name", name),
      ("--language", language.chosen.rawValue),
    ]
    let stated = options.flatMap { option, value in value.map { [option, $0.asShellWord] } ?? [] }
    return (["calvaria study publish STUDY"] + stated + ["--output PUBLISHED"]).joined(separator: " ")
  }
}

extension OutputKind {
  /// A study for others; its folder is new.
  static let publication = OutputKind(
    .phrase("earlier_publication"), mark: "", holding: "", files: [], isReplaceable: false)
}
