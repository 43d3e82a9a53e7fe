import Analysis
import ArgumentParser
import Foundation
import Reconstruction
internal import Files
import ScanPipeline
import Studies

/// Options of `reconstruct` and `measure` that hold for every scan of a batch.
struct BatchPassedOptions: ParsableArguments {
  @OptionGroup var definitions: DefinitionOptions

  @Option(
    help: ArgumentHelp(
      "How thick the hair under any cap may be, pressed flat; else hair_mm of each scan, else 1.", valueName: "mm"))
  var hairMm: Double?

  @Option(help: "What heads are tracked by: markers, or the surface alone (dense), which needs no cap.")
  var tracking: TrackingMethod?

  @Option(help: ArgumentHelp("The edge of a voxel of the surface in mm, 0.75 to 2; by default 1.25.", valueName: "mm"))
  var voxelMm: Double?

  @Option(help: "The unit of depth images: m, cm, mm, 0.1mm or um; by default the format's.")
  var depthUnit: DepthUnit?

  @OptionGroup var stageFile: StageOptionsFile

  func validate() throws {
    try CallError.require("--hair-mm", hairMm, in: ScanDescription.hairsMm)
    try CallError.require("--voxel-mm", voxelMm, in: 0.75...2)
  }

  /// True where heads are tracked by their surface.
  func isDense() throws -> Bool {
    try (tracking ?? stageFile.read().stages.reconstruction.tracking) == .dense
  }

  /// Refuses files that no scan could be measured with.
  func check() throws {
    _ = try definitions.measurement.map { try MeasurementProtocol.find($0) }
    for name in definitions.scale { _ = try SeverityScale.find(name) }
    _ = try stageFile.read()
  }

  /// The words for each scan.
  var options: [PassedOption] {
    var options =
      stageFile.path.map { [PassedOption("--options", Self.whole($0), isFile: true, isForMeshes: true)] } ?? []
    if let measurement = definitions.measurement {
      options.append(Self.definition("--protocol", measurement, MeasurementProtocol.builtIn.map(\.name)))
    }
    options += definitions.scale.map { Self.definition("--scale", $0, SeverityScale.builtIn.map(\.name)) }
    if let hairMm { options.append(PassedOption("--hair-mm", "\(hairMm)", isForMeshes: true)) }
    if let tracking { options.append(PassedOption("--tracking", tracking.rawValue, isForMeshes: false)) }
    if let voxelMm { options.append(PassedOption("--voxel-mm", "\(voxelMm)", isForMeshes: false)) }
    if let depthUnit { options.append(PassedOption("--depth-unit", depthUnit.rawValue, isForMeshes: false)) }
    return options
  }

  private static func definition(_ option: String, _ value: String, _ builtIn: [String]) -> PassedOption {
    builtIn.contains(value)
      ? PassedOption(option, value, isForMeshes: true)
      : PassedOption(option, whole(value), isFile: true, isForMeshes: true)
  }

  private static func whole(_ path: String) -> String { URL.given(path).path }
}
