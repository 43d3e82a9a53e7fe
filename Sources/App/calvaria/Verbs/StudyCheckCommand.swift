import ArgumentParser
import Foundation
import Reconstruction
import Recordings
import Studies

/// `calvaria study check`: what is wrong with a dataset.
struct StudyCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell what is wrong with a dataset, before hours are spent on it.",
    discussion: """
      Looked for are missing caps, intrinsics and landmarks, recordings that can't be opened, twins, ages and codes that \
      can't be, and paths that lead outside. Exit code 0 where every scan can be measured as it is, 2 where not.
      """)

  @Argument(help: "The dataset: a folder in the manner of BIDS or with a scans.csv, or such a table.")
  var dataset: String

  @Option(help: "What heads are tracked by: markers, or the surface alone (dense), which needs no cap.")
  var tracking = TrackingMethod.markers

  @OptionGroup var reading: RecordingReadingOptions

  @Flag(help: "Print JSON instead of the tables.")
  var json = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: dataset)
    let check = DatasetCheck(
      try Dataset.read(.given(dataset)), try reading.reading(),
      needsCap: tracking == .markers && reading.cap == nil, threads: ProcessInfo.processInfo.activeProcessorCount)
    try Terminal.print(json ? try check.json() : Terminal.page(check.table(language.chosen)))
    if !check.isSound { throw ExitCode(2) }
  }
}
