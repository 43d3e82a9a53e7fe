import Analysis
import DepthFilters
import Diagnostics
internal import Files
import Platform
import Reconstruction
import Reports

/// The errors of a reconstructed surface that its mesh file does not state, but the result beside it does.
struct MeshErrors: Sendable {
  /// As the result states them.
  let deviations: ScanResult.Calibration.SurfaceErrors
  /// Whether the focal length was estimated, a lens with it, and the noise of the surface.
  let hasFocal, hasLens, hasClosure: Bool

  /// What is said of them.
  static let note = Finding(.surfaceOfResult, ["file": .text(resultName)])

  private static let resultName = "result.json"

  /// The errors that the result beside a mesh states; nil where there is none, where it was written with another mesh, or
  /// where one of the two was changed since.
  static func read(besideMesh mesh: URL) -> MeshErrors? {
    let file = mesh.deletingLastPathComponent().appending(path: resultName)
    guard let bytes = try? InputFile.bytes(file.path, atMost: ScanResult.largestBytes),
      let result = try? ScanResult.read(Data(bytes)), !result.wasChanged,
      let digests = result.provenance?.outputs?.values, let errors = result.calibration?.surfaceErrors,
      errors.areFinite,
      let digest = Checksum.sha256(of: mesh), digests.contains(digest)
    else { return nil }
    return MeshErrors(
      deviations: errors, hasFocal: result.calibration?.focalScale?.ci95 != nil,
      hasLens: result.calibration?.lens != nil,
      hasClosure: result.tracking?.closureMm != nil)
  }

  /// Options of intervals with these errors.
  func taken(into options: UncertaintyOptions) -> UncertaintyOptions {
    var options = options
    // Results of earlier versions count the smooth error in the radius alone; it was that of the default options.
    let radius = deviations.radiusSdMm / 1000
    let bending = min(radius, deviations.bendingSdMm.map { $0 / 1000 } ?? SurfaceErrorOptions().shared)
    options.surfaceStandardDeviation = (radius * radius - bending * bending).squareRoot()
    options.bendingStandardDeviation = bending
    (options.scaleStandardDeviation, options.focalStandardDeviation) = (deviations.scaleSd, deviations.focalSd)
    options.printStandardDeviation = deviations.printSd ?? 0
    options.stretch = deviations.stretch ?? 0
    options.lensStandardDeviation = deviations.lensSd ?? 0
    options.lensBending = deviations.lensBendingSd ?? 0
    options.assumed.remove(.surface)
    if !hasClosure { options.assumed.insert(.surface) }
    if hasLens { options.assumed.remove(.lens) }
    if !hasFocal { options.assumed.insert(.focal) }
    options.sources[.depthFilter] = deviations.depthFilter.map { written in
      MeasureName.allCases.reduce(into: [:]) { $0[$1] = written[$1.rawValue] }
    }
    return options
  }
}
