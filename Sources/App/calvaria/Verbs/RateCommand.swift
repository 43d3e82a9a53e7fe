import ArgumentParser
internal import Files
import Diagnostics
import Foundation
import Studies
import ScanPipeline

/// `calvaria rate`: the operator's own judgement of a scan.
struct RateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Store the operator's rating of a scan as rating.json beside its result.",
    discussion: """
      At a terminal each field of the form is asked; elsewhere, or with --set, the answers are given as options. Nothing \
      is written until every field is answered.
      """)

  @Argument(help: "A folder of reconstruct, or the result.json in it; with --recording what was recorded.")
  var result: String

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("An answer; may be given several times. Then nothing is asked.", valueName: "field=value"))
  var settings: [String] = []

  @Option(help: ArgumentHelp("What is asked: a built-in form or a file (YAML).", valueName: "name|file"))
  var form = "standard"

  @Flag(
    help: """
      Rate a recording or mesh before it is measured, or where that failed: rating.json goes into its folder, or beside a \
      file as NAME.rating.json, where calvaria batch looks for it.
      """)
  var recording = false

  @Flag(help: "Replace an earlier rating.")
  var force = false

  @Flag(help: "Print rating.json on stdout instead of the table.")
  var json = false

  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: result)
    let form = try RatingForm.find(form)
    let rated = try recording ? RatedScan.recording(.given(result)) : RatedScan.result(.given(result))
    let file = try rated.claim(force: force)
    let rating = settings.isEmpty ? try ask(form) : try Rating(form, settings: settings)
    let data = try rating.json(resultDigest: rated.digest)
    try file.write(data)
    try Terminal.print(json ? data : Terminal.page(rating.table))
    if !json { narration.tell(written: rated.ratingFile.relativePath) }
  }

  /// Asks each field until its answer is valid. Ctrl-C and the end of input write nothing.
  private func ask(_ form: RatingForm) throws -> Rating {
    guard Terminal.readsFromTerminal else { throw RatingError.nobodyToAsk }
    let language = Language.ofCall
    return try withExtendedLifetime(Interruption()) {
      Terminal.narrate(language("narration.form", ["title": .text(form.title)]))
      return try Rating(form) { field in
        while true {
          Terminal.draw("\(field.question) [\(field.expected.text(language))]: ")
          guard let line = readLine() else {
            Terminal.draw("\n")
            Terminal.narrate(language("narration.interrupted"))
            throw ExitCode(128 + SIGINT)
          }
          do throws(RatingError) { return try field.answer(line) } catch {
            Terminal.narrate(error.description(in: language))
          }
        }
      }
    }
  }
}
