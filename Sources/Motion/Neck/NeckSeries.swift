public import Diagnostics
public import Geometry

/// The orientation of a head against its torso, frame by frame.
public struct NeckSeries: Sendable {
  /// The orientation in a frame.
  public struct Pose: Sendable, Equatable {
    /// Takes directions of the head's frame, in which the cap's markers are known, to the torso's.
    public var torsoFromHead: Matrix3
    /// The covariance of a small turn on its left, about the torso's axes, in rad².
    public var covariance: Matrix3

    /// A pose from its parts.
    public init(torsoFromHead: Matrix3, covariance: Matrix3) {
      (self.torsoFromHead, self.covariance) = (torsoFromHead, covariance)
    }
  }

  /// When each frame was taken, in seconds, and what it is called.
  public var times: [Double], frames: [String]
  /// The orientation in each frame; nil where it is not known.
  public var poses: [Pose?]
  /// Why a frame has none; nil where it has one.
  public var reasons: [RejectionReason?]
  /// What the head is seen against; nil where nothing shows the torso.
  public var reference: MotionReference?
  /// Which axes are known.
  public var axes: NeckAxes
  /// What is to be said of the poses.
  public var findings: [Finding]

  /// A series from its parts, of equal length.
  public init(
    times: [Double], frames: [String], poses: [Pose?], reasons: [RejectionReason?], reference: MotionReference?,
    axes: NeckAxes, findings: [Finding] = []
  ) {
    (self.times, self.frames, self.poses, self.reasons) = (times, frames, poses, reasons)
    (self.reference, self.axes, self.findings) = (reference, axes, findings)
  }
}

/// What is known of right, anterior and superior: columns of a rotation.
public struct NeckAxes: Sendable, Equatable {
  /// Where the head's axes come from.
  public enum Source: String, Sendable, Codable {
    /// Landmarks of an earlier reconstruction of the same cap.
    case reconstruction
    /// Landmarks clicked in this recording.
    case landmarks
    /// Right is that of the patch, superior or anterior the axis about which the head moved.
    case movement
  }

  /// The head's axes in its own frame; nil where no landmarks are known.
  public var headFromRAS: Matrix3?
  /// The torso's axes by the patch: right opposite to its print's right, superior to its top, anterior out of it; nil
  /// without one.
  public var torsoFromRAS: Matrix3?
  /// Where those of the head come from.
  public var source: Source

  /// Axes from their parts.
  public init(headFromRAS: Matrix3?, torsoFromRAS: Matrix3?, source: Source) {
    (self.headFromRAS, self.torsoFromRAS, self.source) = (headFromRAS, torsoFromRAS, source)
  }
}
