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
      LandmarksCommand.self, ConvertCommand.self, ExportCommand.self,
      ViewCommand.self, DeskCommand.self, ObserversCommand.self, MotionCommand.self, GestureCommand.self,
      ReplayCommand.self,
      LiveCommand.self,
      RateCommand.self,
      CapCommand.self, AcceptanceCommand.self, PhantomCommand.self, BatchCommand.self, JobCommand.self,
      StudyCommand.self,
      FindingsCommand.self, ErrorsCommand.self,
    ])

  /// What the parser's errors begin with: all errors are spelt alike.
  static var _errorPrefix: String { Language.ofCall("narration.error", ["text": .text("")]) }

  /// Runs a verb; every error becomes one line on stderr, and the exit code of its kind.
  static func main() {
    HandleRefusal.check()
    LibraryThreads.end()
    FreedMemory.keep()
    MemoryRefusal.watch()
    // A file that may grow no further (`ulimit -f`, a quota) is an error of writing, not a signal that ends the run.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let words = try CommandLineWords.read()
      try CommandLineWords.checkVerb(words, of: Calvaria.self)
      if URL.workingFolder == nil { Terminal.narrate(Language.ofCall("narration.no_folder")) }
      var command = try parsed(words)
      try command.run()
      Terminal.end(0)
    } catch {
      Failure(error, of: Calvaria.self).end()
    }
  }

  /// A call that is parsed; of a wrong one, a mistyped option is told before what is then missing.
  private static func parsed(_ words: [String]) throws -> any ParsableCommand {
    do { return try parseAsRoot(words) } catch {
      guard exitCode(for: error) == .validationFailure,
        let typo = CommandLineWords.mistypedOption(words, of: Calvaria.self)
      else { throw error }
      throw typo
    }
  }
}
