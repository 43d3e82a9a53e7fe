import Analysis
import Diagnostics
import Geometry
import Landmarks
import Markers
import PointClouds
import Tracking
import Workers

extension ScanPipeline {
  /// The measures of a reconstructed surface; withheld, not refused, where there is none or the landmarks can't be a head's.
  ///
  /// - Parameters:
  ///   - gap: what lies under the cap, by a scan without it; nil without one.
  ///   - deviations: how far it may be off; nil for values without intervals.
  func measure(
    _ surface: Result<HeadSurface, any Error>, _ landmarks: HeadLandmarks, found: AutomaticLandmarks?,
    _ tracking: Tracking, cap: CapLayer?, _ gap: CapGap?, _ deviations: SurfaceDeviations?
  ) -> HeadMeasures {
    let stages = options.stages
    var analysis = HeadAnalysis(
      choices: options.measurement, scales: options.scales, cap: cap,
      uncertainty: deviations.map { UncertaintyOptions(surface: $0, stages.analysis.intervals) },
      options: stages.analysis
    ).knowing(gap)
    analysis.workers = Workers(count: options.threads)
    (analysis.found, analysis.finder) = (found?.landmarks, stages.reconstruction.landmarks.automatic)
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
  init?(_ cap: Cap, _ map: MarkerMap) {
    let corners = map.ids.flatMap { map.markers[$0]!.corners }
    guard !corners.isEmpty else { return nil }
    self.init(thickness: cap.thickness, points: corners, margin: Self.margin(map.centres))
  }

  /// The cloth is expected to reach at least this far below the lowest marker, metres. Assumed.
  private static let leastMargin = 0.005

  /// Half the usual distance from a marker to its nearest neighbour: markers are spread over a cap as they fit, and a cap
  /// that reached a whole distance farther would have room for another row.
  static func margin(_ centres: [Vector3]) -> Double {
    let nearest = centres.indices.compactMap { i in
      centres.indices.lazy.filter { $0 != i }.map { (centres[$0] - centres[i]).length }.min()
    }
    return max(leastMargin, nearest.isEmpty ? 0 : RobustStatistics.median(nearest) / 2)
  }
}
