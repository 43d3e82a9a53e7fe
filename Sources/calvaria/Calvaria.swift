import ArgumentParser

/// The command line: one verb a file.
@main
struct Calvaria: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calvaria",
    abstract: "Reconstruct an infant's head from a recorded RGB + depth scan and measure its asymmetry (CVAI).",
    version: "0.1.0",
    subcommands: [MeasureCommand.self, PhantomCommand.self])
}
