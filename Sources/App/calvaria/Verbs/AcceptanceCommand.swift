import ArgumentParser
import Diagnostics
import Foundation
internal import Files
import Recordings
import ScanPipeline

/// `calvaria acceptance`: what a lab does once for each phone.
struct AcceptanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "acceptance",
    abstract: "Judge a phone by the recording of a flat board, and write the device file that later scans take.",
    discussion: """
      Writes acceptance.html, acceptance.json and device.yaml into the output folder, and a table on stdout. The board comes \
      from calvaria cap board; Docs/guide/acceptance.md says how it is recorded. Exit code 0 where the phone can be used, 2 \
      where not (the page says why; no device.yaml is written).
      """)

  @Argument(help: "The recording of the board: 20 to 60 s, from all sides, tilted, 20 to 50 cm away.")
  var recording: String

  @OptionGroup var reading: RecordingReadingOptions

  @Option(help: ArgumentHelp("The file that was written with the board.", valueName: "file"))
  var board: String

  @Option(
    help: ArgumentHelp(
      "The printed ruler's length from end mark to end mark, by a steel rule, mm; without it, lengths are known to 0.4 %.",
      valueName: "mm"))
  var knownMm: Double?

  @Option(
    help: ArgumentHelp(
      "A recording of a printed head in its cap, by the same phone; with --sheet.", valueName: "recording"))
  var head: String?

  @Option(help: ArgumentHelp("The printed head's true measures.", valueName: "file"))
  var sheet: String?

  @Option(help: ArgumentHelp("The phone; by default the recording's name.", valueName: "text"))
  var name: String?

  @Option(help: ArgumentHelp("The day of the acceptance; by default today.", valueName: "YYYY-MM-DD"))
  var date: String?

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; it must not exist yet.", valueName: "folder"))
  var output: String

  @Flag(help: "Replace an earlier acceptance in the output folder.")
  var force = false

  @Flag(help: "Print acceptance.json on stdout instead of the table.")
  var json = false

  @Option(help: "Threads; the result does not depend on it.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("--known-mm", knownMm, in: 10...2000)
    try CallError.require("--threads", threads, in: 1...64)
    if let date, !ScanDescription.isDate(date) {
      throw CallError.wrong(option: "--date", expected: .phrase("day"), found: .quoted(date)).refusal
    }
    if let name, name.utf8.count > 80 || !ScanDescription.isText(name) {
      throw CallError.wrong(option: "--name", expected: .phrase("text_of_scan"), found: .quoted(name)).refusal
    }
    guard (head == nil) == (sheet == nil) else {
      throw CallError.wrong(
        option: "--head, --sheet", expected: .phrase("both_of_them"), found: .phrase("one_of_them")
      ).refusal
    }
  }

  func run() throws {
    narration.begin(reading: recording, reading.intrinsics, board, head, sheet)
    let options = try options()
    let acceptance = try Interruption().write {
      try OutputFolder(.given(output), holding: .acceptance, force: force, inputs: inputs)
    } fill: { folder in
      let bar = ProgressBar(.dense, narration)
      defer { bar.finish() }
      let acceptance = try Acceptance.run(options, progress: bar.update)
      try folder.write(try acceptance.files(language.chosen))
      return acceptance
    }
    try Terminal.print(json ? try acceptance.json() : Terminal.page(acceptance.table(language.chosen)))
    if !json { narration.tell(written: output) }
    if acceptance.verdict == .fail { throw ExitCode(2) }
  }

  private var inputs: [URL] {
    [recording, board, head, sheet].compactMap { $0.map { .given($0) } } + [reading.intrinsicsFile].compactMap(\.self)
  }

  private func options() throws -> AcceptanceOptions {
    var options = AcceptanceOptions(
      recording: .given(recording), board: .given(board),
      name: name ?? String(URL.given(recording).deletingPathExtension().lastPathComponent.printable(limit: 60)),
      date: date ?? Self.today)
    options.reading = try reading.reading()
    (options.knownMm, options.threads) = (knownMm, threads)
    if let head, let sheet { options.head = (.given(head), .given(sheet)) }
    return options
  }

  private static var today: String {
    Date().formatted(.iso8601.year().month().day().dateSeparator(.dash))
  }
}
