import ArgumentParser
import Foundation
import Outputs
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

  @Option(name: .shortAndLong, help: ArgumentHelp("The page to write, such as report.html.", valueName: "file"))
  var output: String?

  @Flag(help: "Print the summary as JSON; the page is written where --output says, or not.")
  var json = false

  @Flag(help: "Replace the file.")
  var force = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: study)
    let folder = try StudyFolder(opening: .given(study))
    let page = output.map { URL.given($0) } ?? (json ? nil : folder.root.appending(path: "report.html"))
    let file = try page.map { try OutputFile($0, force: force || output == nil, inputs: folder.sources) }
    let summary = try narration.timed("report") { try chosen.summary(of: folder) }
    if let file, let page {
      try file.write(Data(StudyPage(summary, of: folder, at: page, language: language.chosen).html.utf8))
      narration.tell(written: output ?? page.relativePath)
    }
    if json { try Terminal.print(summary.json()) }
  }
}
