import ArgumentParser
import ScanPipeline
import Workers

/// Times the stages of a reconstruction, each on its own, and the operator's feedback.
@main
struct StageBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Time the stages of a reconstruction, each on its own, and the operator's feedback.",
    subcommands: [TimeCommand.self, LatencyCommand.self, ExportCommand.self], defaultSubcommand: TimeCommand.self)

  /// Sets the process up like `calvaria`'s and runs a command.
  static func main() {
    FreedMemory.keep()
    main(nil)
  }
}
