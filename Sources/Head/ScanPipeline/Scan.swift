import Analysis
import DepthFilters
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
  /// The surface in the scan frame: of the fused head the mesh alone, so that a scan doesn't keep the volume and the points
  /// of frames that the stages needed.
  public let mesh: Mesh
  /// The landmarks, scan frame: those that are used, what the surface shows of them, and the clicks.
  public let landmarks: LocatedLandmarks
  /// What lies under the cap, by a recording without it; nil without one.
  let gap: CapGap?
  /// What was measured.
  public let measures: HeadMeasures
  /// How much of head and cap it shows.
  public let coverage: ScanCoverage
  /// Whether the data can carry a measurement.
  public let quality: QualityChecks
  /// How far the surface may be off.
  let deviations: SurfaceDeviations
  /// Who picked the landmarks, where their file says so.
  let observer: String?
  /// All that is said of it, each cause once: why measures are withheld, remarks, and what was left out on the way.
  public let findings: [Finding]
  /// The digest of each input.
  private(set) var digests: [String: String]
  let options: ScanOptions

  /// The SHA-256 of its frames, by which landmark files name the recording.
  public var framesDigest: String? { digests["frames"] }

  /// States the digest of an input that was written anew with the same content for the measures.
  public mutating func state(digest: String, of input: String) { digests[input] = digest }

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
    landmarks: LocatedLandmarks, gap: CapGap?, deviations: SurfaceDeviations, measures: HeadMeasures,
    coverage: ScanCoverage,
    quality: QualityChecks
  ) {
    (recording, cap, self.deviations) = (inputs.head.recording, inputs.head.cap, deviations)
    (self.tracking, self.landmarks, self.gap) = (tracking, landmarks, gap)
    mesh = measures.hands?.cut(from: head.mesh) ?? head.mesh
    (self.measures, self.coverage, self.quality) = (measures, coverage, quality)
    observer = inputs.observer
    (digests, self.options) = (inputs.digests.merging(["frames": views.digest]) { $1 }, options)
    let unlisted = UnlistedMarkers(
      views.observations, cap: cap)
    let root = Self.root(of: measures.reasons, inputs.filtering, unlisted, cap)
    let causes = [root].compactMap(\.self) + measures.reasons.filter { $0.code != root?.code }
    // What would withhold the measures if nothing else did.
    let others = quality.reasons.filter { reason in !causes.contains { $0.code == reason.code } }
    let isToldFirst = root?.code == unlisted.finding?.code
    let remarks =
      inputs.head.findings + recording.implausibleDepth() + (isToldFirst ? [] : [unlisted.finding].compactMap(\.self))
      + others.map { $0.with(severity: .warning) } + quality.notes + landmarks.clicked.discarded
      + [inputs.pickedScan?.mismatch(.recording, digest: views.digest)].compactMap(\.self) + measures.notes
      + measures.landmarks.sourceFindings
    findings = causes + remarks.byCause + Self.details(tracking, recording)
  }

  /// What is at the root of all else that withholds measures: depth that was averaged in time, or a cap file that leaves
  /// out most of the cap's ids. It concerns all of these measures; nil where neither is so, or nothing is withheld.
  static func root(
    of causes: [Finding], _ filtering: DepthFiltering, _ unlisted: UnlistedMarkers, _ cap: Cap
  ) -> Finding? {
    let isOtherCap = unlisted.sightings.count >= cap.ids?.count ?? .max
    guard !causes.isEmpty, let finding = filtering.reason ?? (isOtherCap ? unlisted.finding : nil) else { return nil }
    var root = finding.with(severity: .withheld)
    let measures = Set(causes.flatMap(\.measures))
    root.measures = MeasureName.allCases.map(\.rawValue).filter(measures.contains)
    return root
  }
}
