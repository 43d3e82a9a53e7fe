import ArgumentParser
import CapSheets
import Diagnostics
import Foundation
import Markers
import ScanPipeline

/// `calvaria cap`: printable cap sheets, and the check of a print.
struct CapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cap",
    abstract: "Make printable sheets of cap markers or a calibration board, or check a print by photos.",
    discussion: """
      Without a further verb, sheets are made: calvaria cap --ids 0-45 --output cap.pdf. Of their options: calvaria cap \
      sheets --help.
      """,
    subcommands: [CapSheetsCommand.self, CapCheckCommand.self, CapBoardCommand.self],
    defaultSubcommand: CapSheetsCommand.self)
}

/// `calvaria cap sheets`, or `calvaria cap` alone: the markers of a cap, to be printed and cut out.
struct CapSheetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheets",
    abstract: "Make sheets of cap markers at exact size, and cap.yaml beside them.",
    discussion: """
      With --head-circumference-cm as many of the ids are used as a cap of that size needs, and the first page says where \
      each goes; otherwise all of --ids are printed. A PDF holds all pages; of an SVG each page is a file: cap.svg becomes \
      cap-1.svg, cap-2.svg …
      """)

  @Option(help: ArgumentHelp("The side of a marker's black square, mm.", valueName: "mm"))
  var sizeMm = 16.0

  @Option(help: ArgumentHelp("OpenCV's name of the markers' dictionary.", valueName: "name"))
  var dictionary = "DICT_4X4_100"

  @Option(
    help: ArgumentHelp(
      "The ids, such as 0-45 or 3,7,9-12; with --head-circumference-cm by default all of the dictionary.",
      valueName: "ids"))
  var ids: String?

  @Option(
    help: ArgumentHelp(
      "Plan a cap for a head of this circumference, 34 to 52 cm: every view from 30 cm shows at least 8 markers.",
      valueName: "cm"))
  var headCircumferenceCm: Double?

  @Option(help: "The paper: \(Paper.allCases.map(\.rawValue).joined(separator: ", ")).")
  var paper: Paper = .a4

  @Option(help: "How it is cut: patches (one by one) or strips of neighbours.")
  var cut: CutForm = .patches

  @Option(help: ArgumentHelp("The thickness of the cap's cloth, mm, for cap.yaml.", valueName: "mm"))
  var thicknessMm = 1.0

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: .pdf or .svg.", valueName: "file"),
    completion: .file(extensions: ["pdf", "svg"]))
  var output: String

  @Flag(help: "Replace earlier files, cap.yaml too.")
  var force = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("--size-mm", sizeMm, in: 1...200)
    try CallError.require("--head-circumference-cm", headCircumferenceCm, in: 34...52)
    if thicknessMm != 0 { try CallError.require("--thickness-mm", thicknessMm, in: Cap.thicknessesMm) }
    guard ids != nil || headCircumferenceCm != nil else {
      throw CallError.wrong(
        option: "--ids, --head-circumference-cm", expected: .phrase("one_of_them"), found: .phrase("none")
      ).refusal
    }
  }

  func run() throws {
    narration.begin()
    let files = try CapFiles(.given(output), force: force)
    let written = try files.write(try sheets(), language: language.chosen)
    for file in written { narration.tell(written: file.relativePath) }
  }

  private func sheets() throws -> CapSheets {
    let dictionary = try MarkerDictionary.given(dictionary)
    let all = try ids.map { try IDList.parse($0, of: dictionary) } ?? Array(0..<dictionary.count)
    // To the micrometre, as the cap file holds it.
    let side = (sizeMm * 1000).rounded() / 1e6
    guard let headCircumferenceCm else {
      return try CapSheets(of: all, on: cap(dictionary, side, all), paper: paper, cut: cut)
    }
    let plan = try CapPlan.fitting(
      circumference: headCircumferenceCm / 100, markerSize: side, cells: dictionary.cells + 2, ids: all)
    return try CapSheets(of: plan, on: cap(dictionary, side, plan.ids), paper: paper, cut: cut)
  }

  private func cap(_ dictionary: MarkerDictionary, _ side: Double, _ ids: [Int]) -> Cap {
    Cap(dictionary: dictionary, markerSize: side, ids: Set(ids), thickness: thicknessMm / 1000)
  }
}

extension Paper: ExpressibleByArgument {}
extension CutForm: ExpressibleByArgument {}

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
    // Without a cap file both are there: `validate()`.
    return Cap(dictionary: try MarkerDictionary.given(dictionary!), markerSize: sizeMm! / 1000, ids: nil)
  }
}

/// `calvaria cap board`: a flat sheet of markers for `calvaria acceptance`.
struct CapBoardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Make a flat board of markers, by which calvaria acceptance calibrates a phone, and board.yaml beside it."
  )

  @Option(help: "The paper: \(Paper.allCases.map(\.rawValue).joined(separator: ", ")).")
  var paper: Paper = .a4

  @Option(help: ArgumentHelp("The side of a marker's black square, mm; by default 20, on A3 30.", valueName: "mm"))
  var sizeMm: Double?

  @Option(help: ArgumentHelp("OpenCV's name of the markers' dictionary.", valueName: "name"))
  var dictionary = "DICT_4X4_100"

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write: .pdf or .svg.", valueName: "file"),
    completion: .file(extensions: ["pdf", "svg"]))
  var output: String

  @Flag(help: "Replace earlier files, board.yaml too.")
  var force = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws { try CallError.require("--size-mm", sizeMm, in: 5...200) }

  func run() throws {
    narration.begin()
    let dictionary = try MarkerDictionary.given(dictionary)
    let side = sizeMm.map { ($0 * 1000).rounded() / 1e6 }
    let sheet = try BoardSheet(dictionary, side: side, paper: paper)
    let files = try CapFiles(.given(output), as: CapFiles.boardName, force: force)
    for file in try files.write(sheet, language: language.chosen) { narration.tell(written: file.relativePath) }
  }
}

extension MarkerDictionary {
  /// The one that `--dictionary` names.
  fileprivate static func given(_ name: String) throws -> MarkerDictionary {
    guard let dictionary = MarkerDictionary(name: name) else {
      throw CallError.wrong(
        option: "--dictionary", expected: .phrase("opencv_dictionary"), found: .quoted(name)
      ).refusal
    }
    return dictionary
  }
}
