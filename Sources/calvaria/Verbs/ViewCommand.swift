import Analysis
import ArgumentParser
import Diagnostics
import Foundation
import PointClouds
import Recordings
import ScanPipeline
import Viewer

/// `calvaria view`: landmarks are picked and heads looked at in the browser.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Pick landmarks and look at the head in a browser: of a recording, a result or a mesh.",
    discussion: """
      Serves a page on this machine alone until Ctrl-C, and opens it. A save writes landmarks.json and the result that \
      follows from it into the output folder; what it replaces is kept there in the folder earlier.
      """)

  @Argument(help: "A recording's folder, a result of reconstruct, or a mesh (PLY, STL, OBJ).")
  var input: String

  @Option(help: "The recording's format: tum, open3d or zeiss; by default detected.")
  var format: RecordingFormat?

  @Option(help: ArgumentHelp("Intrinsics (JSON) that override the recording's own.", valueName: "file"))
  var intrinsics: String?

  @Option(help: ArgumentHelp("The cap file; by default the recording's cap.yaml.", valueName: "file"))
  var cap: String?

  @Option(
    help: ArgumentHelp(
      "Landmarks that were picked before; by default the recording's landmarks.json.", valueName: "file"))
  var landmarks: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder that a save writes: by default the result itself, or the input's name with -result, here.",
      valueName: "folder"))
  var output: String?

  @Option(help: ArgumentHelp("Who picks. What other observers have picked is not shown.", valueName: "name"))
  var observer: String?

  @Option(help: "The unit of a mesh's numbers: mm, cm or m; else the one that a comment of the file names, or guessed.")
  var units: LengthUnit?

  @OptionGroup var measurement: MeasurementOptions
  @OptionGroup var description: ScanDescriptionOptions
  @OptionGroup var stageFile: StageOptionsFile
  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  @Option(help: "The port of the page; by default one that is free.")
  var port = 0

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser.")
  var open = true

  @Option(help: "Threads; the result does not depend on it.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    try CallError.require("--port", port, in: 0...65535)
    try CallError.require("--threads", threads, in: 1...64)
  }

  func run() throws {
    narration.begin(reading: input, cap, intrinsics, landmarks, stageFile.path)
    let server = ViewServer(try view(), language: language.chosen)
    try Blocking.run { [open, port, chosen = language.chosen] in
      try await server.run(port: port) { address in
        Terminal.narrate(chosen("narration.view", ["address": .text(address)]))
        if open { Browser.open(address) }
      } ended: { unsaved in
        if unsaved { Terminal.narrate(chosen("narration.view_unsaved")) }
      }
    }
  }

  /// What is looked at: a folder with a result.json is a result, another one a recording, a file a mesh.
  private func view() throws -> View {
    let file = try stageFile.read()
    let choices = try measurement.choices(else: file.measurement)
    let scales = try measurement.scales(else: file.scales)
    let analysis = HeadAnalysis(
      choices: choices, scales: scales, uncertainty: UncertaintyOptions(file.stages.analysis.intervals),
      options: file.stages.analysis)
    let url = URL.given(input)
    let clock: @Sendable () -> Date = { Date() }
    let automatic = file.stages.reconstruction.landmarks.automatic
    var isFolder: ObjCBool = false
    // What does not exist is told as a recording that is missing.
    guard !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) || isFolder.boolValue else {
      return .mesh(
        url, unit: units, landmarks: landmarks.map { .given($0) }, analysis: analysis, automatic: automatic,
        output: folder(for: url), observer: observer, clock: clock)
    }
    guard !FileManager.default.fileExists(atPath: url.appending(path: "result.json").path) else {
      return .result(
        url, landmarks: landmarks.map { .given($0) }, analysis: analysis, automatic: automatic,
        output: output != nil || observer != nil ? folder(for: url) : nil, observer: observer, clock: clock)
    }
    let (scan, scanFile) = try description.description(of: url, else: measurement)
    var options = ScanOptions(
      recording: url, format: format ?? file.format, intrinsics: intrinsics.map { .given($0) },
      cap: cap.map { .given($0) }, landmarks: landmarks.map { .given($0) }, stages: file.stages,
      measurement: choices, scales: scales, norms: try measurement.normRequest(of: scan), threads: threads)
    (options.description, options.descriptionFile) = (scan, scanFile)
    return try .recording(options, output: folder(for: url), observer: observer, clock: clock)
  }

  /// The folder that was named, else one of the input's name in the current folder; each observer has one of their own.
  private func folder(for input: URL) -> URL {
    if let output { return .given(output) }
    let name = input.standardizedFileURL.deletingPathExtension().lastPathComponent
    let observer = observer.map { "-" + String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }.prefix(60)) } ?? ""
    return .given(name + "-result" + observer)
  }
}
