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
  /// - Parameter degrees: the angle of each frame, NaN where it can't be computed.
  func reasons(_ degrees: [Double]) -> [RejectionReason?] {
    let exchanged = SideExchanges(sequence, rules).frames
    let segments = sequence.space.isFlat ? [] : MotionPoints.segments(task).compactMap(lengths)
    return sequence.times.indices.map { i in
      if sequence.others.contains(i) { return .otherPerson }
      if let reason = pointFault(i) { return reason }
      if task.view == .frontal, sequence.space.hasCamera, let reason = frontalFault(i) { return reason }
      if exchanged[i] { return .sidesExchanged }
      for segment in segments where abs(segment.values[i] - segment.usual) > rules.segmentTolerance * segment.usual {
        return .segmentLength
      }
      return degrees[i].isFinite ? nil : .degenerate
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

  /// What the order of joints says of a frame that is seen from the front; points that are not needed are asked only where
  /// they are sure.
  private func frontalFault(_ i: Int) -> RejectionReason? {
    let at = { (point: BodyPoint) -> Vector3? in
      guard let track = sequence.tracks[point], track.positions[i].isFinite,
        track.confidences.map({ $0[i] > rules.confidence }) ?? true
      else { return nil }
      return track.positions[i]
    }
    let side = task.side
    let chain = [BodyPoint.shoulder(side), .hip(side), .knee(side), .ankle(side)].compactMap(at)
    for (upper, lower) in zip(chain, chain.dropFirst()) where upper.y >= lower.y { return .order }
    // The subject's left is at the picture's right. Legs may cross where a hip is adducted, hips can't.
    let pairs = task.joint == .knee ? [BodyPoint.hip, BodyPoint.knee] : [BodyPoint.hip, BodyPoint.shoulder]
    for pair in pairs {
      if let left = at(pair(.left)), let right = at(pair(.right)), left.x <= right.x { return .sidesSwapped }
    }
    return nil
  }

  /// The lengths of a segment in space, and the median of those that count.
  private func lengths(_ a: BodyPoint, _ b: BodyPoint) -> (values: [Double], usual: Double)? {
    guard let a = sequence.tracks[a], let b = sequence.tracks[b] else { return nil }
    let values = zip(a.positions, b.positions).map { ($0 - $1).length }
    let finite = values.filter(\.isFinite)
    return finite.isEmpty ? nil : (values, RobustStatistics.median(finite))
  }
}
