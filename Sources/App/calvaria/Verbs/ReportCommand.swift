import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import MovementReports
import Reports
import ScanPipeline
import Workers

extension OutputKind {
  /// The drawings of `report --figures` and of `study plot`; a study has as many agreements as it was asked for.
  static let figures = OutputKind(
    .phrase("earlier_figures"), mark: "figures.json", holding: "\"calvaria/figures/",
    files: Set(["figures.json"] + drawings.flatMap { [$0 + ".svg", $0 + ".png"] }), numbered: ["agreement"])

  /// The names of drawings, without ending: of a head, of a motion, of a study.
  private static let drawings =
    FigureFile.names + ["angle"] + ["outcomes", "histogram", "repeats", "agreement", "age", "groups"]
}

/// `calvaria report`: the report of a result, made again.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make the report of a result again: another language, paper, figures, without the face.",
    discussion: """
      Reads a folder of `reconstruct`, `measure --output` or `motion --output` and writes report.html into it, or where \
      --html says. Nothing is reconstructed or measured again. A research tool, not a medical device.
      """)

  @Argument(help: "A folder of reconstruct, measure or motion, or the result.json or motion.json in it.")
  var result: String

  @Option(help: ArgumentHelp("Write the page here instead of into the folder of the result.", valueName: "file"))
  var html: String?

  @Option(help: ArgumentHelp("Write the report on A4 as a PDF, too; by the program weasyprint.", valueName: "file"))
  var pdf: String?

  @Option(
    help: ArgumentHelp(
      "Of a range of motion: write a message with the report on A4 attached (.eml), to be opened by a mail program.",
      valueName: "file"))
  var eml: String?

  @Option(
    help: ArgumentHelp(
      "Write the drawings as SVG and PNG into a folder, too; by the program rsvg-convert.", valueName: "folder"))
  var figures: String?

  @Flag(help: "Leave out colour frames, and the face below the brow.")
  var deface = false

  @Flag(help: "Replace what --html, --pdf, --eml and --figures name.")
  var force = false

  @OptionGroup var scan: ScanDescriptionOptions

  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try requireDistinct([("--html", html), ("--pdf", pdf), ("--eml", eml), ("--figures", figures)])
  }

  func run() throws {
    narration.begin(reading: result)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    // A missing program is reported before any work is done.
    let printer = try (pdf ?? eml).map { _ in try PaperPrinter(path: path) }
    let converter = try figures.map { _ in try PictureConverter(path: path) }
    if MotionFolder.isOne(.given(result)) { return try reportMotion(printer, converter) }
    if eml != nil {
      throw CallError.notFor(option: "--eml", use: .phrase("range_of_motion"), found: .phrase("scan_of_head")).refusal
    }
    let folder = try ResultFolder.read(.given(result), for: .report)
    let targets = try Targets(self, folder)
    let page = try narration.timed("report") { try report(on: folder) }
    let sheets = [(targets.html, Data(try page.html().utf8))]
    try OutputFile.write(sheets + [try paper(page.paper(), printer, targets.pdf)].compactMap(\.self))
    if let converter, let figures { try write(page.figures(), converter, to: figures) }
    for file in [html ?? targets.page.relativePath, pdf, figures].compactMap(\.self) { narration.tell(written: file) }
  }

  /// The PDF file and its bytes; nil where no PDF was asked for.
  func paper(
    _ page: @autoclosure () throws -> String, _ printer: PaperPrinter?, _ file: OutputFile?
  ) throws -> (OutputFile, Data)? {
    guard let printer, let file else { return nil }
    return (file, try printer.pdf(page()))
  }

  private func report(on folder: ResultFolder) throws -> ReportPage {
    let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)
    let content = ReportContent(folder, stated: scan.stated, workers: workers)
    return ReportPage(
      deface ? try content.withoutFace(of: result) : content, language: language.chosen, workers: workers)
  }

  func write(_ figures: [FigureFile], _ converter: PictureConverter, to path: String) throws {
    try Interruption().write {
      try OutputFolder(.given(path), holding: .figures, force: force, inputs: [.given(result)])
    } fill: {
      try $0.write(files(figures, converter))
    }
  }

  private func files(
    _ figures: [FigureFile], _ converter: PictureConverter
  ) throws -> [(name: String, content: Data)] {
    try [("figures.json", FigureFile.list(figures))]
      + figures.flatMap { figure in
        try [(figure.name + ".svg", figure.svg), (figure.name + ".png", converter.png(figure.svg))]
      }
  }

  /// The files that are written, claimed before the work.
  private struct Targets {
    /// Where the page goes.
    let page: URL
    let html: OutputFile
    let pdf: OutputFile?

    init(_ command: ReportCommand, _ folder: ResultFolder) throws {
      let inputs = ["result.json", "mesh.ply", "section.json", "markers.json", "clicks.jpg", "frames.jpg"]
        .map { folder.url.appending(path: $0) }
      page = command.html.map { .given($0) } ?? folder.url.appending(path: "report.html")
      // The page of the folder is made again; what the user names is kept without --force.
      html = try OutputFile(
        page, force: command.force || command.html == nil, inputs: inputs, followsLink: command.html != nil)
      pdf = try command.pdf.map { try OutputFile(.given($0), force: command.force, inputs: inputs) }
    }
  }
}

extension ReportCommand {
  /// The report of a range of motion, made again.
  func reportMotion(_ printer: PaperPrinter?, _ converter: PictureConverter?) throws {
    var folder = try MotionFolder.read(.given(result))
    let inputs = ["motion.json", "angles.csv", "scan.json", "history.json"].compactMap {
      folder.url?.appending(path: $0)
    }
    let place = html.map { URL.given($0) } ?? folder.url!.appending(path: "report.html")
    // The page of the folder is made again; what the user names is kept without --force.
    let page = try OutputFile(place, force: force || html == nil, inputs: inputs, followsLink: html != nil)
    let pdfFile = try pdf.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    let message = try eml.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    folder.scan = scan.stated.completed(by: folder.scan)
    for finding in folder.leftOut { narration.tell(finding.line(language.chosen)) }
    if deface { folder.pictures = [:] }
    let report = MotionPage(folder, language: language.chosen)
    let sheets = [(page, Data(narration.timed("report") { report.html() }.utf8))]
    let printed = try printer.map { try $0.pdf(report.paper()) }
    let others = printed.map { printed in
      [pdfFile.map { ($0, printed) }, message.map { ($0, report.message(with: printed).data) }].compactMap(\.self)
    }
    try OutputFile.write(sheets + (others ?? []))
    if let converter, let figures { try write(report.figures(), converter, to: figures) }
    for file in [html ?? place.relativePath, pdf, eml, figures].compactMap(\.self) { narration.tell(written: file) }
  }
}
