import Analysis
import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import Landmarks
import PointClouds
import Recordings
import ScanPipeline
import Studies
import Viewer

/// `calvaria view`: landmarks are picked and heads looked at in the browser.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Pick landmarks and look at the head in a browser: of a recording, a result, a mesh or a study.",
    discussion: """
      Serves a page on this machine alone until Ctrl-C, and opens it. A save writes landmarks.json and the result that \
      follows from it into the output folder; what it replaces is kept there in the folder earlier. Of a study, the \
      scans that are still to be picked come one after the other; a save writes landmarks.json into the scan's folder, \
      and the next calvaria batch does that scan again.
      """)

  @Argument(
    help: "A recording (folder or file), a result of reconstruct, a mesh (PLY, STL, OBJ, glTF), or a study of batch.")
  var input: String

  @OptionGroup var reading: RecordingReadingOptions

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

  @Option(
    help: "The unit of a mesh's numbers: mm, cm, m or in; else the one that a comment of the file names, or guessed.")
  var units: LengthUnit?

  @OptionGroup var walk: StudyWalkOptions
  @OptionGroup var measurement: MeasurementOptions
  @OptionGroup var description: ScanDescriptionOptions
  @OptionGroup var stageFile: StageOptionsFile
  @OptionGroup var language: LanguageOptions
  @OptionGroup var narration: NarrationOptions

  @OptionGroup var page: PageOptions

  func run() throws {
    language.chosen.read()
    narration.begin(reading: input, reading.cap, reading.intrinsics, landmarks, stageFile.path)
    let server: ViewServer
    if walk.isGiven || StudyFolder.isMarked(.given(input)) {
      guard let scans = try studyWalk() else { return }
      server = ViewServer(scans, language: language.chosen)
    } else {
      server = ViewServer(try view(), language: language.chosen)
    }
    try page.serve(language.chosen) { try await server.run(port: $0, until: $1, started: $2) }
  }

  /// The scans of a study that are to be picked; nil where none is, which is told.
  private func studyWalk() throws -> ViewWalk? {
    try refuse(
      [("--landmarks", landmarks), ("--output", output), ("--units", units?.rawValue)] + description.given
        + [("--intrinsics", reading.intrinsics), ("--age-months", measurement.ageMonths.map { "\($0)" })])
    var file = try stageFile.read()
    file.stages.analysis = measurement.stated(in: file.stages.analysis, of: ScanDescription())
    let opener = StudyScanOpener(
      file: file, analysis: try measurement.analysis(else: file, threads: page.threads),
      reading: try reading.reading(else: file), cap: reading.capFile,
      threads: page.threads, observer: observer, isBlind: walk.blind)
    let list = try walk.list(of: StudyFolder(opening: .given(input)), observer: observer)
    walk.tell(list, language.chosen, narration)
    guard !list.scans.isEmpty else { return nil }
    return opener.walk(list, walk.kind, language.chosen)
  }

  /// The view of the input: a folder with a result.json is a result, another folder a recording, a file a mesh.
  func view() throws -> View {
    var file = try stageFile.read()
    let analysis = try measurement.analysis(else: file, threads: page.threads)
    let url = URL.given(input)
    let clock: @Sendable () -> Date = { Date() }
    let automatic = file.stages.reconstruction.landmarks.automatic
    var isFolder: ObjCBool = false
    // What does not exist is told as a recording that is missing.
    guard
      !FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) || isFolder.boolValue
        || RecordingCompanion.isRecordingFile(url)
    else {
      try refuse(forRecordings)
      let (scan, _) = try description.description(
        of: url, named: url.deletingLastPathComponent(), else: measurement)
      return .mesh(
        url, unit: units, landmarks: landmarks.map { .given($0) },
        analysis: analysis.stating(hairMm: scan.hairMm), automatic: automatic, output: folder(for: url),
        observer: observer,
        norms: try measurement.normRequest(of: scan, at: url), description: scan, clock: clock)
    }
    guard !FileManager.default.fileExists(atPath: url.appending(path: "result.json").path) else {
      try refuse(forRecordings + description.given)
      return try result(url, analysis, automatic, file, clock)
    }
    try refuse([("--units", units?.rawValue)])
    let (scan, scanFile) = try description.description(of: url, else: measurement)
    file.stages.analysis = measurement.stated(in: file.stages.analysis, of: scan)
    var options = ScanOptions(
      recording: url, reading: try reading.reading(else: file), cap: reading.capFile,
      landmarks: landmarks.map { .given($0) }, stages: file.stages,
      measurement: analysis.choices, scales: analysis.scales, norms: try measurement.normRequest(of: scan, at: url),
      threads: page.threads)
    (options.description, options.descriptionFile) = (scan, scanFile)
    return try .recording(options, output: folder(for: url), observer: observer, clock: clock)
  }

  /// A result is renewed by its own protocol and scales, and for the child that it states, unless others are named.
  private func result(
    _ folder: URL, _ analysis: HeadAnalysis, _ automatic: AutomaticLandmarkOptions, _ file: OptionsFile,
    _ clock: @escaping @Sendable () -> Date
  ) throws -> View {
    let earlier = try ResultFolder.read(folder, for: .rating).result
    var analysis = analysis
    if measurement.definitions.measurement == nil, file.measurement == nil {
      guard let own = earlier.builtInProtocol else {
        throw ViewError.unknownDefinition(result: folder.path, option: "--protocol", name: earlier.protocol.name)
      }
      analysis.choices = own
    }
    if measurement.definitions.scale.isEmpty, file.scales == nil, let scales = earlier.scales {
      analysis.scales = try scales.map { name, scale in
        guard let scale else { throw ViewError.unknownDefinition(result: folder.path, option: "--scale", name: name) }
        return scale
      }
    }
    var scan = earlier.scan ?? ScanDescription()
    if let age = try measurement.ageMonths(on: scan.date) {
      (scan.ageMonths, scan.sex) = (age, measurement.sex?.rawValue)
      scan.gestationWeeks = measurement.gestationWeeks
    }
    var stated = ScanDescription()
    stated.hairMm = measurement.hairMm
    scan = stated.completed(by: scan)
    return .result(
      folder, landmarks: landmarks.map { .given($0) }, analysis: analysis.stating(hairMm: scan.hairMm),
      automatic: automatic, output: output != nil || observer != nil ? self.folder(for: folder) : nil,
      observer: observer,
      norms: try measurement.normRequest(of: scan, at: folder)?.renewing(earlier), description: stated, clock: clock)
  }

  /// The options that only a recording has a use for.
  private var forRecordings: [(name: String, value: String?)] {
    [("--format", reading.format?.rawValue), ("--intrinsics", reading.intrinsics), ("--cap", reading.cap)]
  }

  /// Refuses options that this input has no use for.
  private func refuse(_ options: [(name: String, value: String?)]) throws {
    for (name, value) in options {
      guard let value else { continue }
      throw CallError.wrong(option: name, expected: .phrase("no_option_of_input"), found: .quoted(value)).refusal
    }
  }

  /// The folder that was named, else one of the input's name in the current folder; each observer has one of their own.
  private func folder(for input: URL) -> URL {
    if let output { return .given(output) }
    let name = input.standardizedFileURL.deletingPathExtension().lastPathComponent
    let observer = observer.map { "-" + Self.fileName(of: $0) } ?? ""
    return .given(name + "-result" + observer)
  }

  /// A name that a file can have; another one for each observer.
  private static func fileName(of observer: String) -> String {
    let plain = String(observer.map { $0.isLetter || $0.isNumber ? $0 : "_" }.prefix(60))
    return plain == observer ? plain : plain + "-" + Checksum.sha256(Data(observer.utf8)).prefix(6)
  }
}

/// Which scans of a study are picked, and in what order.
struct StudyWalkOptions: ParsableArguments {
  @Flag(help: "Of a study: all scans that can be picked, also those that are picked already.")
  var all = false

  @Option(help: ArgumentHelp("Of a study: this scan alone.", valueName: "name"))
  var scan: String?

  @Flag(
    help: """
      Of a study: tell nothing that could tell who was scanned, when, or in which group; scans have numbers, in an order \
      that follows neither names nor groups.
      """)
  var blind = false

  @Option(help: ArgumentHelp("With --blind: another order of the scans; by default 1.", valueName: "number"))
  var seed: Int?

  func validate() throws {
    if scan != nil, all || blind {
      throw CallError.wrong(
        option: all ? "--scan, --all" : "--scan, --blind", expected: .phrase("one_of_them"),
        found: .phrase("both_of_them")
      ).refusal
    }
    if let seed, !blind {
      throw CallError.wrong(option: "--seed", expected: .phrase("with_blind"), found: .count(seed)).refusal
    }
  }

  /// Whether a study is asked for.
  var isGiven: Bool { all || blind || scan != nil }

  /// The scans of a study.
  func list(of study: StudyFolder, observer: String?) throws -> PickingList {
    let extent: PickingList.Extent = scan.map { .one($0) } ?? (all ? .all : .toPick)
    return try PickingList(
      study, StudyStore(reading: study), extent, observer: observer, seed: blind ? seed ?? 1 : nil)
  }

  var kind: ViewWalk.Kind { all || scan != nil ? .all : .toPick }

  /// Tells how many scans there are, and which are passed over; blind, how many of them.
  func tell(_ list: PickingList, _ language: Language, _ narration: NarrationOptions) {
    if !list.withoutSurface.isEmpty {
      var values: [String: FindingValue] = ["count": .count(list.withoutSurface.count)]
      if !blind { values["names"] = .text(list.withoutSurface.joined(separator: ", ")) }
      Terminal.narrate(language("narration.walk_without_surface", values))
    }
    guard !list.scans.isEmpty else {
      return Terminal.narrate(language(all ? "narration.walk_none" : "narration.walk_all_picked"))
    }
    narration.tell(
      language(
        kind == .all ? "narration.walk_all" : "narration.walk_to_pick", ["count": .count(list.scans.count)]))
  }
}
