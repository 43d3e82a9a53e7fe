import Analysis
import Diagnostics
import Geometry
import Images
import Landmarks
import Markers
import PointClouds
import Reconstruction
import Recordings
import Tracking

/// A reconstructed and measured recording.
public struct Scan: Sendable {
  /// The recording.
  public let recording: Recording
  /// The cap.
  public let cap: Cap
  /// Poses, marker map and calibration in the scan frame.
  public let tracking: Tracking
  /// The surface in the scan frame.
  public let mesh: Mesh
  /// What the surface shows of the landmarks, scan frame; nil where it was not looked for.
  public let found: AutomaticLandmarks?
  /// What was measured.
  public let measures: HeadMeasures
  /// Coverage of the surface above the base plane; nil where there is no surface or no head frame.
  public let coverage: SurfaceCoverage?
  /// Rims of the surface.
  public let holes: [Hole]
  /// The ids seen so far, over time.
  public let markerCoverage: MarkerCoverage
  /// How valid the depth was.
  public let depthValidity: DepthValidity
  /// Whether the data can carry a measurement.
  public let quality: QualityChecks
  /// All that is said of it, each cause once: why measures are withheld, remarks, and what was left out on the way.
  public let findings: [Finding]
  /// The digest of each input.
  let digests: [String: String]
  let options: ScanOptions

  /// The head frame where the landmarks carry one, otherwise the scan frame: the frame of everything that is written.
  public var outputFromScan: RigidTransform { measures.frame?.headFromScan ?? .identity }
}

extension Scan {
  /// Frames without a pose and sightings that were not used, by their reasons.
  private static func details(_ tracking: Tracking, _ recording: Recording) -> [Finding] {
    let frames = recording.frames.flatMap { frame in
      tracking.rejections[frame.index].map {
        Finding($0.code, $0.values, severity: .detail, frames: [frame.name])
      }
    }
    let sightings = tracking.observations.flatMap { frame in frame.rejected.map { ($0.reason.code, $0.id) } }
    let ids = Dictionary(grouping: sightings, by: \.0).sorted { $0.key.rawValue < $1.key.rawValue }
    return frames.byCause
      + ids.map { code, sightings in
        Finding(
          code, ["sightings": .count(sightings.count)], severity: .detail, ids: Set(sightings.map(\.1)).sorted())
      }
  }

  /// What the stages found, with the coverage and validity of the scan as a whole.
  init(
    inputs: ScanInputs, options: ScanOptions, views: Views, tracking: Tracking, head: FusedHead, surface: HeadSurface?,
    landmarks: LocatedLandmarks, measures: HeadMeasures, quality: QualityChecks
  ) {
    let (recording, cap) = (inputs.head.recording, inputs.head.cap)
    self.recording = recording
    self.cap = cap
    self.tracking = tracking
    self.mesh = head.mesh
    self.found = landmarks.found
    self.measures = measures
    self.digests = inputs.digests.merging(["frames": views.digest]) { $1 }
    self.options = options
    self.quality = quality
    holes = surface.map { Hole.all(of: $0) } ?? []
    coverage =
      if let surface, let frame = measures.frame {
        SurfaceCoverage(of: surface, frame: frame, landmarks: measures.landmarks)
      } else { nil }
    let start = recording.frames[0].time
    var seen = MarkerCoverage(expected: cap.ids?.sorted())
    var validity = DepthValidity()
    for frame in recording.frames {
      seen.add(time: frame.time - start, ids: tracking.observations[frame.index].markers.map(\.id))
      let depth = views.depthValidity[frame.index]
      validity.add(
        FrameDepthValidity(
          frame: depth.frame, head: head.headValidity[frame.index] ?? ValidCount(), markers: depth.markers))
    }
    markerCoverage = seen
    depthValidity = validity
    let causes = measures.reasons
    // What would withhold the measures if nothing else did.
    let others = quality.reasons.filter { reason in !causes.contains { $0.code == reason.code } }
    let unlisted = [
      UnlistedMarkers(
        views.observations, cap: cap, options: options.stages.reconstruction.markers.screening
      ).finding
    ].compactMap(\.self)
    let remarks =
      recording.findings + recording.implausibleDepth() + unlisted
      + others.map { $0.with(severity: .warning) } + quality.notes + landmarks.discarded + measures.notes
      + measures.landmarks.sourceFindings
    findings = causes + remarks.byCause + Self.details(tracking, recording)
  }
}
