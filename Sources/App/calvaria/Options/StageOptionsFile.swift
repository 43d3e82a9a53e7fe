import Analysis
import ArgumentParser
import Foundation
import ScanPipeline

/// The file that sets the options of the stages.
struct StageOptionsFile: ParsableArguments {
  @Option(
    name: .customLong("options"),
    help: ArgumentHelp(
      "Options of the stages (JSON): an options.json, or what differs in it. Other options go before it.",
      valueName: "file"))
  var path: String?

  /// What is read: no output may take its place.
  var inputs: [URL] { path.map { [.given($0)] } ?? [] }

  /// The options of the file, or the defaults.
  func read() throws -> OptionsFile { try path.map { try OptionsFile.read(.given($0)) } ?? OptionsFile() }
}
