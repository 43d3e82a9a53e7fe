public import Feedback
public import Geometry
public import LiveTracking
public import Markers
public import Recordings

/// A frame that was judged, with what was seen in it and of the head so far.
public struct JudgedFrame: Sendable {
  /// The frame as the recording has it, and how many there were when it was judged.
  public let frame: RecordedFrame, counts: FrameCounts
  /// Every marker that was detected, strays too.
  public let seen: [MarkerObservation]
  /// The facts, and what the operator is told.
  public let facts: FrameFacts, feedback: FrameFeedback
  /// As ``LiveScan/seenDirections``.
  public let seenDirections: [[Bool]]?
  /// As ``LiveScan/head``.
  public let head: HeadPlace?

  /// Where the camera stands: a unit vector from the head's middle in the head's frame; nil where one of them has no place.
  public var eye: Vector3? {
    guard let head, let pose = facts.mapFromCamera, seenDirections != nil else { return nil }
    return head.headFromMap * (pose.translation - head.middle).normalized
  }
}

/// The frames of a scan so far.
public struct FrameCounts: Sendable, Equatable {
  /// Those of the recording.
  public internal(set) var recorded = 0
  /// Those that could not be used and are not in it.
  public internal(set) var leftOut = 0
}
