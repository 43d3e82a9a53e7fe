import Analysis
import ArgumentParser
import Diagnostics
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

  @Option(help: ArgumentHelp("Landmarks on mesh A; a folder has its own.", valueName: "file"))
  var landmarksA: String?

  @Option(help: ArgumentHelp("Landmarks on mesh B.", valueName: "file"))
  var landmarksB: String?

  @Option(
    help: ArgumentHelp(
      "The unit of mesh A: mm, cm or m; by default guessed from the head's size.", valueName: "unit"))
  var unitsA: LengthUnit?

  @Option(help: ArgumentHelp("The unit of mesh B.", valueName: "unit"))
  var unitsB: LengthUnit?

  @Option(
    help: """
      How the scans are aligned: by the landmarks and the whole surface, by the landmarks and the vault without \
      face and ears, or by the landmarks alone.
      """)
  var registration = RegistrationMethod.surface

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; it must not exist yet.", valueName: "folder"))
  var output: String?

  @Flag(help: "Replace an earlier comparison in the output folder.")
  var force = false

  @Flag(help: "Print compare.json on stdout instead of the table.")
  var json = false

  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func run() throws {
    narration.begin(reading: a, landmarksA, b, landmarksB)
    let comparison = try output.map(write) ?? compare()
    narration.tell(read: comparison.result.provenance?.inputs ?? [:])
    for (path, unit) in comparison.guessedUnits {
      narration.tell(
        "\(path.printable()): " + Finding(.inputUnitGuessed, ["unit": .text(unit.symbol)]).text(language.chosen))
    }
    try Terminal.print(json ? try comparison.result.json() : Terminal.page(comparison.result.table(language.chosen)))
    if let output, !json { narration.tell(written: output) }
    if comparison.result.status != .complete { throw ExitCode(2) }
  }

  private func compare() throws -> ScanComparison {
    let input = { (path: String, landmarks: String?, unit: LengthUnit?) in
      ComparedInput(.given(path), landmarks: landmarks.map { .given($0) }, unit: unit)
    }
    return try narration.timed("comparison") {
      try ScanComparison.compare(input(a, landmarksA, unitsA), input(b, landmarksB, unitsB), by: registration)
    }
  }

  private var inputs: [URL] { [a, b, landmarksA, landmarksB].compactMap { $0.map { .given($0) } } }

  private func write(to output: String) throws -> ScanComparison {
    let interruption = Interruption()
    return try interruption.write {
      try OutputFolder(.given(output), holding: .comparison, force: force, inputs: inputs)
    } fill: { folder in
      let comparison = try compare()
      try folder.write(try comparison.files(language.chosen))
      return comparison
    }
  }
}

extension RegistrationMethod: ExpressibleByArgument {}
