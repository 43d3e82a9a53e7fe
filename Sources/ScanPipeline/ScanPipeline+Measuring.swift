import Analysis
import Diagnostics
import Landmarks
import Markers
import PointClouds
import Tracking
import Workers

extension ScanPipeline {
  /// The measures of a reconstructed surface; withheld, not refused, where there is none or the landmarks can't be a head's.
  func measure(
    _ surface: Result<HeadSurface, any Error>, _ landmarks: HeadLandmarks, _ tracking: Tracking, cap: Cap
  ) -> HeadMeasures {
    let stages = options.stages
    let errors = stages.reconstruction.surfaceError
    let uncertainty = UncertaintyOptions(
      surfaceStandardDeviation: tracking.surfaceDeviation(stages.reconstruction),
      scaleStandardDeviation: tracking.scaleDeviation(errors), focalStandardDeviation: tracking.focalDeviation(errors),
      stages.analysis.intervals)
    var analysis = HeadAnalysis(
      choices: options.measurement, scales: options.scales, cap: CapLayer(cap, tracking.map), uncertainty: uncertainty,
      options: stages.analysis)
    analysis.workers = Workers(count: options.threads)
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

  /// Why nothing could be measured, `frames` frames having been fused.
  private func reason(_ error: any Error, frames: Int) -> Finding {
    switch error {
    case SurfaceError.empty, SurfaceError.noFaces: return Finding(.surfaceNone, ["count": .count(frames)])
    case let error as any FindingError: return error.finding
    default:
      let error = error as? any UserFacingError
      return Finding(
        .surfaceUnfit, ["subject": .text(error?.subject ?? "surface"), "problem": .text(error?.problem ?? "unknown")])
    }
  }
}

extension HeadLandmarks {
  /// Those that make the head frame and are not rejected.
  fileprivate var required: HeadLandmarks {
    HeadLandmarks(estimates.filter { Landmark.required.contains($0.key) && $0.value.rejection == nil })
  }
}
