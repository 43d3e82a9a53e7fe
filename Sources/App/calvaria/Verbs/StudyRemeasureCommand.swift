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
      The first measures stay; list and export take one of them by --protocol, export both by --all-protocols. What was \
      measured so already is passed over: a run that was killed is continued by the same call. Exit code 2 where the CVAI \
      of some scans is withheld, or some surfaces could not be measured (which and why is printed).
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
      .run(storing: store, progress: tell)
    let language = language.chosen
    for (scan, reason) in tally.failed.sorted(by: { $0.key < $1.key }) {
      Terminal.narrate(language("narration.note", ["subject": .text(scan), "text": .text(reason)]))
    }
    let line = language(
      "study.remeasured",
      [
        "protocol": .text("\(choices.name) \(choices.version)"), "measured": .count(tally.measured),
        "withheld": .count(tally.withheld), "without": .count(tally.without), "failed": .count(tally.failed.count),
      ].merging(tally.known > 0 ? ["known": .count(tally.known)] : [:]) { $1 })
    try Terminal.print(Terminal.page(line + "\n"))
    if tally.withheld > 0 || !tally.failed.isEmpty { throw ExitCode(2) }
  }

  private func tell(_ progress: RemeasurementProgress) {
    let language = Language.ofCall
    let left = progress.secondsLeft.flatMap { $0 > 0.5 ? ProgressBar.text(left: $0, language) : nil }
    narration.tell(
      language(
        "batch.progress",
        [
          "done": .count(progress.done), "total": .count(progress.total), "scan": .text(progress.scan),
          "status": .text(language.term(progress.status.rawValue, of: "outcome")),
        ].merging(left.map { ["left": .text($0)] } ?? [:]) { $1 }))
  }
}
