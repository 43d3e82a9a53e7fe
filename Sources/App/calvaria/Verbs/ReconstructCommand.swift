import ArgumentParser
import Diagnostics
import Foundation
internal import Files
import Reconstruction
import Reports
import ScanPipeline
import Studies

/// `calvaria reconstruct`: the main job.
struct ReconstructCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reconstruct",
    abstract: "Reconstruct a recorded scan of a capped head and measure it.",
    discussion: """
      Writes result.json, mesh.ply, cloud.ply, trajectory.txt, markers.json, frames.csv, options.json, section.json, \
      pictures and report.html into the output folder, and a table on stdout. Exit code 0 when the CVAI was measured, 2 when the scan can't \
      support it (everything is written, with the reason).
      """)

  @OptionGroup var input: RecordingOptions

  @Option(help: ArgumentHelp("Clicked landmarks; by default the recording's landmarks.json.", valueName: "file"))
  var landmarks: String?

  @Option(
    help: ArgumentHelp(
      "A recording of the same head without the cap: it shows how thick cap, hair and air are, which narrows the intervals of lengths.",
      valueName: "recording"))
  var bare: String?

  @Flag(
    inversion: .prefixedNo, help: "Look on the surface for landmarks that were neither clicked nor put on the cap.")
  var automaticLandmarks: Bool?

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; it must not exist yet.", valueName: "folder"))
  var output: String

  @Flag(help: "Replace an earlier result in the output folder, and the file that --timings names.")
  var force = false

  @Flag(help: "Print result.json on stdout instead of the table.")
  var json = false

  @OptionGroup var table: TableOptions

  @Option(
    help: """
      What the head is tracked by: the cap's markers, or its surface alone (dense), which needs no cap; by default markers.
      """)
  var tracking: TrackingMethod?

  @OptionGroup var measurement: MeasurementOptions

  @OptionGroup var description: ScanDescriptionOptions

  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  @Option(help: ArgumentHelp("The edge of a voxel of the surface in mm, 0.75 to 2; by default 1.25.", valueName: "mm"))
  var voxelMm: Double?

  @OptionGroup var stageFile: StageOptionsFile

  @Option(help: "Threads; the result does not depend on it.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: ArgumentHelp("Write the seconds that each stage took to a JSON file.", valueName: "file"))
  var timings: String?

  func validate() throws {
    try CallError.require("--voxel-mm", voxelMm, in: 0.75...2)
    try CallError.require("--threads", threads, in: 1...64)
    try requireApart([("--timings", timings)], from: output)
  }

  func run() throws { try run(progress: nil) }

  /// - Parameter progress: is told how far the run has come.
  func run(progress: ((ScanJobProgress) -> Void)?) throws {
    let timings = try timings.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    let (result, seconds) = try write(progress: progress)
    try Terminal.print(
      json
        ? try result.json()
        : table.text(all: { result.table(language.chosen) }, brief: { result.brief(language.chosen) }))
    // Last of all: the scan is complete without them.
    try timings?.write(try JSONText.encode(seconds))
    if result.status != .complete { throw ExitCode(2) }
  }

  /// Reconstructs and writes the output folder.
  ///
  /// - Parameter early: what was seen while the recording was made; it must have been stopped.
  /// - Returns: the result, and the seconds of each stage.
  func write(after early: EarlyDetection? = nil, progress: ((ScanJobProgress) -> Void)?) throws -> (
    ScanResult, seconds: [String: Double]
  ) {
    narration.begin(
      reading: input.recording, input.reading.cap, input.reading.intrinsics, landmarks, bare,
      description.deviceFile?.relativePath, stageFile.path
    )
    let options = try options()
    let earlier = ResultFolder(at: .given(output))
    let (result, seconds) = try Interruption().write {
      try OutputFolder(.given(output), holding: .result, force: force, inputs: inputs)
    } fill: { folder in
      let (scan, seconds) = try reconstruct(options, after: early, progress)
      let (result, files) = try scan.files(language.chosen)
      try folder.write(files)
      return (result, seconds)
    }
    narration.tell(read: result.provenance?.inputs ?? [:])
    if !json { narration.tell(written: output) }
    if let earlier, let new = ResultFolder(at: .given(output)) {
      for remark in earlier.remarks(replacedBy: new) { Terminal.narrate(remark.line(language.chosen)) }
    }
    return (result, seconds)
  }

  private var inputs: [URL] {
    input.inputs + [landmarks, bare].compactMap { $0.map { .given($0) } }
      + [description.deviceFile].compactMap(\.self) + stageFile.inputs
  }

  /// The options of the scan; files of protocols, scales and norms are read before any work is begun.
  private func options() throws -> ScanOptions {
    var file = try stageFile.read()
    if let automaticLandmarks {
      file.stages.reconstruction.landmarkFinding = automaticLandmarks ? .whereMissing : .never
    }
    if let tracking { file.stages.reconstruction.method = tracking }
    if let voxelMm { file.stages.reconstruction.voxelSize = voxelMm / 1000 }
    let (scan, scanFile) = try description.description(of: input.url, else: measurement)
    file.stages.analysis = measurement.stated(in: file.stages.analysis, of: scan)
    var options = ScanOptions(
      recording: input.url, reading: try input.reading.reading(else: file), cap: input.reading.capFile,
      landmarks: landmarks.map { .given($0) }, stages: file.stages,
      measurement: try measurement.choices(else: file.measurement), scales: try measurement.scales(else: file.scales),
      norms: try measurement.normRequest(of: scan, at: input.url), threads: threads)
    (options.description, options.descriptionFile) = (scan, scanFile)
    options.bare = bare.map { .given($0) }
    if let file = description.deviceFile {
      let device = try DeviceFile.read(file)
      (options.device, options.deviceFile, options.description.device) = (device, file, device.name)
    }
    return options
  }

  private func reconstruct(
    _ options: ScanOptions, after early: EarlyDetection?, _ progress: ((ScanJobProgress) -> Void)?
  ) throws -> (Scan, seconds: [String: Double]) {
    let bar = ProgressBar(
      options.stages.reconstruction.method == .dense ? .dense : .markers, narration, tell: progress)
    defer { bar.finish() }
    let scan = try ScanPipeline(options, after: early, progress: bar.update).run()
    bar.finish()
    return (scan, bar.seconds)
  }
}

extension TrackingMethod: ExpressibleByArgument {}
