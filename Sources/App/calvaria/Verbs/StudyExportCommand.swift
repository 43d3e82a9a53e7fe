import ArgumentParser
internal import Files
import Studies

/// `calvaria study export`: the measures of a study as a table.
struct StudyExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the measures of a study as comma-separated values, for pandas, R or a spreadsheet.",
    discussion: """
      Without --output, to standard output. Every scan is in the table, one that failed with its reason. Equal studies \
      give equal bytes.
      """)

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @OptionGroup var selection: StudySelectionOptions

  @Flag(help: "A row a scan, with a column a quantity; by default a row for each quantity of each scan.")
  var wide = false

  @Flag(help: "The measures by every protocol, one below the other; by default those of the batch, or of --protocol.")
  var allProtocols = false

  @Option(name: .shortAndLong, help: ArgumentHelp("The file to write, such as measurements.csv.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the file.")
  var force = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    guard allProtocols, selection.protocolName != nil else { return }
    throw CallError.wrong(
      option: "--protocol, --all-protocols", expected: .phrase("one_of_them"), found: .phrase("both_of_them")
    ).refusal
  }

  func run() throws {
    narration.begin(reading: study)
    let selection = try selection.selection()
    let folder = try StudyFolder(opening: .given(study))
    let file = try output.map { try OutputFile(.given($0), force: force, inputs: folder.sources) }
    let table = wide ? MeasurementsTable.wide : .tidy
    let csv = try table.content(of: StudyStore.opened(folder), selection, allProtocols: allProtocols)
    guard let file, let output else { return try Terminal.print(csv) }
    try file.write(csv)
    narration.tell(written: output)
  }
}
