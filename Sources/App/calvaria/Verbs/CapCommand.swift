import ArgumentParser

/// `calvaria cap`: printable cap sheets, and the check of a print.
struct CapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cap", abstract: "Make printable sheets of cap markers, or check a print by photos.",
    discussion: """
      Without a further verb, sheets are made: calvaria cap --ids 0-45 --output cap.pdf. Of their options: calvaria cap \
      sheets --help.
      """,
    subcommands: [CapSheetsCommand.self, CapCheckCommand.self], defaultSubcommand: CapSheetsCommand.self)
}
