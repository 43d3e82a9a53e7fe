internal import Diagnostics
internal import Feedback
internal import Geometry
internal import Platform

/// What only the landmarks of a body tell of a neck, beside the orientation of its head.
struct LandmarkNeck: Sendable {
  /// Where the angles come from, and how many frames have lost their times.
  let source: MotionResult.Source, untimed: Int
  /// The movements whose angles are known: of a picture the one that was asked for.
  let movements: [JointMovement]
  /// The way in which flexion turns in the picture; nil for other movements and in space.
  var direction: TurnDirection?
  /// The deviation of a settled angle by the pose model's own error, in degrees, where it is known.
  let poseDeviation: Double
  /// The head model by which a rotation is told; nil where there is none.
  var head: NoseBetweenEars?
  /// By which points the head is seen, where they are not always the same ones: the line of a head that leans in a picture, the side of one that nods.
  var seenBy: String?
  /// By how much an angle may be off at each end, in degrees, by what a picture leaves open of other turns.
  var picture = 0.0
  /// By how much zero may be off, in degrees, where ears lie before or above each other: it counts where zero is told by them.
  var ears = 0.0

  /// The sequence of the angles as results name it; nil for all three of a head in space.
  var sequence: String? {
    movements.count > 1
      ? nil : source.format == .mot ? "of the table" : head == nil ? "plane of the picture" : "head model"
  }

  /// Of a head that leans in a picture, with the nose, by which other turns are taken out, and without: assumed, for a camera up to 20°
  /// above or below a head that turns by up to 30° meanwhile.
  static let (correctedLean, plainLean) = (3.0, 6.0)
  /// Ears of an infant lie 110 mm apart, and with a skewed skull one of them lies some 5 mm before and 3 mm above the other one: assumed.
  static let (earsForward, earsUp) = (atan2(5.0, 110.0) * 180 / .pi, atan2(3.0, 110.0) * 180 / .pi)
}

extension NeckMeasurement {
  /// The range that landmarks of body and face show, or the angles of another program.
  ///
  /// - Parameters:
  ///   - neutral: the frame in which the head is neutral; nil where its axes are square to those of the shoulders, of flexion
  ///     where it rests.
  ///   - poseDeviation: the deviation of a settled angle by the pose model's own error, in degrees, where it is known.
  ///   - path: what the file is called in errors.
  public func measure(
    _ file: MotionFile, neutral: String? = nil, poseDeviation: Double = 0, path: String
  ) throws(MotionError) -> MeasuredMotion {
    let series: NeckSeries
    switch file {
    case .landmarks(let sequence, let kind): series = try self.series(sequence, kind, poseDeviation, path)
    case .angles(let table): series = try self.series(table, poseDeviation, path)
    }
    guard let neutral else { return measure(series, zero: task.movement == .flexion ? .rest : .square) }
    guard let frame = series.frames.firstIndex(of: neutral) else { throw .noSuchFrame(name: neutral) }
    return measure(series, zero: .frame(frame))
  }

  private func series(
    _ sequence: LandmarkSequence, _ kind: MotionFormat, _ poseDeviation: Double, _ path: String
  ) throws(MotionError) -> NeckSeries {
    let task = task.seen(in: sequence, rules.gates)
    let isFlat = sequence.space.isFlat
    let angles = try JointAngles(sequence, task, confidence: rules.gates.confidence, path: path)
    var reasons = FrameGates(sequence, task, rules.gates).reasons(angles)
    if !isFlat { markTurned(sequence, &reasons) }
    let head = isFlat && task.movement == .rotation ? NoseBetweenEars(sequence) : nil
    if head != nil { markTurnedAway(angles.degrees, &reasons) }
    let valid = Double(reasons.count { $0 == nil })
    if angles.isDirectionUnknown, valid >= rules.gates.leastValid * Double(reasons.count) {
      throw .noFacing(path: path)
    }
    let inSpace = isFlat ? [] : HeadAgainstTrunk.poses(sequence)
    // A frame that does not count may still show that the head went farther; one whose points are others' does not.
    let poses = angles.degrees.indices.map { i -> Matrix3? in
      guard reasons[i].map({ [.lowConfidence, .turnedAway].contains($0) }) ?? true else { return nil }
      return isFlat ? Self.rotation(angles.degrees[i], task.movement) : inSpace[i]
    }
    var findings = MotionFindings(task, limits: neck.limits.limits(of: task.movement), rules)
    findings.direction(angles)
    findings.intervals(poseDeviation)
    findings.points(sequence.points)
    if head != nil {
      findings.add(
        .neckRotationInPicture, ["limit_degrees": .number(NoseBetweenEars.farthest, decimals: 0, unit: "°")])
    } else if isFlat, task.movement == .lateral {
      findings.add(.neckLateralInPicture, ["line": .term(task.seen.line.name, of: "neck_line")])
    }
    let reference: MotionReference =
      isFlat && task.movement == .rotation ? .camera : isFlat && task.movement == .lateral ? .shoulders : .torso
    let source = MotionResult.Source(
      kind, dimensions: isFlat ? 2 : 3, points: sequence.points, confidence: sequence.confidence, times: sequence.times)
    var landmarks = LandmarkNeck(
      source: source, untimed: sequence.untimed, movements: isFlat ? [task.movement] : JointMovement.ofNeck,
      direction: task.movement == .flexion ? angles.direction : nil, poseDeviation: poseDeviation, head: head)
    landmarks.ears =
      task.movement == .rotation ? LandmarkNeck.earsForward : task.movement == .lateral ? LandmarkNeck.earsUp : 0
    if isFlat, task.movement == .lateral {
      landmarks.picture = task.seen.line == .face ? LandmarkNeck.correctedLean : LandmarkNeck.plainLean
      landmarks.seenBy = task.seen.line.name
    } else if isFlat, task.movement == .flexion {
      landmarks.seenBy = task.seen.side.rawValue
    }
    return NeckSeries(
      times: sequence.times, frames: FrameNumbers.labels(of: sequence.frames), poses, reasons, reference: reference,
      of: landmarks, findings: findings.all)
  }

  private func series(
    _ table: AngleTable, _ poseDeviation: Double, _ path: String
  ) throws(MotionError) -> NeckSeries {
    let angles = try JointAngles(
      table, task, isFlexionNegative: nil, hyperextension: rules.limits.hyperextension, path: path)
    var findings = MotionFindings(task, limits: neck.limits.limits(of: task.movement), rules)
    findings.intervals(poseDeviation)
    findings.add(.neckFromTable)
    return NeckSeries(
      times: table.times, frames: table.times.indices.map { "\($0)" },
      angles.degrees.map { Self.rotation($0, task.movement) },
      FrameGates.reasons(ofTable: angles.degrees, times: table.times), reference: nil,
      of: LandmarkNeck(
        source: .init(.mot, dimensions: 3, times: table.times), untimed: table.untimed, movements: [task.movement],
        poseDeviation: poseDeviation), axes: .table, findings: findings.all)
  }

  /// The orientation of a head that has turned about one axis; nil where the angle is not known.
  private static func rotation(_ degrees: Double, _ movement: JointMovement) -> Matrix3? {
    guard degrees.isFinite else { return nil }
    return HeadAngles(
      flexion: movement == .flexion ? degrees : 0, lateral: movement == .lateral ? degrees : 0,
      rotation: movement == .rotation ? degrees : 0
    ).neutralFromHead
  }

  /// Marks frames whose shoulders run the other way than their hips: sides are exchanged.
  private func markTurned(_ sequence: LandmarkSequence, _ reasons: inout [RejectionReason?]) {
    let shoulders = BodySegment.shoulders.directions(sequence, .left)
    let hips = BodySegment.pelvis.directions(sequence, .left)
    for i in reasons.indices where reasons[i] == nil && shoulders[i].dot(hips[i]) < 0 { reasons[i] = .turned }
  }

  /// Marks stretches in which a head is turned farther than a picture shows, from where it comes near that: what is left of an
  /// end that reaches beyond would lie too far in.
  private func markTurnedAway(_ degrees: [Double], _ reasons: inout [RejectionReason?]) {
    let near = NoseBetweenEars.farthest - rules.repeats.movement
    var first = 0
    // Where nothing fits beside such a rotation, the head was turned farther still.
    for i in 0...degrees.count where i == degrees.count || abs(degrees[i]) <= near {
      let stretch = degrees[first..<i]
      let reaches =
        stretch.contains { abs($0) > near } && stretch.contains { $0.isNaN || abs($0) > NoseBetweenEars.farthest }
      for k in first..<i where reaches && reasons[k] == nil { reasons[k] = .turnedAway }
      first = i + 1
    }
  }
}

extension NeckSeries {
  /// The series of a head whose axes, and those of its trunk, are the landmarks' own.
  init(
    times: [Double], frames: [String], _ poses: [Matrix3?], _ reasons: [RejectionReason?], reference: MotionReference?,
    of landmarks: LandmarkNeck, axes: NeckAxes.Source = .body, findings: [Finding]
  ) {
    self.init(
      times: times, frames: frames, poses: poses.map { $0.map { Pose(torsoFromHead: $0, covariance: .zero) } },
      reasons: reasons, reference: reference,
      axes: NeckAxes(headFromRAS: .identity, torsoFromRAS: .identity, source: axes), findings: findings)
    self.landmarks = landmarks
  }
}

extension MotionTask {
  /// The task with what the landmarks of a file show best.
  func seen(in sequence: LandmarkSequence, _ rules: MotionRules.Gates) -> MotionTask {
    let sure = { (points: [BodyPoint]) -> Int in
      sequence.times.indices.count { i in
        points.allSatisfy { sequence.sure($0, in: i, above: rules.confidence) != nil }
      }
    }
    let surety = { (side: BodySide) -> Double in
      [BodyPoint.ear(side), .shoulder(side), .hip(side)].reduce(0) {
        $0 + (sequence.tracks[$1]?.confidences ?? []).reduce(0, +)
      }
    }
    var task = self
    if movement == .flexion {
      let (left, right) = (
        sure([.leftEar, .leftShoulder, .leftHip]), sure([.rightEar, .rightShoulder, .rightHip])
      )
      task.seen.side = left != right ? (left > right ? .left : .right) : surety(.right) > surety(.left) ? .right : .left
    }
    if movement == .lateral, sequence.space.isFlat {
      let least = rules.leastValid * Double(sequence.times.count)
      let lines: [(line: BodySegment, points: [BodyPoint])] = [
        (.face, [.leftEar, .rightEar, .nose]), (.ears, [.leftEar, .rightEar]), (.eyes, [.leftEye, .rightEye]),
      ]
      let counts = lines.map { sure($0.points) }
      // The nose tells what of a lean is none; eyes stand in where an ear is hidden.
      task.seen.line =
        zip(lines, counts).first { Double($1) >= least }?.0.line ?? (counts[2] > counts[1] ? .eyes : .ears)
    }
    return task
  }
}
