import ArgumentParser
import Diagnostics
import Foundation
internal import Files
import PointClouds
import Reconstruction
import Recordings
import ScanPipeline

/// `calvaria landmarks`: what is found of the landmarks, and from where.
struct LandmarksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "landmarks",
    abstract: "Find sellion and tragions on a head mesh or in a recording.",
    discussion: """
      Of a recording, the clicks and the cap's landmarks are shown beside what is found. Exit code 0 when sellion and \
      both tragions are known, 2 when not (the reason is given). Look at what was found before you rely on it. A \
      research tool, not a medical device.
      """)

  @Argument(help: "A mesh (PLY, STL, OBJ or glTF file), or a recording (folder or file).")
  var input: String

  @Option(help: "The unit of a mesh's numbers: mm, cm, m or in; by default guessed from the head's size.")
  var units: LengthUnit?

  @Option(help: ArgumentHelp("The cap file of a recording; by default its cap.yaml.", valueName: "file"))
  var cap: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write what was found to a landmark file, for measure or reconstruct.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace the file.")
  var force = false

  @Flag(help: "Print JSON instead of the table.")
  var json = false

  @OptionGroup var stageFile: StageOptionsFile
  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  @Option(help: "Threads; the result does not depend on it.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    try CallError.require("--threads", threads, in: 1...64)
  }

  func run() throws {
    let inputs = [URL.given(input)] + (cap.map { [.given($0)] } ?? []) + stageFile.inputs
    let file = try output.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    narration.begin(reading: input, cap, stageFile.path)
    let search = try search()
    for remark in search.remarks {
      Terminal.narrate(remark.line(language.chosen, subject: input.printable()))
    }
    if let output, let file { try write(search, to: file, output) }
    try Terminal.print(json ? try search.json() : Terminal.page(search.table(language.chosen)))
    if !search.isComplete { throw ExitCode(2) }
  }

  /// A file without a landmark would only block one with some.
  private func write(_ search: LandmarkSearch, to file: OutputFile, _ path: String) throws {
    guard !search.file.entries.isEmpty else {
      return Terminal.narrate(
        Finding(.outputNoLandmark, ["file": .text(path.printable())]).line(language.chosen))
    }
    try file.write(try search.file.json())
  }

  private func search() throws -> LandmarkSearch {
    let url = URL.given(input)
    var file = try stageFile.read()
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: input, isDirectory: &isFolder)
    guard isThere && isFolder.boolValue || RecordingCompanion.isRecordingFile(url) else {
      return try LandmarkSearch.search(
        meshFile: url, unit: units, options: file.stages.reconstruction.landmarks.automatic)
    }
    let bar = ProgressBar(file.stages.reconstruction.method == .dense ? .dense : .markers, narration)
    defer { bar.finish() }
    file.stages.reconstruction.landmarkFinding = .always
    let options = ScanOptions(
      recording: url, reading: RecordingReading(format: file.format, codesPerMetre: file.depthScale),
      cap: cap.map { .given($0) }, stages: file.stages, threads: threads)
    return try LandmarkSearch.search(try ScanPipeline(options, progress: bar.update).run())
  }
}
