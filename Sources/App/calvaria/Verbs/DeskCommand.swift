import ArgumentParser
import Desk
import Diagnostics
internal import Files
import Foundation
import ScanPipeline
import Studies

/// `calvaria desk`: a folder of work in the browser.
struct DeskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "desk",
    abstract: "Work on a folder of scans in a browser: add, measure, pick, print, hand over.",
    discussion: """
      Serves a page on this machine alone until Ctrl-C, and opens it. The folder holds the scans in the manner of BIDS and \
      is a study as calvaria batch writes it: calvaria batch FOLDER --output FOLDER and calvaria study go on with it. Scans \
      that were waiting when the desk ended are measured when it is opened again.
      """)

  @Argument(help: "The folder of work; it is made where it is not there yet.")
  var folder = "."

  @OptionGroup var settings: ScanSettingsOptions
  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  @OptionGroup var page: PageOptions

  func run() throws {
    language.chosen.read()
    narration.begin(reading: folder, settings.stageFile.path)
    // A fault of the settings, by which every scan would fail, is reported before the page is there.
    try settings.check()
    let study = try StudyFolder(work: .given(folder))
    let desk = try Desk(study, try options(), host: try host(), language: language.chosen)
    try page.serve(language.chosen) { try await desk.run(port: $0, until: $1, started: $2) }
  }

  private func options() throws -> BatchOptions {
    var options = BatchOptions(program: BatchCommand.program, version: CalvariaVersion.current)
    (options.isWholeDataset, options.retriesFailed, options.threads) = (false, true, page.threads)
    options.needsCap = try !settings.isDense()
    options.settings = settings.chosen
    return options
  }

  private func host() throws -> DeskHost {
    var file = try settings.stageFile.read()
    var (measurement, reading) = (try MeasurementOptions.parse([]), try RecordingReadingOptions.parse([]))
    (measurement.definitions, measurement.hairMm) = (settings.definitions, settings.hairMm)
    reading.depthUnit = settings.depthUnit
    file.stages.analysis = measurement.stated(in: file.stages.analysis, of: ScanDescription())
    let opener = StudyScanOpener(
      file: file, analysis: try measurement.analysis(else: file, threads: page.threads),
      reading: try reading.reading(else: file), cap: nil, threads: page.threads, observer: nil, isBlind: false)
    return DeskHost(
      pick: { scan, kept in try opener.view(of: scan, kept: kept) }, show: { Browser.open($0.path) },
      programs: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }
}
