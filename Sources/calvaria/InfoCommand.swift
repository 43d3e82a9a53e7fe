import ArgumentParser
import Foundation
import Reports
import ScanPipeline

/// `calvaria info`: what is in a recording, and what is wrong with it.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Print what is in a recording and what is wrong with it.",
    discussion: """
      With a cap file, markers are detected in some of the frames: how many, how flat each lies in depth, and their \
      size in depth over the printed size. A ratio far from 1 means wrong intrinsics or a wrong marker size.
      """)

  @OptionGroup var input: RecordingOptions

  @Option(help: ArgumentHelp("How many frames are decoded, evenly spread.", valueName: "count"))
  var sample = 30

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard sample > 0 else { throw ValidationError("--sample: expected at least 1, found \(sample)") }
  }

  func run() throws {
    let inspection = try RecordingInspection(
      input.folder, format: input.format, intrinsics: input.intrinsicsFile, cap: input.capFile, sample: sample)
    try Terminal.print(json ? try inspection.json() : Data(inspection.table.utf8))
  }
}
