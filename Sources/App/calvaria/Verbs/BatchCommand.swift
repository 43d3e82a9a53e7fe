import Analysis
import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import Reconstruction
import ScanPipeline
import Studies

/// `calvaria batch`: every scan of a dataset.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Measure every scan of a dataset, each in a process of its own.",
    discussion: """
      Writes a study (Docs/formats/study.md). What is done is passed over: a batch that was killed, or that another one \
      works beside, is continued by the same call. Exit code 0 where every scan has a CVAI, 2 where some are withheld or \
      failed (which and why is printed), 130 after Ctrl-C.
      """)

  @Argument(help: "The dataset: a folder in the manner of BIDS or with a scans.csv, or such a table.")
  var dataset: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder of the study; it may exist.", valueName: "folder"))
  var output: String

  @Option(help: "How many scans are measured at once; by default the processors, where memory suffices.")
  var jobs: Int?

  @Option(help: ArgumentHelp("How long a scan may take.", valueName: "seconds"))
  var timeLimit: Double?

  @Option(help: ArgumentHelp("How much memory a scan may have resident.", valueName: "MB"))
  var memoryLimit: Int?

  @Flag(help: "Try scans again that failed before, although nothing has changed.")
  var retryFailed = false

  @Flag(help: "Tell what would be done, and do nothing.")
  var dryRun = false

  @Option(
    help: ArgumentHelp(
      "Only this scan; may be given several times. Twins are looked for among these alone.", valueName: "name"))
  var scan: [String] = []

  @Flag(help: "Leave the store alone; calvaria study rebuild makes it later.")
  var noStore = false

  @Option(help: ArgumentHelp("The cap of scans that have no cap file of their own.", valueName: "file"))
  var cap: String?

  @Flag(
    inversion: .prefixedNo, help: "Look on the surface for landmarks that were neither clicked nor put on the cap.")
  var automaticLandmarks = true

  @OptionGroup var settings: ScanSettingsOptions

  @Option(help: "Threads of each scan; by default the processors, divided by the jobs.")
  var threads: Int?

  @Flag(help: "Print JSON instead of the table.")
  var json = false

  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    if let jobs { try CallError.require("--jobs", jobs, in: 1...256) }
    try CallError.require("--time-limit", timeLimit, in: 0.001...1e6)
    if let memoryLimit { try CallError.require("--memory-limit", memoryLimit, in: 1...10_000_000) }
    if let threads { try CallError.require("--threads", threads, in: 1...64) }
  }

  func run() throws {
    narration.begin(reading: dataset, cap)
    // A fault of the settings, by which every scan would fail, is reported before the first scan.
    try settings.check()
    let scans = try Dataset.read(.given(dataset), only: scan).scans
    let place = URL.given(output)
    let study = try dryRun ? StudyFolder(planned: place) : StudyFolder(at: place)
    if !dryRun { try study.keep(dataset: .given(dataset)) }
    let batch = Batch(
      scans, in: study, store: noStore || dryRun ? nil : try StudyStore(study), try options(for: scans.count))
    if dryRun {
      let plans = batch.plan()
      return try Terminal.print(
        json ? try Batch.json(plans) : Terminal.page(Batch.table(plans, language.chosen)))
    }
    let callOff = CallOff()
    let summary = try batch.run(progress: tell, waiting: tellWaiting, isCancelled: { callOff.isMade })
    if callOff.isMade {
      Terminal.narrate(Language.ofCall("narration.interrupted"))
      throw ExitCode(callOff.exitCode)
    }
    if let rate = summary.scansAnHour {
      narration.tell(Language.ofCall("batch.rate", ["rate": .count(Int(rate.rounded()))]))
    }
    try Terminal.print(json ? try summary.json() : Terminal.page(summary.table(language.chosen)))
    if !summary.isComplete { throw ExitCode(2) }
  }

  private func options(for scans: Int) throws -> BatchOptions {
    var options = BatchOptions(program: Self.program, version: CalvariaVersion.current)
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let limit = memoryLimit.map { $0 * 1_000_000 }
    // As many scans as processors, one thread each: 10 % more scans an hour than one after the other with all threads
    // (Docs/evaluation/benchmarks.md).
    let memory = ProcessInfo.processInfo.physicalMemory / UInt64(limit ?? Self.usualMemory)
    let jobs = jobs ?? max(1, min(processors, scans, Int(clamping: memory)))
    options.jobs = jobs
    options.limits = ProcessLimits(time: timeLimit, memory: limit)
    options.isWholeDataset = scan.isEmpty
    options.retriesFailed = retryFailed
    options.threads = threads ?? max(1, processors / jobs)
    options.cap = cap.map { .given($0) }
    options.needsCap = try !settings.isDense()
    options.findsLandmarks = automaticLandmarks
    options.settings = settings.chosen
    return options
  }

  /// The memory that is reckoned with for a scan without a limit, bytes: 230 MB of 3,600 frames, more with large images.
  private static let usualMemory = 500_000_000

  /// This program, wherever it was found.
  static var program: String {
    Bundle.main.executablePath ?? CommandLine.arguments[0]
  }

  private func tellWaiting(_ scan: DatasetScan) {
    narration.tell(Language.ofCall("batch.waiting", ["scan": .text(scan.name)]))
  }

  private func tell(_ progress: BatchProgress) {
    // A scan whose outcome was known before gets no line.
    guard !progress.wasKnown else { return }
    let language = Language.ofCall
    let status = language.term(progress.last.status.rawValue, of: "outcome")
    let left = progress.secondsLeft.flatMap { $0 > 0.5 ? ProgressBar.text(left: $0, language) : nil }
    narration.tell(
      language(
        "batch.progress",
        [
          "done": .count(progress.done), "total": .count(progress.total), "scan": .text(progress.last.scan),
          "status": .text(progress.last.code.map { "\(status) (\($0))" } ?? status),
        ].merging(left.map { ["left": .text($0)] } ?? [:]) { $1 }))
  }
}

/// Options of `reconstruct` and `measure` that hold for every scan of a batch.
struct ScanSettingsOptions: ParsableArguments {
  @OptionGroup var definitions: DefinitionOptions

  @Option(help: MeasurementOptions.normsHelp)
  var norms: String?

  @Option(help: MeasurementOptions.referenceHelp)
  var reference: [String] = []

  @Option(
    help: ArgumentHelp(
      "How thick the hair under any cap may be, pressed flat; else hair_mm of each scan, else 1.", valueName: "mm"))
  var hairMm: Double?

  @Option(help: "What heads are tracked by: markers, or the surface alone (dense), which needs no cap.")
  var tracking: TrackingMethod?

  @Option(help: ArgumentHelp("The edge of a voxel of the surface in mm, 0.75 to 2; by default 1.25.", valueName: "mm"))
  var voxelMm: Double?

  @Option(
    name: .customLong("device"),
    help: ArgumentHelp(
      "What the acceptance of the phone of all recordings found (device.yaml of calvaria acceptance).",
      valueName: "file"))
  var deviceFile: String?

  @Option(help: "The unit of depth images: m, cm, mm, 0.1mm or um; by default the format's.")
  var depthUnit: DepthUnit?

  @OptionGroup var stageFile: StageOptionsFile

  func validate() throws {
    try CallError.require("--hair-mm", hairMm, in: ScanDescription.hairsMm)
    try CallError.require("--voxel-mm", voxelMm, in: 0.75...2)
  }

  /// True where heads are tracked by their surface.
  func isDense() throws -> Bool {
    try (tracking ?? stageFile.read().stages.reconstruction.method) == .dense
  }

  /// Refuses files that no scan could be measured with.
  func check() throws {
    _ = try definitions.measurement.map { try MeasurementProtocol.find($0) }
    for name in definitions.scale { _ = try SeverityScale.find(name) }
    _ = try norms.map { try NormFile.find($0) }
    let _: [ReferenceGroup] = try MeasurementOptions.each(reference)
    _ = try stageFile.read()
    if let deviceFile, !ScanDescriptionOptions.isDeviceFile(deviceFile) {
      throw CallError.wrong(option: "--device", expected: .text("*.yaml"), found: .quoted(deviceFile)).refusal
    }
    _ = try deviceFile.map { try DeviceFile.read(.given($0)) }
  }

  /// What holds for every scan.
  var chosen: ScanSettings {
    var settings = ScanSettings()
    settings.optionsFile = stageFile.path.map { URL.given($0).path }
    settings.protocolName = definitions.measurement.map { MeasurementProtocol.file(of: $0)?.path ?? $0 }
    settings.scales = definitions.scale.map { SeverityScale.file(of: $0)?.path ?? $0 }
    settings.norms = norms.map { NormTable.file(of: $0)?.path ?? $0 }
    settings.references = reference.map { ReferenceGroup.file(of: $0)?.path ?? $0 }
    settings.hairMm = hairMm
    settings.tracking = tracking?.rawValue
    settings.voxelMm = voxelMm
    settings.deviceFile = deviceFile.map { URL.given($0).path }
    settings.depthUnit = depthUnit?.rawValue
    return settings
  }
}
