import Geometry
import PointClouds
import Recordings
import Tracking

/// The poses known so far over time, from which missing ones are guessed.
struct PoseTrack {
  /// `scanFromCamera` of each frame; nil where it is not known.
  private(set) var poses: [RigidTransform?]
  private let times: [Double]
  /// The middle of the head, at which deviations of a pose are stated.
  private let middle: Vector3
  /// For each gap in frames, how far poses lie from those interpolated between the gap's ends; nil where too few show
  /// it.
  private let spreads: [Spread?]

  /// The farthest in time that a known pose counts, seconds. Assumed.
  private static let reach = 1.0
  /// The widest gap between known poses, in frames, across which a pose is predicted. Assumed.
  private static let widestGap = 12
  /// How fast a held head and a hand-held camera move against each other at most, m/s. Assumed.
  private static let fastest = 0.6
  /// How fast they turn against each other at most, rad/s. Assumed.
  private static let fastestTurn = 2.5
  /// What is allowed on top of the fastest motion, metres: the error of a pose. Assumed.
  private static let slack = 0.005
  /// What is allowed on top of the fastest turn, radians. Assumed.
  private static let turnSlack = 0.05

  init(_ recording: Recording, _ tracking: Tracking, middle: Vector3) {
    poses = recording.frames.map { tracking.scanFromDepthCamera($0.index) }
    (times, self.middle) = (recording.frames.map(\.depthTime), middle)
    let known = poses
    spreads = (0...Self.widestGap).map {
      $0 == 0 ? nil : Spread(known, gap: $0, middle: middle)
    }
  }

  /// Adds a pose.
  mutating func add(_ pose: RigidTransform, at frame: Int) { poses[frame] = pose }

  /// A frame's likely poses, likeliest first: the one interpolated between its posed neighbours, then the neighbours'
  /// own; none where these are too far away in time.
  func guesses(_ frame: Int) -> [RigidTransform] {
    let (before, after) = neighbours(frame)
    let near = [before, after].compactMap { $0 }.sorted { distance($0, frame) < distance($1, frame) }
    return [interpolated(frame)].compactMap { $0 } + near.map { poses[$0]! }
  }

  /// The prior of a frame's pose from the poses on both sides; its deviations come from the recording's own motion.
  func prior(_ frame: Int) -> PosePrior? {
    let (before, after) = neighbours(frame)
    guard let before, let after, let pose = interpolated(frame),
      let spread = max(frame - before, after - frame) <= Self.widestGap
        ? spreads[max(frame - before, after - frame)] : nil
    else { return nil }
    return PosePrior(
      pose: pose, pivot: middle, rotationSigma: spread.rotation, translationSigma: spread.translation)
  }

  /// True when the head could have moved to a pose from the nearest known ones.
  func canReach(_ pose: RigidTransform, at frame: Int) -> Bool {
    let (before, after) = neighbours(frame)
    return [before, after].compactMap { $0 }.allSatisfy { other in
      let elapsed = distance(other, frame)
      let moved = Spread.motion(poses[other]!, pose, middle)
      return moved.translation <= Self.slack + Self.fastest * elapsed
        && moved.rotation <= Self.turnSlack + Self.fastestTurn * elapsed
    }
  }

  private func interpolated(_ frame: Int) -> RigidTransform? {
    let (before, after) = neighbours(frame)
    guard let before, let after else { return nil }
    let share = (times[frame] - times[before]) / max(times[after] - times[before], 1e-9)
    return poses[before]!.interpolated(to: poses[after]!, share)
  }

  private func neighbours(_ frame: Int) -> (before: Int?, after: Int?) {
    let before = poses[..<frame].lastIndex { $0 != nil }
    let after = poses[(frame + 1)...].firstIndex { $0 != nil }
    let isNear = { (other: Int) in distance(other, frame) <= Self.reach }
    return (before.flatMap { isNear($0) ? $0 : nil }, after.flatMap { isNear($0) ? $0 : nil })
  }

  private func distance(_ a: Int, _ b: Int) -> Double { abs(times[a] - times[b]) }
}

/// How much poses differ from those interpolated between their neighbours: standard deviations per axis.
private struct Spread {
  /// Of the rotation in radians, and of a place on the head in metres.
  var rotation, translation: Double

  /// The fewest poses from which the steadiness of the camera is estimated. Assumed.
  private static let fewestPoses = 10

  /// Over all poses that have known ones `gap` frames before and after them; nil for too few.
  init?(_ poses: [RigidTransform?], gap: Int, middle: Vector3) {
    var (rotations, translations) = ([Double](), [Double]())
    for i in stride(from: gap, to: poses.count - gap, by: 1) {
      guard let pose = poses[i], let before = poses[i - gap], let after = poses[i + gap] else { continue }
      let moved = Self.motion(before.interpolated(to: after, 0.5), pose, middle)
      rotations.append(moved.rotation)
      translations.append(moved.translation)
    }
    guard rotations.count >= Self.fewestPoses else { return nil }
    rotation = max(1e-4, RobustStatistics.rms(rotations) / 3.0.squareRoot())
    translation = max(1e-5, RobustStatistics.rms(translations) / 3.0.squareRoot())
  }

  /// How far the head turns and moves between two poses of the camera.
  static func motion(
    _ a: RigidTransform, _ b: RigidTransform, _ middle: Vector3
  ) -> (rotation: Double, translation: Double) {
    let change = b * a.inverse
    return (change.rotation.rotationVector.length, (change * middle - middle).length)
  }
}

extension RigidTransform {
  /// The pose a share of the way to another: rotation along the shortest arc, translation along the line.
  func interpolated(to other: RigidTransform, _ share: Double) -> RigidTransform {
    let turn = (other.rotation * rotation.transpose).rotationVector
    return RigidTransform(
      rotation: .rotation(turn * share) * rotation, translation: translation + (other.translation - translation) * share
    )
  }
}
