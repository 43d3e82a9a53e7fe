import Analysis
import Diagnostics
import Landmarks
import Markers
import PointClouds
import Tracking
import Workers

extension HeadMeasures {
  /// The measures of a reconstructed surface; withheld, not refused, where the landmarks can't be a head's.
  init(
    _ surface: HeadSurface?, _ landmarks: HeadLandmarks, _ tracking: Tracking, _ options: ScanOptions, cap: Cap
  ) {
    let withheld = { (reason: Finding) in
      HeadMeasures.withheld(
        because: [reason], landmarks: landmarks, choices: options.measurement, scales: options.scales)
    }
    guard let surface else {
      let frames = tracking.scanFromCamera.count { $0 != nil }
      self = withheld(Finding(.surfaceNone, ["count": .count(frames)]))
      return
    }
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
      try surface.check(landmarks.required)
      self = try analysis.measure(surface, landmarks: landmarks)
    } catch let error as any FindingError {
      self = withheld(error.finding)
    } catch {
      let message = (error as? any UserFacingError)?.message
      self = withheld(
        Finding(
          .surfaceUnfit,
          [
            "subject": .written(message?.subject ?? .phrase("surface")),
            "problem": .written(message?.problem ?? .phrase("unknown")),
          ]))
    }
  }
}

extension HeadLandmarks {
  /// Those that make the head frame and are not rejected.
  fileprivate var required: HeadLandmarks {
    HeadLandmarks(estimates.filter { Landmark.required.contains($0.key) && $0.value.rejection == nil })
  }
}
