public import Diagnostics
public import Landmarks
public import Markers
import PointClouds
public import Recordings
import Tracking
import Workers

/// A recording, and what is known of the head in it.
public struct HeadRecording: Sendable {
  /// The recording.
  public let recording: Recording
  /// The cap on the head.
  public let cap: Cap
  /// The clicks on landmarks, checked against the recording.
  public let clicks: [ClickSighting]
  /// What is odd about the recording and the clicks in it.
  public let findings: [Finding]

  /// A recording with a cap and clicks.
  ///
  /// - Parameter leftOut: what is said of clicks that are not used.
  public init(_ recording: Recording, cap: Cap, clicks: [ClickSighting] = [], leftOut: [Finding] = []) {
    (self.recording, self.cap, self.clicks, findings) = (recording, cap, clicks, recording.findings + leftOut)
  }
}

/// The recording, options and workers of every stage of a reconstruction.
struct ReconstructionContext: Sendable {
  let input: HeadRecording
  let options: ReconstructionOptions
  let workers: Workers

  var recording: Recording { input.recording }

  /// The clicks in the scan frame, on a surface where there is one.
  func clicked(_ tracking: Tracking, on mesh: Mesh? = nil) -> ClickedLandmarks {
    ClickedLandmarks(input.clicks, options: options.landmarks.picked, workers: workers) {
      recording.clickView($0, tracking, on: mesh)
    }
  }

  /// The surface of a tracked recording in a region, and beyond it where landmarks will be looked for.
  func fused(
    _ tracking: Tracking, in region: FusionRegion, step: @Sendable (Int) -> Void = { _ in }
  ) throws -> FusedHead {
    try FusedHead.fuse(
      recording, tracking, region: region, beyond: looksForFace ? region.deepened() : nil, options,
      workers: workers, step: step)
  }

  /// Whether landmarks will be looked for on the surface, as far as is known before it is fused.
  private var looksForFace: Bool {
    switch options.landmarkFinding {
    case .never: return false
    case .always: return true
    case .whereMissing:
      let given = Set(input.clicks.map(\.landmark.rawValue)).union(input.cap.landmarks.keys)
      return !Landmark.required.allSatisfy { given.contains($0.rawValue) }
    }
  }
}
