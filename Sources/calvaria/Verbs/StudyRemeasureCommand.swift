import Analysis
import ArgumentParser
import Diagnostics
import Foundation
import ScanPipeline
import Studies

/// `calvaria study remeasure`: all surfaces of a study by another protocol.
struct StudyRemeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remeasure",
    abstract: "Measure the surfaces of a study by another protocol, without reconstructing them.",
    discussion: """
      The first measures stay, and both can be listed and exported by --protocol. Exit code 2 where some scans could not \
      be measured.
      """)

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @Option(
    name: .customLong("protocol"),
    help: ArgumentHelp(
      "The protocol: a YAML file, or one of \(MeasurementProtocol.builtIn.map(\.name).joined(separator: ", ")).",
      valueName: "file|name"))
  var measurement: String

  @Option(help: "How many heads are measured at once.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var stageFile: StageOptionsFile
  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws { try CallError.require("--jobs", jobs, in: 1...256) }

  func run() throws {
    narration.begin(reading: study, stageFile.path)
    let folder = try StudyFolder(opening: .given(study))
    let choices = try MeasurementProtocol.find(measurement)
    let store = try StudyStore(folder)
    let tally = try Remeasurement(of: folder, by: choices, options: stageFile.read().stages.analysis, jobs: jobs)
      .run(storing: store)
    let language = language.chosen
    for (scan, reason) in tally.failed.sorted(by: { $0.key < $1.key }) {
      Terminal.narrate(language("narration.note", ["subject": .text(scan), "text": .text(reason)]))
    }
    let line = language(
      "study.remeasured",
      [
        "protocol": .text("\(choices.name) \(choices.version)"), "measured": .count(tally.measured),
        "withheld": .count(tally.withheld), "without": .count(tally.without), "failed": .count(tally.failed.count),
      ])
    try Terminal.print(Terminal.page(line + "\n"))
    if tally.withheld > 0 || !tally.failed.isEmpty { throw ExitCode(2) }
  }
}
