import ArgumentParser
import CapSheets
import Diagnostics
import Foundation
import Markers
import ScanPipeline

/// `calvaria cap check`: how large the markers of a print really are, from photos of its sheets.
struct CapCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Measure a print of cap sheets from photos: its size, and which markers are not flat or not square.",
    discussion: """
      Take photos of a sheet before it is cut, lying flat: one from straight above, three aslant from different sides, \
      all four corner marks in each. Measure the printed ruler from end mark to end mark with a steel rule: that is \
      --known-mm. Exit code 2 where the print should not be used.
      """)

  @Argument(
    help: "Photos of the sheets (JPEG or PNG), 1 to 24.", completion: .file(extensions: ["jpg", "jpeg", "png"]))
  var photos: [String]

  @Option(
    help: ArgumentHelp("The printed ruler's length from end mark to end mark, by a steel rule, mm.", valueName: "mm"))
  var knownMm: Double

  @Option(help: ArgumentHelp("The cap file that was written with the sheets.", valueName: "file"))
  var cap: String?

  @Option(help: ArgumentHelp("Without a cap file: the markers' dictionary; with --size-mm.", valueName: "name"))
  var dictionary: String?

  @Option(help: ArgumentHelp("Without a cap file: the side of a marker's black square, mm.", valueName: "mm"))
  var sizeMm: Double?

  @Flag(help: "Print JSON instead of the table.")
  var json = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("PHOTO", photos.count, in: 1...24)
    try CallError.require("--known-mm", knownMm, in: 10...1000)
    try CallError.require("--size-mm", sizeMm, in: 1...200)
    guard (cap == nil) == (dictionary != nil), (dictionary == nil) == (sizeMm == nil) else {
      throw CallError.wrong(
        option: "--cap, --dictionary, --size-mm", expected: .phrase("cap_or_dictionary"),
        found: .phrase(cap == nil ? "something_else" : "both_of_them")
      ).refusal
    }
  }

  func run() throws {
    for photo in photos { narration.begin(reading: photo) }
    let check = try PrintCheck(photos: photos.map { .given($0) }, of: try printed(), knownMm: knownMm)
    try Terminal.print(json ? try check.json() : Terminal.page(check.table(language.chosen)))
    if !check.reasons.isEmpty { throw ExitCode(2) }
  }

  private func printed() throws -> Cap {
    if let cap { return try CapFile.read(.given(cap)) }
    guard let name = dictionary, let size = sizeMm, let dictionary = MarkerDictionary(name: name) else {
      throw CallError.wrong(
        option: "--dictionary", expected: .phrase("opencv_dictionary"), found: .quoted(dictionary ?? "")
      ).refusal
    }
    return Cap(dictionary: dictionary, markerSize: size / 1000, ids: nil)
  }
}
