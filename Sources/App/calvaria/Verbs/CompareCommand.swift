import Analysis
import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import MovementReports
import PointClouds
import Reports
import ScanPipeline
import Workers

/// `calvaria compare`: scans of one head.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare scans of one head: changes of the measures, growth, shape, distances.",
    discussion: """
      Each scan is a folder of `reconstruct`, or a mesh with its landmarks; or all are folders of `motion`. Two or more \
      are compared with the first and with the one before, by their dates where all have one, otherwise in the order \
      given. A table goes to stdout; with --output, compare.json, report.html and, of heads, distance.ply and \
      sections.svg into a folder. Exit code 0 when the change from the first to the last is known – of heads that of the \
      CVAI, of ranges of motion that of the range or the arc –, 2 when it is withheld. A research tool, not a medical \
      device.
      """)

  @Argument(help: "The scans, the earliest first: folders of reconstruct, or PLY, STL, OBJ or glTF meshes.")
  var scans: [String] = []

  @Option(
    help: ArgumentHelp(
      "When a scan was made, such as 2026-03-14: once for each scan, in their order; by default what its result states.",
      valueName: "date"))
  var date: [VisitDate] = []

  @Option(
    help: ArgumentHelp(
      "Landmarks on a mesh: once for each mesh, in their order; a folder has its own.", valueName: "file"))
  var landmarks: [String] = []

  @Option(
    help: ArgumentHelp(
      "The unit of a mesh, mm, cm, m or in: once for all meshes, or for each in their order; by default guessed by the size.",
      valueName: "unit"))
  var units: [LengthUnit] = []

  @Option(help: ArgumentHelp("Landmarks on the first scan, where that is a mesh.", valueName: "file"))
  var landmarksA: String?

  @Option(help: ArgumentHelp("Landmarks on the second scan.", valueName: "file"))
  var landmarksB: String?

  @Option(help: ArgumentHelp("The unit of the first scan, where that is a mesh.", valueName: "unit"))
  var unitsA: LengthUnit?

  @Option(help: ArgumentHelp("The unit of the second scan.", valueName: "unit"))
  var unitsB: LengthUnit?

  @Option(
    help: """
      How the scans are aligned: by the landmarks and the whole surface (surface, the default), by the landmarks and the \
      vault without face and ears (vault), or by the landmarks alone (landmarks).
      """)
  var registration: RegistrationMethod?

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; it must not exist yet.", valueName: "folder"))
  var output: String?

  @Option(help: ArgumentHelp("Write two pages of A4 as a PDF, too; by the program weasyprint.", valueName: "file"))
  var pdf: String?

  @Option(help: MeasurementOptions.normsHelp)
  var norms: String?

  @Option(help: MeasurementOptions.referenceHelp)
  var reference: [String] = []

  @Option(
    help: ArgumentHelp(
      "WHO's increments of the head circumference: how growth between visits stands among that of other children.",
      valueName: "file"))
  var increments: String?

  @Flag(help: "Leave the face below the brow out of the report, the PDF and distance.ply.")
  var deface = false

  @Flag(help: "Replace an earlier comparison in the output folder, and what --pdf names.")
  var force = false

  @Flag(help: "Print compare.json on stdout instead of the table.")
  var json = false

  @OptionGroup var table: TableOptions
  @OptionGroup var stageFile: StageOptionsFile
  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    guard scans.count >= 2 else {
      throw ValidationError(ComparedScanError.tooFew(scans.count).description(in: .ofCall))
    }
    guard date.isEmpty || date.count == scans.count else {
      throw wrongCount("--date", FindingValue.count(scans.count), date.count)
    }
    guard landmarks.isEmpty || (landmarksA == nil && landmarksB == nil) else {
      throw together("--landmarks", "--landmarks-a")
    }
    if let output { try requireApart([("--pdf", pdf)], from: output) }
    if output == nil, pdf == nil, norms != nil || !reference.isEmpty {
      throw CallError.needs(option: norms == nil ? "--reference" : "--norms", needed: "--output").refusal
    }
    guard units.isEmpty || (unitsA == nil && unitsB == nil) else { throw together("--units", "--units-a") }
  }

  private func wrongCount(_ option: String, _ expected: FindingValue, _ found: Int) -> ValidationError {
    CallError.wrong(option: option, expected: .phrase("times", ["count": expected]), found: .count(found)).refusal
  }

  private func together(_ one: String, _ other: String) -> ValidationError {
    CallError.wrong(option: one + ", " + other, expected: .phrase("one_of_them"), found: .phrase("both_of_them"))
      .refusal
  }

  func run() throws {
    if try areMotions { return try compareMotions() }
    let inputs = try comparedInputs()
    narration.begin(reading: scans + inputs.compactMap { $0.landmarks?.path } + [stageFile.path].compactMap(\.self))
    let found = norms == nil ? inputs.first.flatMap { NormFile.find(of: $0.path) } : nil
    let others = OtherChildren(
      norms: try norms.map { try NormFile.find($0) } ?? found.flatMap { try? NormFile.shared($0).get() },
      references: try MeasurementOptions.each(reference))
    let copy = try PaperCopy(self, inputs)
    let comparison = try output.map { try write(inputs, among: others, to: $0) } ?? compare(inputs)
    try copy?.write(comparison, among: others, language.chosen, isDefaced: deface)
    narration.tell(read: comparison.result.provenance?.inputs ?? [:])
    if !json { for file in [output, pdf].compactMap(\.self) { narration.tell(written: file) } }
    let result = comparison.result
    try Terminal.print(
      json
        ? try result.json()
        : table.text(all: { result.table(language.chosen) }, brief: { result.brief(language.chosen) }))
    if comparison.result.status != .complete { throw ExitCode(2) }
  }

  /// The scans with what the options say of each.
  private func comparedInputs() throws -> [ComparedInput] {
    let paths = scans.map { URL.given($0) }
    let meshes = paths.indices.filter { !isFolder(paths[$0]) }
    guard landmarks.isEmpty || landmarks.count == meshes.count else {
      throw wrongCount("--landmarks", .count(meshes.count), landmarks.count)
    }
    guard units.count <= 1 || units.count == meshes.count else {
      throw wrongCount("--units", .count(meshes.count), units.count)
    }
    return paths.indices.map { index in
      let (mesh, isFirst, isSecond) = (meshes.firstIndex(of: index), index == 0, index == 1)
      let file = isFirst ? landmarksA : isSecond ? landmarksB : nil
      let unit = isFirst ? unitsA : isSecond ? unitsB : nil
      return ComparedInput(
        paths[index], landmarks: (file ?? mesh.flatMap { landmarks.isEmpty ? nil : landmarks[$0] }).map { .given($0) },
        unit: unit ?? mesh.flatMap { units.isEmpty ? nil : units[units.count == 1 ? 0 : $0] },
        date: date.isEmpty ? nil : date[index])
    }
  }

  private func isFolder(_ path: URL) -> Bool {
    (try? path.resolvingSymlinksInPath().resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
  }

  /// All processors'.
  private static var workers: Workers { Workers(count: ProcessInfo.processInfo.activeProcessorCount) }

  private func compare(_ inputs: [ComparedInput]) throws -> ScanComparison {
    let file = try stageFile.read()
    return try narration.timed("comparison") {
      try ScanComparison.compare(
        inputs, by: registration ?? .surface, options: file,
        increments: try increments.map { try NormFile.increments($0) }, workers: Self.workers)
    }
  }

  private func write(_ inputs: [ComparedInput], among others: OtherChildren, to output: String) throws -> ScanComparison
  {
    let interruption = Interruption()
    return try interruption.write {
      try OutputFolder(.given(output), holding: .comparison, force: force, inputs: read(inputs))
    } fill: { folder in
      let comparison = try compare(inputs)
      let content = try comparison.content(language.chosen, among: others, isDefaced: deface)
      try folder.write(try comparison.files(content, language.chosen, workers: Self.workers))
      return comparison
    }
  }

  /// All that is read: no output may take its place.
  private func read(_ inputs: [ComparedInput]) -> [URL] {
    inputs.flatMap { [$0.path, $0.landmarks].compactMap(\.self) } + stageFile.inputs
  }

  /// The PDF and the program that makes it, both claimed before the work.
  private struct PaperCopy {
    private let printer: PaperPrinter
    private let file: OutputFile

    /// Nil where no PDF is wanted.
    init?(_ command: CompareCommand, _ inputs: [ComparedInput]) throws {
      guard let path = command.pdf else { return nil }
      printer = try PaperPrinter(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
      file = try OutputFile(.given(path), force: command.force, inputs: command.read(inputs))
    }

    func write(
      _ comparison: ScanComparison, among others: OtherChildren, _ language: Language, isDefaced: Bool
    ) throws {
      let content = try comparison.content(language, among: others, isDefaced: isDefaced)
      try file.write(printer.pdf(ComparisonPage(content, language: language, workers: CompareCommand.workers).paper()))
    }
  }
}

extension RegistrationMethod: ExpressibleByArgument {}

extension VisitDate: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension CompareCommand {
  /// Whether all that is named are ranges of motion; an error where only some are.
  var areMotions: Bool {
    get throws {
      let found = scans.map { MotionFolder.isOne(.given($0)) }
      guard found.contains(true) else { return false }
      if let other = found.firstIndex(of: false) { throw MotionFolderError.mixed(path: scans[other]) }
      for (option, isGiven) in [
        ("--landmarks", !landmarks.isEmpty), ("--landmarks-a", landmarksA != nil), ("--landmarks-b", landmarksB != nil),
        ("--units", !units.isEmpty), ("--units-a", unitsA != nil), ("--units-b", unitsB != nil),
        ("--options", stageFile.path != nil), ("--registration", registration != nil), ("--deface", deface),
        ("--all", table.all),
      ] where isGiven {
        throw CallError.notFor(
          option: option, use: .phrase("scans_of_heads"), found: .phrase("motion_results")
        ).refusal
      }
      return true
    }
  }

  /// Compares ranges of motion.
  func compareMotions() throws {
    narration.begin(reading: scans)
    let inputs = scans.map { URL.given($0) }
    let printer = try pdf.map { _ in
      try PaperPrinter(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }
    let paper = try pdf.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    let comparison = try output.map { try writeMotions(inputs, to: $0) } ?? compared(inputs)
    if let printer, let paper {
      try paper.write(printer.pdf(MotionComparisonPage(comparison, language: language.chosen).html()))
    }
    try Terminal.print(json ? try comparison.json() : Terminal.page(comparison.table(language.chosen)))
    if !json {
      for finding in comparison.findings where finding.severity != .withheld {
        narration.tell(finding.line(language.chosen))
      }
      for file in [output, pdf].compactMap(\.self) { narration.tell(written: file) }
    }
    if comparison.status != .complete { throw ExitCode(2) }
  }

  private func compared(_ inputs: [URL]) throws -> MotionComparison {
    var results: [EarlierMotion] = []
    for (index, path) in inputs.enumerated() {
      results.append(try MotionFolder.read(path).earlier(date: date.isEmpty ? nil : date[index].day))
    }
    var comparison = MotionComparison(results)
    comparison.version = CalvariaVersion.current
    return comparison
  }

  private func writeMotions(_ inputs: [URL], to output: String) throws -> MotionComparison {
    try Interruption().write {
      try OutputFolder(.given(output), holding: .motionComparison, force: force, inputs: inputs)
    } fill: { folder in
      let comparison = try compared(inputs)
      let page = MotionComparisonPage(comparison, language: language.chosen)
      try folder.write([("compare.json", try comparison.json()), ("report.html", Data(page.html().utf8))])
      return comparison
    }
  }
}
