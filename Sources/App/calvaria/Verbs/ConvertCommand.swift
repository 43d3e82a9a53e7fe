import ArgumentParser
import Diagnostics
import Foundation
internal import Files
import ScanPipeline
import Workers

/// `calvaria convert`: a recording for other tools.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a recording in a layout that other tools read.",
    discussion: """
      The pixels of JPEG and PNG colour keep their bytes, and depth its codes where the target's unit can say them; what \
      is rounded is told. Comments, EXIF data and thumbnails are left out. The recorder's poses are written beside them. \
      The cap file is copied, and the clicks with the names that the frames get.
      """)

  @OptionGroup var input: RecordingOptions

  @Option(
    help: "The layout: \(RecordingConversion.Target.allCases.map(\.rawValue).joined(separator: ", ")).")
  var to: RecordingConversion.Target

  @OptionGroup var place: NewFolderOptions

  @Option(help: "Threads; the result does not depend on it.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("--threads", threads, in: 1...64)
    guard place.chosen == nil else { return }
    throw CallError.wrong(option: "--output", expected: .phrase("folder"), found: .phrase("none")).refusal
  }

  func run() throws {
    guard let output = place.chosen else { return }
    narration.begin(reading: input.recording, input.reading.cap, input.reading.intrinsics)
    let destination = URL.given(output)
    // Said before the work.
    try OutputFolder.check(destination, holding: .recording, force: false, inputs: input.inputs)
    let conversion = try RecordingConversion(
      input.url, input.reading.reading(), cap: input.reading.capFile, to: to)
    let outcome = try Interruption().write {
      try OutputFolder(destination, holding: .recording, force: false, inputs: input.inputs)
    } fill: {
      try conversion.write(into: $0, workers: Workers(count: threads))
    }
    try Terminal.print(Terminal.page(sentences(outcome, output).joined(separator: "; ") + "\n"))
  }

  /// What was written, and what was lost on the way.
  private func sentences(_ outcome: RecordingConversion.Outcome, _ output: String) -> [String] {
    var sentences = [
      Language.ofCall(
        "narration.converted", ["path": .text(output.printable()), "frames": .count(outcome.frames)])
    ]
    if outcome.largestError > 0 {
      let error = FindingValue.millimetres(outcome.largestError, decimals: 3)
      sentences.append(Language.ofCall("narration.converted_rounded", ["error": error]))
    } else {
      sentences.append(Language.ofCall("narration.converted_exact"))
    }
    if outcome.tooFar > 0 {
      sentences.append(Language.ofCall("narration.converted_too_far", ["far": .count(outcome.tooFar)]))
    }
    if outcome.intrinsicsVary { sentences.append(Language.ofCall("narration.converted_one_camera")) }
    if outcome.intrinsicsAreOwn { sentences.append(Language.ofCall("narration.converted_own_cameras")) }
    if outcome.unpaired > 0 {
      sentences.append(Language.ofCall("narration.converted_unpaired", ["frames": .count(outcome.unpaired)]))
    }
    if outcome.poses > 0 {
      sentences.append(Language.ofCall("narration.converted_poses", ["frames": .count(outcome.poses)]))
    }
    if outcome.losesUp { sentences.append(Language.ofCall("narration.converted_without_up")) }
    return sentences
  }
}

extension RecordingConversion.Target: ExpressibleByArgument {}
