import Analysis
import DepthFilters
import Diagnostics
import Geometry
internal import Files
import Platform
import Reconstruction
import Reports
import Tracking

extension SurfaceDeviations {
  /// How far the surface of a tracked recording may be off.
  init(_ tracking: Tracking, _ filtering: DepthFiltering, _ options: ReconstructionOptions) {
    self.init(
      noise: tracking.noiseDeviation(options), bending: tracking.bendingDeviation(options),
      scale: tracking.scaleDeviation(options.surfaceError), focal: tracking.focalDeviation(options.surfaceError),
      print: tracking.printDeviation(options), lens: tracking.calibration.lensEffect.scale,
      lensBending: tracking.calibration.lensEffect.bending, stretch: tracking.stretchEffect(options),
      depthFilter: filtering.deviations)
    if tracking.closure != nil { estimated.insert(.surface) }
    if tracking.focalIsEstimated { estimated.insert(.focal) }
    if tracking.calibration.hasLens { estimated.insert(.lens) }
  }

  /// How far the surface of a result may be off, as the result states it; nil where it does not.
  init?(_ result: ScanResult) {
    guard let calibration = result.calibration, let stated = calibration.surfaceErrors, stated.areFinite else {
      return nil
    }
    // Results of earlier versions count the smooth error in the radius alone; it was that of the default options.
    let radius = stated.radiusSdMm / 1000
    let bending = min(radius, stated.bendingSdMm.map { $0 / 1000 } ?? SurfaceErrorOptions().shared)
    self.init(
      noise: (radius * radius - bending * bending).squareRoot(), bending: bending, scale: stated.scaleSd,
      focal: stated.focalSd, print: stated.printSd ?? 0, lens: stated.lensSd ?? 0,
      lensBending: stated.lensBendingSd ?? 0, stretch: stated.stretch ?? 0,
      depthFilter: stated.depthFilter.map { written in
        MeasureName.allCases.reduce(into: [:]) { $0[$1] = written[$1.rawValue] }
      })
    if result.tracking?.closureMm != nil { estimated.insert(.surface) }
    if calibration.focalScale?.ci95 != nil { estimated.insert(.focal) }
    if calibration.lens != nil { estimated.insert(.lens) }
  }

  /// How far a mesh may be off by the result beside it; nil where there is none, where it was written with another mesh, or
  /// where one of the two was changed since.
  init?(besideMesh mesh: URL) {
    guard let result = ResultFolder(at: mesh.deletingLastPathComponent())?.result, !result.wasChanged,
      let digests = result.provenance?.outputs?.values, let digest = Checksum.sha256(of: mesh),
      digests.contains(digest)
    else { return nil }
    self.init(result)
  }

  /// That the result beside a mesh tells how far it may be off.
  static let note = Finding(.surfaceOfResult, ["file": .text(ResultFolder.resultName)])
}

extension ScanResult.Calibration.SurfaceErrors {
  /// The deviations as they are written; nil where one can't be a deviation.
  init?(_ deviations: SurfaceDeviations) {
    let (noise, bending) = (deviations.noise, deviations.bending)
    self.init(
      radiusSdMm: rounded((noise * noise + bending * bending).squareRoot() * 1000, 9),
      bendingSdMm: rounded(bending * 1000, 9), scaleSd: rounded(deviations.scale, 12),
      focalSd: rounded(deviations.focal, 12), printSd: rounded(deviations.print, 12),
      lensSd: rounded(deviations.lens, 12), lensBendingSd: rounded(deviations.lensBending, 12))
    stretch = rounded(deviations.stretch, 12)
    depthFilter = deviations.depthFilter.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.rawValue, $1) }) }
    guard areFinite else { return nil }
  }
}

extension DepthFiltering {
  /// The standard deviation that filtered depth adds to each measure, in its unit; nil where it was not filtered.
  var deviations: [MeasureName: Double]? {
    guard fillsHoles || mayHideAveraging else { return nil }
    return Self.halfWidths.mapValues { filled, smoothed in
      let (a, b) = (fillsHoles ? filled : 0, mayHideAveraging ? smoothed : 0)
      return (a * a + b * b).squareRoot() / Estimate.normalReach
    }
  }

  /// The 95 % half-width that filled holes leave to each measure once ramps are dropped, and that of smoothed depth, whose
  /// average in time can't be seen: the largest deviations on two scans with eight filters, rounded up
  /// (Docs/methods/depth-filters.md). An average of which 0.4 is the new frame was measured for five of them: CVAI, cranial
  /// index, length, width and circumference. Those deviate up to 2.7 times as far with it as with 0.5, and so the others are
  /// taken to. Research numbers went through fewer: holes filled and a bilateral filter on two scans, that filter after an average
  /// on one.
  static let halfWidths: [MeasureName: (filled: Double, smoothed: Double)] = [
    .length: (0.1, 1.4), .width: (0.1, 1.05), .cranialIndex: (0.06, 0.2),
    .circumference: (0.25, 4.4), .perimeter: (0.25, 4.4),
    .diagonalLeftFront: (0.12, 1.8), .diagonalRightFront: (0.12, 1.8),
    .cva: (0.15, 0.9), .cvai: (0.1, 0.65), .cvaiShorter: (0.12, 0.7), .oddi: (0.12, 0.7), .oclr: (0.06, 0.85),
    .rsi: (0.2, 2.0),
    .volume: (1.7, 40), .volumeLeftFront: (1.1, 17), .volumeRightFront: (0.3, 11), .volumeLeftBack: (0.25, 9.2),
    .volumeRightBack: (0.4, 3.3),
    .asr: (0.25, 1.8), .acai: (0.25, 1.8), .psr: (0.1, 2.6), .pcai: (0.1, 2.6),
    .vnoAngle: (0.15, 0.7), .frontWidth5: (0.05, 1.6), .frontWidth10: (0.05, 1.3), .frontWidth20: (0.05, 0.3),
    .frontRadiusDifference: (0.05, 1.0), .backRadiusDifference: (0.05, 0.8),
    .earShift: (0.04, 1.0), .axisDifference: (0.02, 0.6),
  ]
}
