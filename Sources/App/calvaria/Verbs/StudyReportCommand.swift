import ArgumentParser
import Foundation
internal import Files
import Studies
import StudyReports

/// `calvaria study report`: what the scans of a study say together.
struct StudyReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Sum a study up on one page: outcomes, repeatability, agreement, age, groups, ratings, outliers.",
    discussion: """
      Without --output, report.html in the study's folder, which is made again each time. Outliers are links to the \
      reports of their scans. What the scans can't carry is refused with the reason (Docs/methods/statistics.md). A \
      research tool, not a medical device.
      """)

  @Argument(help: "The folder that calvaria batch wrote.")
  var study: String

  @OptionGroup var chosen: StudyMeasureOptions

  @Option(
    help: ArgumentHelp(
      "Tell how many children intervals of this half-width take, in the measure's unit.", valueName: "width"))
  var halfWidth: Double?

  @Option(
    help: ArgumentHelp("The half-width of an intraclass correlation, for the same.", valueName: "width"))
  var iccHalfWidth = 0.1

  @Option(name: .shortAndLong, help: ArgumentHelp("The page to write, such as report.html.", valueName: "file"))
  var output: String?

  @Flag(help: "Print the summary as JSON; the page is written where --output says, or not.")
  var json = false

  @Flag(help: "Replace the file.")
  var force = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("--half-width", halfWidth, in: Self.halfWidths)
    try CallError.require("--icc-half-width", iccHalfWidth, in: Self.iccHalfWidths)
  }

  /// Narrower ones than a millionth are not looked for; a correlation's interval is no wider than 2.
  private static let halfWidths = 1e-6...1e6
  private static let iccHalfWidths = 1e-3...1.0

  func run() throws {
    narration.begin(reading: study, chosen.reference)
    let folder = try StudyFolder(opening: .given(study))
    let page = output.map { URL.given($0) } ?? (json ? nil : folder.root.appending(path: "report.html"))
    let file = try page.map {
      try OutputFile($0, force: force || output == nil, inputs: folder.sources, followsLink: output != nil)
    }
    let summary = try narration.timed("report") { try chosen.summary(of: folder, precision) }
    if let file, let page {
      try file.write(Data(StudyPage(summary, of: folder, at: page, language: language.chosen).html.utf8))
      narration.tell(written: output ?? page.relativePath)
    }
    if json { try Terminal.print(summary.json()) }
  }

  private var precision: StudySummary.Precision? {
    halfWidth.map { StudySummary.Precision(halfWidth: $0, iccHalfWidth: iccHalfWidth) }
  }
}
