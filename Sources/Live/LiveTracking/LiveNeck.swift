public import Feedback
public import Geometry
public import Markers
import Tracking

/// The head's live angles against its neutral pose, from the poses of a scan that goes on.
///
/// The head is measured against the torso where a printed patch shows it when the neutral pose is taken; while the patch
/// is out of sight, the torso is where it was seen last. Without a patch then it is measured against the camera, which is
/// taken to stand still. Its memory does not grow.
public struct LiveNeck: Sendable {
  private let patch: TorsoPatch?
  private let sizeTolerance: Double
  private let rules: MovementRules
  private var torso = LiveMap()
  private var torsoFromCamera: Matrix3?
  private var neutral: Matrix3?
  private var trial: NeutralTrial?
  private var pace = FramePace()
  private var lastPoseAt: Double?

  /// The angles of a frame.
  public struct FrameAngles: Sendable, Equatable {
    /// Against the neutral pose, or, before it is known, against the pose from which on stillness is waited for.
    public var angles: HeadAngles
    /// What they are measured against.
    public var reference: MovementSummary.Reference
  }

  /// A neck before its first frame.
  ///
  /// - Parameter tolerance: how far the size of a print may be from the patch's, as a share of it.
  public init(_ patch: TorsoPatch?, rules: MovementRules, sizeTolerance tolerance: Double) {
    (self.patch, self.rules, sizeTolerance) = (patch, rules, tolerance)
  }

  /// Whether the neutral pose is known.
  public var isNeutralKnown: Bool { neutral != nil }

  /// The reading of the next frame; nil where the head has no pose or no axes.
  ///
  /// - Parameters:
  ///   - seen: every marker that the detector sees.
  ///   - time: seconds since the first frame.
  ///   - mapFromCamera: the camera's pose in the frame of the head's map; nil where it is not known.
  ///   - head: how the head lies in that map; nil where it is not known.
  public mutating func step(
    _ seen: FrameObservations, time: Double, mapFromCamera: RigidTransform?, head: HeadPlace?
  ) -> FrameAngles? {
    pace.add(time)
    let isPatchSeen = look(seen)
    guard let mapFromCamera, let headFromMap = head?.headFromMap else { return nil }
    let cameraFromMap = mapFromCamera.rotation.transpose
    let reference: MovementSummary.Reference = torsoFromCamera == nil ? .camera : isPatchSeen ? .torso : .lastTorso
    let pose = (torsoFromCamera ?? .identity) * cameraFromMap
    let start = neutral ?? wait(pose, reference, headFromMap, at: time)
    let turned = headFromMap * (start.transpose * pose) * headFromMap.transpose
    return FrameAngles(angles: HeadAngles(turned), reference: reference)
  }

  /// Finds the torso, and says whether the frame shows it. A patch that comes into sight after the neutral pose was taken
  /// says nothing of it.
  private mutating func look(_ seen: FrameObservations) -> Bool {
    guard let patch, neutral == nil || torsoFromCamera != nil else { return false }
    let markers = seen.markers.filter { marker in
      patch.ids.contains(marker.id)
        && marker.metric.map { abs($0.side / patch.markerSize - 1) <= sizeTolerance } ?? false
    }
    guard Set(markers.map(\.id)).count == markers.count, let pose = torso.place(markers) else { return false }
    if torsoFromCamera == nil { trial = nil }
    torsoFromCamera = pose.rotation
    return true
  }

  /// Waits for the head to be still, and returns the pose that angles are taken against meanwhile.
  private mutating func wait(
    _ pose: Matrix3, _ reference: MovementSummary.Reference, _ headFromMap: Matrix3, at time: Double
  ) -> Matrix3 {
    var trial = trial ?? NeutralTrial(pose, rules)
    // While the head had no pose nobody knows whether it was still.
    if let lastPoseAt, time - lastPoseAt > pace.longestGap(rules.reading.gapSeconds) { trial.interrupt(at: time) }
    lastPoseAt = time
    let turned = headFromMap * (trial.start.transpose * pose) * headFromMap.transpose
    if let mean = trial.add(turned, at: time) {
      neutral = trial.start * (headFromMap.transpose * .rotation(mean) * headFromMap)
    }
    self.trial = trial
    return neutral ?? trial.start
  }
}

/// Waits until a head has been still for a while.
private struct NeutralTrial: Sendable {
  /// The pose against which it is still.
  let start: Matrix3
  private var axes: [Settling]

  init(_ start: Matrix3, _ rules: MovementRules) {
    self.start = start
    axes = Array(
      repeating: Settling(
        leniency: 0, seconds: rules.neutralSeconds - 1e-6, least: rules.neutralLeast * .pi / 180), count: 3)
  }

  /// Begins to wait anew.
  mutating func interrupt(at time: Double) {
    for axis in axes.indices { _ = axes[axis].add(nil, at: time) }
  }

  /// Takes in how the head is turned, and returns the mean as a rotation vector once it has been still.
  mutating func add(_ turned: Matrix3, at time: Double) -> Vector3? {
    let vector = turned.rotationVector
    var mean = Vector3.zero
    var isStill = true
    for axis in 0..<3 {
      if let value = axes[axis].add(vector[axis], at: time) { mean[axis] = value } else { isStill = false }
    }
    return isStill ? mean : nil
  }
}
