import Analysis
import ArgumentParser
import Foundation
import PointClouds
import ScanPipeline

/// `calvaria measure`: the measures of a mesh of any scanner.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Measure a head mesh (PLY, STL, OBJ): cranial index, circumference, diagonals, CVAI.",
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

  @Flag(help: "Print JSON with the keys of result.json.")
  var json = false

  func run() throws {
    let measurement = try MeshMeasurement(
      meshFile: URL(fileURLWithPath: mesh), landmarkFile: URL(fileURLWithPath: landmarks), unit: units)
    if measurement.unitWasGuessed {
      Terminal.narrate("\(mesh): no unit given, its size is that of a head in \(measurement.unit.symbol)")
    }
    let output = json ? try measurement.result.json() : Data(measurement.result.table.utf8)
    try Terminal.print(output)
    if !measurement.measures.isComplete { throw ExitCode(2) }
  }
}

extension LengthUnit: ExpressibleByArgument {
  public init?(argument: String) { self.init(symbol: argument) }
  public static var allValueStrings: [String] { allCases.map(\.symbol) }
}
