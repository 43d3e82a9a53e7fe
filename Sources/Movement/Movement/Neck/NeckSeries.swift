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
  /// What landmarks of a body tell beside; nil for the recording of a cap.
  var landmarks: LandmarkNeck?

  /// A series from its parts, of equal length.
  public init(
    times: [Double], frames: [String], poses: [Pose?], reasons: [RejectionReason?], reference: MotionReference?,
    axes: NeckAxes, findings: [Finding] = []
  ) {
    (self.times, self.frames, self.poses, self.reasons) = (times, frames, poses, reasons)
    (self.reference, self.axes, self.findings) = (reference, axes, findings)
  }
}
