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

  @Option(
    help: ArgumentHelp(
      "Write every sighting of a marker in the sampled frames to a JSON file; needs a cap file.", valueName: "file"))
  var detections: String?

  @Option(help: ArgumentHelp("Write the seconds of each frame's detection to a JSON file.", valueName: "file"))
  var timings: String?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard sample > 0 else { throw ValidationError("--sample: expected at least 1, found \(sample)") }
    guard timings == nil || detections != nil else {
      throw ValidationError("--timings: expected --detections beside it, found it alone")
    }
  }

  func run() throws {
    let inspection = try RecordingInspection(
      input.folder, format: input.format, intrinsics: input.intrinsicsFile, cap: input.capFile, sample: sample,
      listing: detections != nil)
    if let detections, let found = inspection.detections { try write(found, to: detections) }
    try Terminal.print(json ? try inspection.json() : Data(inspection.table.utf8))
  }

  private func write(_ found: RecordingDetections, to path: String) throws {
    try write(try found.json(), to: path)
    if let timings { try write(try JSONEncoder().encode(["detection": found.seconds]), to: timings) }
  }

  private func write(_ data: Data, to path: String) throws {
    do { try data.write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
      throw OutputError.cannotWrite(path: path, reason: "its folder is missing or can't be written")
    }
  }
}
