import ArgumentParser
import Diagnostics
import Foundation
internal import Files
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

  @Flag(help: "Replace the files that --detections and --timings name.")
  var force = false

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    guard sample > 0 else {
      throw CallError.wrong(
        option: "--sample", expected: .phrase("at_least", ["low": .count(1)]), found: .count(sample)
      ).refusal
    }
    guard timings == nil || detections != nil else {
      throw CallError.wrong(
        option: "--timings", expected: .phrase("option_beside", ["option": .text("--detections")]),
        found: .phrase("alone")
      ).refusal
    }
    try requireDistinct([("--detections", detections), ("--timings", timings)])
  }

  func run() throws {
    narration.begin(reading: input.recording, input.reading.cap, input.reading.intrinsics)
    // Claimed first, so that a file that can't be written is told before the work.
    let files = try [detections, timings].compactMap(\.self).map(claim)
    let inspection = try narration.timed("inspection") { try self.inspection() }
    if let found = inspection.detections {
      let contents = [{ try found.json() }, { try JSONText.encode(["detection": found.seconds]) }]
      for (file, content) in zip(files, contents) { try file.write(try content()) }
    }
    try Terminal.print(json ? try inspection.json() : Terminal.page(inspection.table(language.chosen)))
  }

  private func inspection() throws -> RecordingInspection {
    try RecordingInspection.inspect(
      input.url, input.reading.reading(), cap: input.reading.capFile, sample: sample, listing: detections != nil)
  }

  private func claim(_ path: String) throws -> OutputFile {
    try OutputFile(.given(path), force: force, inputs: input.inputs)
  }
}
