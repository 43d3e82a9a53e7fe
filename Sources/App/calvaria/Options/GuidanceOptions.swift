import ArgumentParser
import Diagnostics
import Foundation
internal import Files

/// How the operator of a scan is guided: by which phrases and thresholds.
struct GuidanceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of the phrases: en, de, or one of --feedback; by default that of the environment, en or de.",
      valueName: "code"))
  var language: String?

  @Option(help: ArgumentHelp("Thresholds and phrases (YAML) over the built-in ones.", valueName: "file"))
  var feedback: String?

  @Option(help: ArgumentHelp("Announce markers every 25, 50 or 100 %.", valueName: "percent"))
  var announce: Int?

  @Option(
    help: ArgumentHelp(
      "The markers.json of a reconstruction of the same cap with landmarks: where its markers lie on the head.",
      valueName: "file"))
  var layout: String?

  @Option(
    help: ArgumentHelp(
      "Degrees clockwise by which the images must be turned to stand upright.", valueName: "0|90|180|270"))
  var turn = 0

  func validate() throws {
    try CallError.require("--turn", turn, among: [0, 90, 180, 270])
    if let announce { try CallError.require("--announce", announce, among: [25, 50, 100]) }
  }

  /// The language that was asked for, otherwise that of the environment.
  var phrases: String { language ?? Language.environment.rawValue }

  var feedbackFile: URL? { feedback.map { .given($0) } }
  var layoutFile: URL? { layout.map { .given($0) } }
  var quarterTurns: Int { turn / 90 }

  /// The files that are read.
  var inputs: [URL] { [feedbackFile, layoutFile].compactMap(\.self) }
}
