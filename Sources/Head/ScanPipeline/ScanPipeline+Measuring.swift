import Analysis
import DepthFilters
import Diagnostics
import Geometry
import Landmarks
import Markers
import PointClouds
import Tracking
import Workers

extension ScanPipeline {
  /// The measures of a reconstructed surface; withheld, not refused, where there is none or the landmarks can't be a head's.
  func measure(
    _ surface: Result<HeadSurface, any Error>, _ landmarks: HeadLandmarks, found: AutomaticLandmarks?,
    _ tracking: Tracking, cap: Cap, filtering: DepthFiltering, withIntervals: Bool = true
  ) -> HeadMeasures {
    var analysis = analysis(tracking, cap: cap, filtering)
    (analysis.found, analysis.finder) = (found?.landmarks, options.stages.reconstruction.landmarks.automatic)
    if !withIntervals { analysis.uncertainty = nil }
    do {
      let surface = try surface.get()
      try surface.check(landmarks.required)
      return try analysis.measure(surface, landmarks: landmarks)
    } catch {
      return .withheld(
        because: [reason(error, frames: tracking.scanFromCamera.count { $0 != nil })], landmarks: landmarks,
        choices: options.measurement, scales: options.scales)
    }
  }

  /// How this scan is measured: with the cap where its markers lie, and the deviations that its tracking has.
  func analysis(_ tracking: Tracking, cap: Cap, _ filtering: DepthFiltering) -> HeadAnalysis {
    let stages = options.stages
    let errors = stages.reconstruction.surfaceError
    var uncertainty = UncertaintyOptions(
      surfaceStandardDeviation: tracking.noiseDeviation(stages.reconstruction),
      bendingStandardDeviation: tracking.bendingDeviation(stages.reconstruction),
      scaleStandardDeviation: tracking.scaleDeviation(errors), focalStandardDeviation: tracking.focalDeviation(errors),
      printStandardDeviation: tracking.printDeviation(stages.reconstruction),
      lensStandardDeviation: tracking.calibration.lensEffect.scale,
      lensBending: tracking.calibration.lensEffect.bending, stages.analysis.intervals)
    if !tracking.focalIsEstimated { uncertainty.assumed.insert(.focal) }
    if tracking.calibration.hasLens { uncertainty.assumed.remove(.lens) }
    if tracking.closure == nil { uncertainty.assumed.insert(.surface) }
    uncertainty.stretch = tracking.stretchEffect(stages.reconstruction)
    uncertainty.sources[.depthFilter] = filtering.deviations
    var analysis = HeadAnalysis(
      choices: options.measurement, scales: options.scales, cap: CapLayer(cap, tracking.map, stages.analysis.cap),
      uncertainty: uncertainty, options: stages.analysis)
    analysis.workers = Workers(count: options.threads)
    return analysis
  }

  /// Why nothing could be measured, `frames` frames having been fused.
  private func reason(_ error: any Error, frames: Int) -> Finding {
    switch error {
    case SurfaceError.empty, SurfaceError.noFaces: return Finding(.surfaceNone, ["count": .count(frames)])
    case let error as any FindingError: return error.finding
    default:
      let message = (error as? any UserFacingError)?.message
      return Finding(
        .surfaceUnfit,
        [
          "subject": .written(message?.subject ?? .phrase("surface")),
          "problem": .written(message?.problem ?? .phrase("unknown")),
        ])
    }
  }
}

extension HeadLandmarks {
  /// Those that make the head frame and are not rejected.
  fileprivate var required: HeadLandmarks {
    HeadLandmarks(estimates.filter { Landmark.required.contains($0.key) && $0.value.rejection == nil })
  }
}

extension CapLayer {
  /// The cap as its markers show where it lies; nil where none was seen.
  init?(_ cap: Cap, _ map: MarkerMap, _ options: CapThicknessConstants) {
    let corners = map.ids.flatMap { map.markers[$0]!.corners }
    guard !corners.isEmpty else { return nil }
    self.init(thickness: cap.thickness, points: corners, margin: Self.margin(map.centres, options))
  }

  /// Half the usual distance from a marker to its nearest neighbour: markers are spread over a cap as they fit, and a cap
  /// that reached a whole distance farther would have room for another row.
  static func margin(
    _ centres: [Vector3], _ options: CapThicknessConstants = CapThicknessConstants()
  ) -> Double {
    let nearest = centres.indices.compactMap { i in
      centres.indices.lazy.filter { $0 != i }.map { (centres[$0] - centres[i]).length }.min()
    }
    return max(options.leastMargin, nearest.isEmpty ? 0 : RobustStatistics.median(nearest) / 2)
  }
}
