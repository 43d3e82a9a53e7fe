public import Diagnostics
import Geometry
public import Landmarks
public import Markers
public import PointClouds
public import Recordings
public import Tracking
import Workers

/// The poses of a recording and the surface that follows from them.
public struct TrackedHead: Sendable {
  /// Poses, marker map and calibration in the scan frame.
  public let tracking: Tracking
  /// The surface in the scan frame.
  public let surface: FusedHead
  /// The region that was fused.
  public let region: FusionRegion
  /// The observations that can be the cap's, and those that the tracking may use: without parts of the cap that slid.
  let screened, observations: [FrameObservations]
  /// Parts of the cap that slipped over the rest, as the tracker found them.
  var partSlips: [PartSlip] = []
  /// The slips, and what was done about each.
  public internal(set) var slips: [CapSlip] = []

  /// Another head with this one's slips.
  func replaced(by other: TrackedHead) -> TrackedHead {
    var head = other
    head.slips = slips
    return head
  }

  /// The head with more slips, put first.
  func adding(_ more: [CapSlip]) -> TrackedHead {
    var head = self
    head.slips = more + slips
    return head
  }
}

/// A recording, and what is known of the head in it.
public struct HeadRecording: Sendable {
  /// The recording.
  public let recording: Recording
  /// The cap on the head.
  public let cap: Cap
  /// The clicks on landmarks, checked against the recording.
  public let clicks: [ReportedClick]
  /// What is odd about the recording and the clicks in it.
  public let findings: [Finding]

  /// A recording with a cap and clicks.
  ///
  /// - Parameter leftOut: what is said of clicks that are not used.
  public init(_ recording: Recording, cap: Cap, clicks: [ReportedClick] = [], leftOut: [Finding] = []) {
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

extension FusionRegion {
  /// The part of space that is the head's: around the cap, down to a little below the landmarks where they are known.
  ///
  /// - Throws: ``TrackingError/noMap(framesPosed:frames:)`` without any marker.
  public static func around(
    _ map: MarkerMap, _ landmarks: HeadLandmarks, options: RegionOptions = RegionOptions()
  ) throws -> FusionRegion {
    guard let region = around(markerCentres: map.centres) else {
      throw TrackingError.noMap(framesPosed: 0, frames: 0)
    }
    return region.withFloor(landmarks, options: options)
  }

  /// The region with a floor where the landmarks tell where the head ends.
  public func withFloor(
    _ landmarks: HeadLandmarks, options: RegionOptions = RegionOptions()
  ) -> FusionRegion {
    guard landmarks.areSufficient, let sellion = landmarks[.sellion], let left = landmarks[.tragionLeft],
      let right = landmarks[.tragionRight], liesAbove(sellion: sellion, left: left, right: right)
    else { return self }
    return withFloor(sellion: sellion, tragionLeft: left, tragionRight: right, options: options)
  }

  /// Whether the region's middle, which is the head's, lies above the plane of the landmarks, as it does unless they
  /// are exchanged.
  ///
  /// With exchanged landmarks the floor would be a ceiling: it would cut the vault away, and with it the evidence of
  /// the mistake.
  private func liesAbove(sellion: Vector3, left: Vector3, right: Vector3) -> Bool {
    let between = (left + right) / 2
    return (right - left).cross(sellion - between).dot(centre - between) > 0
  }
}
