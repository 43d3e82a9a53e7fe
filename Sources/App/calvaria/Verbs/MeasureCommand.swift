import Analysis
import ArgumentParser
import Diagnostics
import Foundation
import Markers
internal import Files
import PointClouds
import Reports
import ScanPipeline
import Workers

/// `calvaria measure`: the measures of a mesh of any scanner.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure a head mesh (PLY, STL, OBJ, glTF): cranial index, circumference, diagonals, CVAI, volumes.",
    discussion: """
      A table goes to stdout; with --output, result.json, mesh.ply, section.json and report.html into a folder. Exit \
      code 0 when the CVAI was measured, 2 when it is withheld (the reason is given). A research tool, not a \
      medical device.
      """)

  @Argument(help: "The mesh: a PLY, STL, OBJ or glTF file.")
  var mesh: String

  @Option(
    help: ArgumentHelp(
      "Landmarks on the mesh: {\"landmarks\": {\"sellion\": {\"point_mm\": [x, y, z]}, …}}.", valueName: "file"))
  var landmarks: String

  @Option(
    help: """
      The unit of the mesh's numbers: mm, cm, m or in; else the one that a comment of the file names, or guessed from the \
      head's size.
      """)
  var units: LengthUnit?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A folder to write, which `report` reads; it must not exist yet.", valueName: "folder"))
  var output: String?

  @Flag(help: "Replace an earlier result in the output folder.")
  var force = false

  @OptionGroup var measurement: MeasurementOptions

  @OptionGroup var description: ScanDescriptionOptions

  @Flag(
    help: "Measure by every built-in protocol, and by that of --protocol, which decides the exit code, side by side.")
  var allProtocols = false

  @Option(
    help: ArgumentHelp(
      "The thickness of a cap that the mesh shows; it is taken off. Else that of a comment of the file; 0 leaves it on.",
      valueName: "mm"))
  var capThicknessMm: Double?

  @Flag(help: "Print JSON with the keys of result.json.")
  var json = false

  @OptionGroup var table: TableOptions
  @OptionGroup var stageFile: StageOptionsFile
  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    let range = Cap.thicknessesMm
    if let capThicknessMm, capThicknessMm != 0, !range.contains(capThicknessMm) {
      throw CallError.wrong(
        option: "--cap-thickness-mm",
        expected: .phrase(
          "zero_or_range", ["low": .exact(range.lowerBound), "high": .exact(range.upperBound)]),
        found: .exact(capThicknessMm)
      ).refusal
    }
    if output != nil, allProtocols {
      throw CallError.wrong(
        option: "--output, --all-protocols", expected: .phrase("one_of_them"), found: .phrase("both_of_them")
      ).refusal
    }
  }

  func run() throws {
    narration.begin(reading: mesh, landmarks, stageFile.path)
    let file = try stageFile.read()
    let choices = try measurement.choices(else: file.measurement)
    let scales = try measurement.scales(else: file.scales)
    let (scan, scanFile) = try description.description(
      of: .given(mesh), named: .given(mesh).deletingLastPathComponent(), else: measurement)
    let options = measurement.stated(in: file.stages.analysis, of: scan)
    let uncertainty = UncertaintyOptions(options.intervals)
    let norms = try measurement.normRequest(of: scan, at: .given(mesh))
    let head = try HeadMesh.readHead(
      meshFile: .given(mesh), landmarkFile: .given(landmarks), unit: units)
    let cap = cap(of: head)
    let measure = { (choices: MeasurementProtocol) throws in
      var analysis = HeadAnalysis(
        choices: choices, scales: scales, cap: cap, uncertainty: uncertainty, options: options)
      analysis.workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)
      var measured = try MeshMeasurement.measure(head, analysis)
      measured.result.take(measured.measures, among: norms)
      measured.result.scan = scan.isEmpty ? nil : scan
      return measured
    }
    let results =
      try output.map { [try write(to: $0, scanFile, norms?.file, by: { try measure(choices) })] }
      ?? protocols(choices).map { try measure($0).result }
    if let output, !json { narration.tell(written: output) }
    try Terminal.print(try text(of: results))
    // Side by side, the chosen protocol decides: not every head carries every midline.
    let judged = allProtocols ? results.filter { $0.protocol.name == choices.name } : results
    if judged.contains(where: { $0.status != .complete }) { throw ExitCode(2) }
  }

  /// The cap that is taken off: of the thickness that was given, otherwise the one that the file says it shows.
  private func cap(of head: MeshHead) -> CapLayer? {
    guard let capThicknessMm else { return head.cap }
    guard capThicknessMm > 0 else { return nil }
    let shown = head.cap ?? CapLayer(thickness: 0)
    return CapLayer(thickness: capThicknessMm / 1000, points: shown.points, margin: shown.margin)
  }

  /// The one protocol, or all that are known.
  private func protocols(_ chosen: MeasurementProtocol) -> [MeasurementProtocol] {
    guard allProtocols else { return [chosen] }
    return MeasurementProtocol.builtIn + (MeasurementProtocol.builtIn.contains(chosen) ? [] : [chosen])
  }

  private func write(
    to output: String, _ scanFile: URL?, _ norms: URL?, by measure: () throws -> MeshMeasurement
  ) throws -> ScanResult {
    var inputs = ["mesh": URL.given(mesh), "landmarks": .given(landmarks)]
    (inputs["scan"], inputs["norms"]) = (scanFile, norms)
    return try Interruption().write {
      try OutputFolder(.given(output), holding: .result, force: force, inputs: Array(inputs.values) + stageFile.inputs)
    } fill: { folder in
      let measured = try measure()
      let (result, files) = try measured.files(
        inputs: inputs, language.chosen, threads: ProcessInfo.processInfo.activeProcessorCount)
      try folder.write(files)
      return result
    }
  }

  private func text(of results: [ScanResult]) throws -> Data {
    if allProtocols {
      let comparison = ProtocolComparison(results)
      return json ? try comparison.json() : Terminal.page(comparison.table(language.chosen))
    }
    let result = results[0]
    return json
      ? try result.json()
      : table.text(all: { result.table(language.chosen) }, brief: { result.brief(language.chosen) })
  }
}

extension LengthUnit: ExpressibleByArgument {
  public init?(argument: String) { self.init(symbol: argument) }
  public static var allValueStrings: [String] { allCases.map(\.symbol) }
}
