internal import Geometry

/// Which frames of a sequence can be trusted with an angle.
struct FrameGates {
  private let sequence: LandmarkSequence
  private let task: MotionTask
  private let rules: MotionRules.Gates
  private let points: [BodyPoint]

  init(_ sequence: LandmarkSequence, _ task: MotionTask, _ rules: MotionRules.Gates) {
    (self.sequence, self.task, self.rules) = (sequence, task, rules)
    points = task.points(isFlat: sequence.space.isFlat)
  }

  /// Why each frame does not count; nil for those that do.
  ///
  /// - Parameters:
  ///   - angles: the angle of each frame, NaN where it can't be computed, and which way the subject faces.
  ///   - frames: those that are asked for; nil for all.
  func reasons(_ angles: JointAngles, of frames: Range<Int>? = nil) -> [RejectionReason?] {
    let exchanged = SideExchanges(sequence, rules, ofArms: task.bodyMovement.isAboveHips).frames
    let isFlat = sequence.space.isFlat
    let rigid = task.segments.filter(\.isRigid).compactMap(lengths)
    // A neck that nods has no rigid segment.
    let size = (rigid.isEmpty ? task.segments.compactMap(lengths) : rigid).map(\.usual).max() ?? 0
    let frozen = FrozenValues(
      points.map { sequence.tracks[$0]!.positions }, dimensions: isFlat ? 2 : 3, size: size,
      times: sequence.times
    ).frames
    let isFrontal = task.view == .frontal && sequence.space.hasCamera
    let down = isFrontal ? usualDown : .zero
    return (frames ?? sequence.times.indices).map { i in
      if sequence.others.contains(i) { return .otherPerson }
      if let reason = pointFault(i) { return reason }
      if frozen[i] { return .frozen }
      if isFrontal, let reason = frontalFault(i, down) { return reason }
      if exchanged[i] { return .sidesExchanged }
      if !angles.facesOtherWay.isEmpty, angles.facesOtherWay[i] { return .turned }
      // In a picture segments get shorter where they turn away.
      if !isFlat, rigid.contains(where: { abs($0.values[i] - $0.usual) > rules.segmentTolerance * $0.usual }) {
        return .segmentLength
      }
      return angles.degrees[i].isFinite ? nil : .degenerate
    }
  }

  /// Why each row of a table of angles, in degrees, does not count; nil for those that do.
  static func reasons(ofTable degrees: [Double], times: [Double]) -> [RejectionReason?] {
    let frozen = FrozenValues([degrees.map { [$0, 0, 0] }], dimensions: 1, size: 180 / .pi, times: times).frames
    return zip(degrees, frozen).map { $0.isFinite ? $1 ? .frozen : nil : .missing }
  }

  private func pointFault(_ i: Int) -> RejectionReason? {
    for point in points {
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
  /// way; of a head and shoulders alone that from the ears to the shoulders; down the picture where no frame has either.
  private var usualDown: Vector3 {
    usual(from: BodyPoint.shoulder, to: BodyPoint.hip) ?? usual(from: BodyPoint.ear, to: BodyPoint.shoulder) ?? [
      0, 1, 0,
    ]
  }

  /// The mean direction in the picture from the middle of a pair of points to that of another one; nil without one.
  private func usual(from: (BodySide) -> BodyPoint, to: (BodySide) -> BodyPoint) -> Vector3? {
    let ways = sequence.times.indices.compactMap { i -> Vector3? in
      let at = { (point: BodyPoint) in sequence.sure(point, in: i, above: rules.confidence) }
      guard let a = at(from(.left)), let b = at(from(.right)), let c = at(to(.left)), let d = at(to(.right)) else {
        return nil
      }
      let way = c + d - a - b
      return Vector3(way.x, way.y, 0).normalized
    }
    let sum = ways.filter { $0.isFinite }.reduce(.zero, +)
    return sum.length > 0 ? sum.normalized : nil
  }

  /// What the order of joints says of a frame that is seen from the front; points that are not needed are asked only where
  /// they are sure.
  private func frontalFault(_ i: Int, _ down: Vector3) -> RejectionReason? {
    let at = { (point: BodyPoint) in sequence.sure(point, in: i, above: rules.confidence) }
    let side = task.limb
    // Arms are seen as well of a child that sits.
    let chain =
      [BodyPoint.shoulder(side), .hip(side)] + (task.bodyMovement.isAboveHips ? [] : [.knee(side), .ankle(side)])
    let seen = chain.compactMap(at)
    for (upper, lower) in zip(seen, seen.dropFirst()) where down.dot(lower - upper) <= 0 { return .order }
    // With the feet at the picture's foot the subject's left is at its right. Legs may cross where a hip is adducted, hips can't.
    let left: Vector3 = [down.y, -down.x, 0]
    let pairs: [(BodySide) -> BodyPoint] =
      switch task.joint {
      case .knee: [BodyPoint.hip, BodyPoint.knee]
      case .neck: [BodyPoint.shoulder, BodyPoint.ear]
      default: [BodyPoint.hip, BodyPoint.shoulder]
      }
    for pair in pairs {
      if let a = at(pair(.left)), let b = at(pair(.right)), left.dot(a - b) <= 0 { return .sidesSwapped }
    }
    return nil
  }

  /// The lengths of a segment, and the median of those that count.
  private func lengths(_ segment: BodySegment) -> (values: [Double], usual: Double)? {
    let (from, to) = segment.ends(task.limb)
    guard let a = sequence.tracks[from[0]], let b = sequence.tracks[to[0]] else { return nil }
    let values = zip(a.positions, b.positions).map { ($0 - $1).length }
    let finite = values.filter { $0.isFinite }
    return finite.isEmpty ? nil : (values, RobustStatistics.median(finite))
  }
}
