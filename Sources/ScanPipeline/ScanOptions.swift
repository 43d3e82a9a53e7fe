import Analysis
import Recordings
import Workers

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What `reconstruct` was asked to do.
public struct ScanOptions: Sendable {
  /// The recording's folder.
  public var recording: URL
  /// Its layout, or nil to recognise it by looking.
  public var format: RecordingFormat?
  /// A file of intrinsics that overrides the recording's own.
  public var intrinsics: URL?
  /// The cap file, or nil for the recording's `cap.yaml`.
  public var cap: URL?
  /// The landmark file, or nil for the recording's `landmarks.json`, if it has one.
  public var landmarks: URL?
  /// When landmarks are looked for on the surface.
  public var landmarkFinding: LandmarkFinding
  /// By what the head is followed.
  public var tracking: TrackingMethod
  /// What is measured.
  public var measurement: MeasurementProtocol
  /// The scales by which measures are graded, at least one.
  public var scales: [SeverityScale]
  /// Norms with the child's age and sex, where they were given.
  public var norms: NormRequest?
  /// The edge of a voxel of the fused surface in metres.
  public var voxelSize: Double
  /// The number of threads; it never changes a result.
  public var threads: Int

  /// Options with the defaults.
  public init(
    recording: URL, format: RecordingFormat? = nil, intrinsics: URL? = nil, cap: URL? = nil, landmarks: URL? = nil,
    landmarkFinding: LandmarkFinding = .whereMissing, tracking: TrackingMethod = .markers,
    measurement: MeasurementProtocol = .standard,
    scales: [SeverityScale] = [.choa], norms: NormRequest? = nil, voxelSize: Double = ScanOptions.standardVoxelSize,
    threads: Int = 2
  ) {
    self.recording = recording
    self.format = format
    self.intrinsics = intrinsics
    self.cap = cap
    self.landmarks = landmarks
    self.landmarkFinding = landmarkFinding
    self.tracking = tracking
    (self.measurement, self.scales, self.norms) = (measurement, scales, norms)
    self.voxelSize = voxelSize
    self.threads = threads
  }

  /// Argued in Docs/decisions/fusion.md.
  public static let standardVoxelSize = 0.00125
}

/// How far a stage has come.
public struct ScanProgress: Sendable, Equatable {
  /// The stages that take time.
  public enum Stage: String, Sendable, CaseIterable {
    /// Markers are detected in every frame.
    case markers
    /// Poses and the marker map are found.
    case tracking
    /// Depth is fused into the surface.
    case fusion
    /// The head is measured.
    case analysis
    /// A recording is replayed through the operator's feedback.
    case replay
    /// A recording is simulated.
    case simulation
  }

  /// The stage.
  public let stage: Stage
  /// Steps done, and steps in all.
  public let done, total: Int
}
