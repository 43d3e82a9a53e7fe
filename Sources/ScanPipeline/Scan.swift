import Analysis
import Diagnostics
import Geometry
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
  /// How much of head and cap it shows.
  public let coverage: ScanCoverage
  /// Whether the data can carry a measurement.
  public let quality: QualityChecks
  /// The clicks on landmarks, with what became of them.
  public let clicks: [PlacedClick]
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

  /// What the stages found, with all that is to be said of it.
  init(
    inputs: ScanInputs, options: ScanOptions, views: Views, tracking: Tracking, head: FusedHead,
    landmarks: LocatedLandmarks, measures: HeadMeasures, coverage: ScanCoverage, quality: QualityChecks
  ) {
    (recording, cap) = (inputs.head.recording, inputs.head.cap)
    (self.tracking, mesh, found, clicks) = (tracking, head.mesh, landmarks.found, landmarks.clicks)
    (self.measures, self.coverage, self.quality) = (measures, coverage, quality)
    (digests, self.options) = (inputs.digests.merging(["frames": views.digest]) { $1 }, options)
    let unlisted = UnlistedMarkers(
      views.observations, cap: cap, options: options.stages.reconstruction.markers.screening)
    let causes = measures.reasons
    let root = Self.root(of: causes, unlisted, cap)
    // What would withhold the measures if nothing else did.
    let others = quality.reasons.filter { reason in !causes.contains { $0.code == reason.code } }
    let remarks =
      recording.findings + recording.implausibleDepth() + (root == nil ? [unlisted.finding].compactMap(\.self) : [])
      + others.map { $0.with(severity: .warning) } + quality.notes + landmarks.discarded + measures.notes
      + measures.landmarks.sourceFindings
    findings = [root].compactMap(\.self) + causes + remarks.byCause + Self.details(tracking, recording)
  }

  /// What is at the root of all else that withholds measures: a cap file that leaves out most of the cap's ids. It concerns
  /// all of these measures; nil where the file does not, or nothing is withheld.
  private static func root(of causes: [Finding], _ unlisted: UnlistedMarkers, _ cap: Cap) -> Finding? {
    guard !causes.isEmpty, let finding = unlisted.finding, unlisted.sightings.count >= cap.ids?.count ?? .max else {
      return nil
    }
    var root = finding.with(severity: .withheld)
    let measures = Set(causes.flatMap(\.measures))
    root.measures = MeasureName.allCases.map(\.rawValue).filter(measures.contains)
    return root
  }
}
