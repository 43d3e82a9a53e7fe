internal import Geometry

/// Which frames of a sequence can be trusted with an angle.
struct FrameGates {
  private let sequence: LandmarkSequence
  private let task: MotionTask
  private let rules: MotionRules.Gates
  private let points: MotionPoints

  init(_ sequence: LandmarkSequence, _ task: MotionTask, _ rules: MotionRules.Gates) {
    (self.sequence, self.task, self.rules) = (sequence, task, rules)
    points = MotionPoints(task, isFlat: sequence.space.isFlat)
  }

  /// Why each frame does not count; nil for those that do.
  ///
  /// - Parameter angles: the angle of each frame, NaN where it can't be computed, and which way the subject faces.
  func reasons(_ angles: JointAngles) -> [RejectionReason?] {
    let exchanged = SideExchanges(sequence, rules).frames
    let isFlat = sequence.space.isFlat
    let segments = MotionPoints.segments(task).compactMap(lengths)
    // In a picture segments get shorter where they turn away.
    let rigid = isFlat ? [] : segments
    let frozen = FrozenValues(
      points.used.map { sequence.tracks[$0]!.positions }, dimensions: isFlat ? 2 : 3,
      size: segments.map(\.usual).max() ?? 0, times: sequence.times
    ).frames
    let down = usualDown
    return sequence.times.indices.map { i in
      if sequence.others.contains(i) { return .otherPerson }
      if let reason = pointFault(i) { return reason }
      if frozen[i] { return .frozen }
      if task.view == .frontal, sequence.space.hasCamera, let reason = frontalFault(i, down) { return reason }
      if exchanged[i] { return .sidesExchanged }
      if !angles.facesOtherWay.isEmpty, angles.facesOtherWay[i] { return .turned }
      for segment in rigid where abs(segment.values[i] - segment.usual) > rules.segmentTolerance * segment.usual {
        return .segmentLength
      }
      return angles.degrees[i].isFinite ? nil : .degenerate
    }
  }

  private func pointFault(_ i: Int) -> RejectionReason? {
    for point in points.used {
      let track = sequence.tracks[point]!
      guard track.positions[i].isFinite else { return track.refused[i] ?? .missing }
      // A file that says how sure it is, but not of this point, is not sure.
      if let confidences = track.confidences, !(confidences[i] > rules.confidence) { return .lowConfidence }
      if case .picture(let width?, let height?) = sequence.space {
        let place = track.positions[i]
        // Borders are the centres of pixels to some and their edges to others.
        guard place.x >= -1, place.y >= -1, place.x <= width + 1, place.y <= height + 1 else { return .outsidePicture }
      }
    }
    return nil
  }

  /// Where the subject's feet are in the picture, as a direction: that of the trunk in most frames, so that it may lie in any
  /// way; down the picture where no frame has a trunk.
  private var usualDown: Vector3 {
    let trunks = sequence.times.indices.compactMap { i -> Vector3? in
      let at = { (point: BodyPoint) in sequence.sure(point, in: i, above: rules.confidence) }
      guard let a = at(.leftShoulder), let b = at(.rightShoulder), let c = at(.leftHip), let d = at(.rightHip) else {
        return nil
      }
      let trunk = c + d - a - b
      return Vector3(trunk.x, trunk.y, 0).normalized
    }
    let sum = trunks.filter(\.isFinite).reduce(.zero, +)
    return sum.length > 0 ? sum.normalized : [0, 1, 0]
  }

  /// What the order of joints says of a frame that is seen from the front; points that are not needed are asked only where
  /// they are sure.
  private func frontalFault(_ i: Int, _ down: Vector3) -> RejectionReason? {
    let at = { (point: BodyPoint) in sequence.sure(point, in: i, above: rules.confidence) }
    let side = task.side
    let chain = [BodyPoint.shoulder(side), .hip(side), .knee(side), .ankle(side)].compactMap(at)
    for (upper, lower) in zip(chain, chain.dropFirst()) where down.dot(lower - upper) <= 0 { return .order }
    // With the feet at the picture's foot the subject's left is at its right. Legs may cross where a hip is adducted, hips can't.
    let left: Vector3 = [down.y, -down.x, 0]
    let pairs = task.joint == .knee ? [BodyPoint.hip, BodyPoint.knee] : [BodyPoint.hip, BodyPoint.shoulder]
    for pair in pairs {
      if let a = at(pair(.left)), let b = at(pair(.right)), left.dot(a - b) <= 0 { return .sidesSwapped }
    }
    return nil
  }

  /// The lengths of a segment, and the median of those that count.
  private func lengths(_ a: BodyPoint, _ b: BodyPoint) -> (values: [Double], usual: Double)? {
    guard let a = sequence.tracks[a], let b = sequence.tracks[b] else { return nil }
    let values = zip(a.positions, b.positions).map { ($0 - $1).length }
    let finite = values.filter(\.isFinite)
    return finite.isEmpty ? nil : (values, RobustStatistics.median(finite))
  }
}

/// How many frames count, and how many don't, by reason.
struct FrameCounts: Sendable, Equatable {
  let all, valid: Int
  let rejected: [RejectionReason: Int]

  /// - Parameters:
  ///   - reasons: why each frame of the file does not count; nil for those that do.
  ///   - absent: how many frames the file lacks between its first and its last.
  ///   - untimed: how many it has behind these that have lost their times.
  init(_ reasons: [RejectionReason?], absent: Int = 0, untimed: Int = 0) {
    all = reasons.count + absent + untimed
    var rejected = reasons.reduce(into: [RejectionReason: Int]()) { counts, reason in
      if let reason { counts[reason, default: 0] += 1 }
    }
    if absent > 0 { rejected[.absent] = absent }
    if untimed > 0 { rejected[.untimed] = untimed }
    self.rejected = rejected
    valid = all - rejected.values.reduce(0, +)
  }

  /// The share of frames that count; 0 without frames.
  var share: Double { all > 0 ? Double(valid) / Double(all) : 0 }

  /// The reasons, the most frequent first.
  var reasons: [(reason: RejectionReason, count: Int)] {
    rejected.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }
}

/// Why a frame does not count.
public enum RejectionReason: String, Sendable, Codable, CaseIterable {
  /// A point that is needed is missing.
  case missing
  /// Depth shows nothing where a point lies in the picture.
  case noDepth = "no_depth"
  /// Depth steps where a point lies: it belongs to the limb or to what is behind.
  case depthEdge = "depth_edge"
  /// Something nearer hides the limb where a point lies.
  case occluded
  /// A point is not sure enough.
  case lowConfidence = "low_confidence"
  /// A point lies outside of the picture.
  case outsidePicture = "outside_picture"
  /// Seen from the front, the joints are not in their order from top to bottom.
  case order
  /// Seen from the front, the left side is where the right one belongs.
  case sidesSwapped = "sides_swapped"
  /// From the frame before to this one, the left leg jumped to the place of the right one and the reverse.
  case sidesExchanged = "sides_exchanged"
  /// A segment is longer or shorter than it is.
  case segmentLength = "segment_length"
  /// Two points coincide, or an axis has no direction.
  case degenerate
  /// It stands with too few others between two gaps to be filtered.
  case stray
  /// Somebody is there, but too far from where the person was to be the same one.
  case otherPerson = "other_person"
  /// A point, or the angle, repeats the frame before to the last digit where noise never does, or rests without noise: it was
  /// filled in.
  case frozen
  /// Nose or toes point the other way than in the rest of the file, or backwards in space; or a knee in a picture bends the wrong way
  /// where nothing else tells.
  case turned
  /// Too little of the cap can be read for the head's pose.
  case headUnseen = "head_unseen"
  /// The torso's place is not known in it.
  case torsoUnseen = "torso_unseen"
  /// The pose of head or torso is too uncertain.
  case uncertainPose = "uncertain_pose"
  /// The head leans so far that flexion and rotation can't be told apart.
  case gimbal
  /// The file does not have the frame, though it has those before and after it.
  case absent
  /// It stands behind the last time, and has lost its own.
  case untimed
}
