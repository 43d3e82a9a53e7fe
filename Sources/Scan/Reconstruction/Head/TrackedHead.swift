import Markers
public import PointClouds
public import Tracking

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
