import ArgumentParser
import Diagnostics
import Foundation
import ScanPipeline

/// The command line: one verb a file.
@main
struct Calvaria: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calvaria",
    abstract: "Reconstruct an infant's head from a recorded RGB + depth scan and measure its asymmetry (CVAI).",
    discussion: "A research tool, not a medical device.",
    version: CalvariaVersion.current,
    subcommands: [
      InfoCommand.self, ReconstructCommand.self, MeasureCommand.self, CompareCommand.self, LandmarksCommand.self,
      ReplayCommand.self, RateCommand.self, PhantomCommand.self,
    ])

  /// Runs a verb; a `Diagnosis` becomes one line on stderr and the exit code of its kind.
  static func main() {
    FreedMemory.keep()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let diagnosis as any Diagnosis {
      Terminal.narrate("error: " + Terminal.singleLine("\(diagnosis)"))
      Foundation.exit(diagnosis.kind.rawValue)
    } catch {
      exit(withError: error)
    }
  }
}
