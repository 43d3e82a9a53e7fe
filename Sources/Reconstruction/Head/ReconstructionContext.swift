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

  /// A recording with a cap and clicks.
  public init(_ recording: Recording, cap: Cap, clicks: [ClickSighting] = []) {
    (self.recording, self.cap, self.clicks) = (recording, cap, clicks)
  }
}

/// What every stage of a reconstruction works with.
struct ReconstructionContext: Sendable {
  let input: HeadRecording
  let options: ReconstructionOptions
  let workers: Workers

  var recording: Recording { input.recording }

  /// The clicks in the scan frame, on a surface where there is one.
  func clicked(_ tracking: Tracking, on mesh: Mesh? = nil) -> ClickedLandmarks {
    ClickedLandmarks(input.clicks, options: options.landmarks.picked, workers: workers) {
      recording.clickView($0, tracking, on: mesh, options: options.landmarks.picked)
    }
  }

  /// The surface of a tracked recording in a region.
  func fused(
    _ tracking: Tracking, in region: FusionRegion, extraction: MeshExtraction? = nil,
    mostFrames: Int = .max, step: @Sendable (Int) -> Void = { _ in }
  ) throws -> FusedHead {
    try FusedHead.fuse(
      recording, tracking, region: region, options, extraction: extraction, mostFrames: mostFrames,
      workers: workers, step: step)
  }
}
