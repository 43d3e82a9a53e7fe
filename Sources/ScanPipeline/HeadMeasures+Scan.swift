import Analysis
import Diagnostics
import Geometry
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
      choices: options.measurement, scales: options.scales, cap: CapLayer(cap, tracking.map, stages.analysis.cap),
      uncertainty: uncertainty,
      options: stages.analysis)
    analysis.workers = Workers(count: options.threads)
    do {
      try surface.check(landmarks.required)
      self = try analysis.measure(surface, landmarks: landmarks)
    } catch let error as any FindingError {
      self = withheld(error.finding)
    } catch {
      let error = error as? any UserFacingError
      self = withheld(
        Finding(
          .surfaceUnfit,
          ["subject": .text(error?.subject ?? "surface"), "problem": .text(error?.problem ?? "unknown")]))
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
  init?(_ cap: Cap, _ map: MarkerMap, _ options: CapThicknessOptions) {
    let corners = map.ids.flatMap { map.markers[$0]!.corners }
    guard !corners.isEmpty else { return nil }
    self.init(thickness: cap.thickness, points: corners, margin: Self.margin(map.centres, options))
  }

  /// Half the usual distance from a marker to its nearest neighbour: markers are spread over a cap as they fit, and a cap
  /// that reached a whole distance farther would have room for another row.
  static func margin(
    _ centres: [Vector3], _ options: CapThicknessOptions = CapThicknessOptions()
  ) -> Double {
    let nearest = centres.indices.compactMap { i in
      centres.indices.lazy.filter { $0 != i }.map { (centres[$0] - centres[i]).length }.min()
    }
    return max(options.leastMargin, nearest.isEmpty ? 0 : RobustStatistics.median(nearest) / 2)
  }
}
