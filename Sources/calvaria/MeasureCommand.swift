import Analysis
import ArgumentParser
import Foundation
import Markers
import PointClouds
import Reports
import ScanPipeline

/// `calvaria measure`: the measures of a mesh of any scanner.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure a head mesh (PLY, STL, OBJ): cranial index, circumference, diagonals, CVAI, volumes.",
    discussion: """
      Exit code 0 when the CVAI was measured, 2 when it is withheld (the reason is given). A research tool, not a \
      medical device.
      """)

  @Argument(help: "The mesh: a PLY, STL or OBJ file.")
  var mesh: String

  @Option(
    help: ArgumentHelp(
      "Landmarks on the mesh: {\"landmarks\": {\"sellion\": {\"point_mm\": [x, y, z]}, …}}.", valueName: "file"))
  var landmarks: String

  @Option(help: "The unit of the mesh's numbers: mm, cm or m; guessed from the head's size where it is not given.")
  var units: LengthUnit?

  @OptionGroup var measurement: MeasurementOptions

  @Flag(help: "Measure by every built-in protocol, and by that of --protocol, side by side.")
  var allProtocols = false

  @Option(help: ArgumentHelp("The thickness of a cap that the mesh shows; it is taken off.", valueName: "mm"))
  var capThicknessMm = 0.0

  @Flag(help: "Print JSON with the keys of result.json.")
  var json = false

  func validate() throws {
    let range = Cap.thicknessesMm
    guard capThicknessMm == 0 || range.contains(capThicknessMm) else {
      throw ValidationError(
        "--cap-thickness-mm: expected 0, or \(range.lowerBound) to \(range.upperBound), found \(capThicknessMm)")
    }
  }

  func run() throws {
    let (choices, scales) = (try measurement.choices(), try measurement.scales())
    let norms = try measurement.normRequest()
    let head = try MeshHead(
      meshFile: .given(mesh), landmarkFile: .given(landmarks), unit: units)
    if head.unitWasGuessed {
      Terminal.narrate("\(mesh): no unit given, its size is that of a head in \(head.unit.symbol)")
    }
    let cap = capThicknessMm > 0 ? CapLayer(thickness: capThicknessMm / 1000) : nil
    let results = try protocols(choices).map { choices in
      let measured = try MeshMeasurement(head, HeadAnalysis(choices: choices, scales: scales, cap: cap))
      var result = measured.result
      result.norm = norms.map { ScanResult.Norm($0.score(measured.measures)) }
      return result
    }
    try Terminal.print(try output(results))
    if results.contains(where: { $0.status != .complete }) { throw ExitCode(2) }
  }

  /// The one protocol, or all that are known.
  private func protocols(_ chosen: MeasurementProtocol) -> [MeasurementProtocol] {
    guard allProtocols else { return [chosen] }
    return MeasurementProtocol.builtIn + (MeasurementProtocol.builtIn.contains(chosen) ? [] : [chosen])
  }

  private func output(_ results: [ScanResult]) throws -> Data {
    if allProtocols {
      let comparison = ProtocolComparison(results)
      return json ? try comparison.json() : Data(comparison.table.utf8)
    }
    return json ? try results[0].json() : Data(results[0].table.utf8)
  }
}

extension LengthUnit: ExpressibleByArgument {
  public init?(argument: String) { self.init(symbol: argument) }
  public static var allValueStrings: [String] { allCases.map(\.symbol) }
}
