import ArgumentParser
import Diagnostics
import Foundation
import ScanPipeline
import Workers

/// The command line: one verb a file.
@main
struct Calvaria: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calvaria",
    abstract: "Reconstruct an infant's head from a recorded RGB + depth scan and measure its asymmetry (CVAI).",
    discussion: "A research tool, not a medical device.",
    version: CalvariaVersion.current,
    subcommands: [
      InfoCommand.self, ReconstructCommand.self, MeasureCommand.self, CompareCommand.self, ReportCommand.self,
      LandmarksCommand.self, ConvertCommand.self,
      ViewCommand.self, ObserversCommand.self, MotionCommand.self, GestureCommand.self, ReplayCommand.self,
      LiveCommand.self,
      RateCommand.self,
      CapCommand.self, AcceptanceCommand.self, PhantomCommand.self, BatchCommand.self, JobCommand.self,
      StudyCommand.self,
      FindingsCommand.self, ErrorsCommand.self,
    ])

  /// The names of the verbs that the help lists, or of those that it does not.
  private static func verbs(shown: Bool) -> [String] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay == shown }
      .compactMap { $0.configuration.commandName }
  }

  /// What the parser's errors begin with: all errors are spelt alike.
  static var _errorPrefix: String { Language.ofCall("narration.error", ["text": .text("")]) }

  /// Runs a verb; every error becomes one line on stderr, and the exit code of its kind.
  static func main() {
    FreedMemory.keep()
    MemoryRefusal.watch()
    do {
      let words = try CommandLineWords.read()
      try CommandLineWords.checkVerb(words, of: verbs(shown: true) + ["help"], hidden: verbs(shown: false))
      if URL.workingFolder == nil { Terminal.narrate(Language.ofCall("narration.no_folder")) }
      var command = try parseAsRoot(words)
      try command.run()
      Terminal.end(0)
    } catch {
      Failure(error, of: Calvaria.self).end()
    }
  }
}
