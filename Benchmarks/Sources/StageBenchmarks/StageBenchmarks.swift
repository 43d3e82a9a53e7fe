import ArgumentParser

/// Times the stages of a reconstruction, each on its own.
@main
struct StageBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Time the stages of a reconstruction, each on its own.",
    subcommands: [TimeCommand.self, ExportCommand.self], defaultSubcommand: TimeCommand.self)
}
