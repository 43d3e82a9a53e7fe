import Analysis
import DepthFilters
import Diagnostics
internal import Inputs
import Outputs
import Platform
import Reports

/// The errors of a reconstructed surface that its mesh file does not state, but the result beside it does.
struct MeshErrors: Sendable {
  /// The standard deviation of the surface's radius at one place, metres.
  let surface: Double
  /// The standard deviations of scale and focal length, relative.
  let scale, focal: Double
  /// What a filter of depth adds to each measure, in its unit; nil where there was none.
  let depthFilter: [MeasureName: Double]?

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
      surface: errors.radiusSdMm / 1000, scale: errors.scaleSd, focal: errors.focalSd,
      depthFilter: errors.depthFilter.map { written in
        MeasureName.allCases.reduce(into: [:]) { $0[$1] = written[$1.rawValue] }
      })
  }

  /// Options of intervals with these errors.
  func taken(into options: UncertaintyOptions) -> UncertaintyOptions {
    var options = options
    options.surfaceStandardDeviation = surface
    (options.scaleStandardDeviation, options.focalStandardDeviation) = (scale, focal)
    options.sources[DepthFiltering.source] = depthFilter
    return options
  }
}
