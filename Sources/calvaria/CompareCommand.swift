import Analysis
import ArgumentParser
import Foundation
import Outputs
import PointClouds
import ScanPipeline

/// `calvaria compare`: two scans of one head.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two scans of one head: changes of the measures, growth, shape, distances.",
    discussion: """
      Each scan is a folder of `reconstruct`, or a mesh with its landmarks. A table goes to stdout; with --output, \
      compare.json, distance.ply, sections.svg and report.html into a folder. Exit code 0 when the change of the CVAI is \
      known, 2 when it is withheld. A research tool, not a medical device.
      """)

  @Argument(help: "The earlier scan: a folder of reconstruct, or a PLY, STL or OBJ mesh.")
  var a: String

  @Argument(help: "The later scan.")
  var b: String

  @Option(help: ArgumentHelp("Landmarks on the mesh A; a folder has its own.", valueName: "file"))
  var landmarksA: String?

  @Option(help: ArgumentHelp("Landmarks on the mesh B.", valueName: "file"))
  var landmarksB: String?

  @Option(help: "The unit of the mesh A: mm, cm or m; guessed from the head's size where it is not given.")
  var unitsA: LengthUnit?

  @Option(help: "The unit of the mesh B.")
  var unitsB: LengthUnit?

  @Option(
    help: """
      By what the scans are laid upon each other: the landmarks and the whole surface, the landmarks and the vault \
      without face and ears, or the landmarks alone.
      """)
  var registration = RegistrationMethod.surface

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; it must not exist yet.", valueName: "folder"))
  var output: String?

  @Flag(help: "Replace an earlier comparison in the output folder.")
  var force = false

  @Flag(help: "Print compare.json on stdout instead of the table.")
  var json = false

  func run() throws {
    let comparison = try output.map(write) ?? compare()
    for (path, unit) in comparison.guessedUnits {
      Terminal.narrate("\(path): no unit given, its size is that of a head in \(unit.symbol)")
    }
    try Terminal.print(json ? try comparison.result.json() : Data(comparison.result.table.utf8))
    if let output, !json { Terminal.narrate("written to \(output)") }
    if comparison.result.status != .complete { throw ExitCode(2) }
  }

  private func compare() throws -> ScanComparison {
    let input = { (path: String, landmarks: String?, unit: LengthUnit?) in
      ComparedInput(.given(path), landmarks: landmarks.map { .given($0) }, unit: unit)
    }
    return try ScanComparison(input(a, landmarksA, unitsA), input(b, landmarksB, unitsB), by: registration)
  }

  private var inputs: [URL] { [a, b, landmarksA, landmarksB].compactMap { $0.map { .given($0) } } }

  private func write(to output: String) throws -> ScanComparison {
    let interruption = Interruption()
    return try interruption.write {
      try OutputFolder(.given(output), holding: .comparison, force: force, inputs: inputs)
    } fill: { folder in
      let comparison = try compare()
      try folder.write(try comparison.files())
      return comparison
    }
  }
}

extension RegistrationMethod: ExpressibleByArgument {}
