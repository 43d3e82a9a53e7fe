import ArgumentParser
import Foundation
internal import Files
import Reports
import Studies
import StudyReports

/// `calvaria study plot`: the figures of a study's report as files.
struct StudyPlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw the figures of a study's report as SVG and PNG.",
    discussion: """
      Figures are outcomes, histogram, repeats, agreement (with more protocols or observers agreement-2 …), age and groups, as far \
      as the scans carry them. Without --figure, all of them into a folder. PNG is made by the program rsvg-convert.
      """)

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @OptionGroup var chosen: StudyMeasureOptions

  @Option(help: ArgumentHelp("The one figure to draw; by default all.", valueName: "name"))
  var figure: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to: with --figure a file that ends in .svg or .png, otherwise a folder.", valueName: "file|folder"))
  var output: String

  @Flag(help: "Replace what is there.")
  var force = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  private var isPNG: Bool { output.hasSuffix(".png") }

  func validate() throws {
    guard figure != nil, !isPNG, !output.hasSuffix(".svg") else { return }
    throw CallError.wrong(option: "--output", expected: .oneOf([".svg", ".png"]), found: .quoted(output)).refusal
  }

  func run() throws {
    narration.begin(reading: study, chosen.reference)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    // A missing program is reported before any work is done.
    let converter = try figure == nil || isPNG ? PictureConverter(path: path) : nil
    let folder = try StudyFolder(opening: .given(study))
    if let figure {
      let file = try OutputFile(.given(output), force: force, inputs: folder.sources)
      let drawing = try chosen.summary(of: folder).figure(figure, language.chosen)
      try file.write(converter?.png(drawing.svg) ?? drawing.svg)
    } else if let converter {
      let drawings = try chosen.summary(of: folder).figures(language.chosen)
      let files =
        try [("figures.json", FigureFile.list(drawings))]
        + drawings.flatMap { try [($0.name + ".svg", $0.svg), ($0.name + ".png", converter.png($0.svg))] }
      try Interruption().write {
        try OutputFolder(.given(output), holding: .figures, force: force, inputs: folder.sources)
      } fill: {
        try $0.write(files)
      }
    }
    narration.tell(written: output)
  }
}
