internal import Geometry

/// The angle of the newest frame, as it can be told when nothing later is known: what ``MotionMeasurement`` says of it before its
/// filters, did the file end there.
///
/// A frame is judged by those of a window before it: gates that ask what is usual, or what the frames around show, ask that window. Which
/// way the subject faces is told by all frames so far.
struct LatestAngle: Sendable {
  private let task: MotionTask
  private let rules: MotionRules
  private let window: Double
  private let isFlexionNegative: Bool?
  private let path: String
  private var signs = Facing.Signs()
  /// The first frame of the window, and the next frame.
  private var (first, next) = (0, 0)
  /// The angles of another program's file, which are read frame by frame.
  private var angles: [Double]?

  /// What a frame shows.
  struct Reading: Sendable, Equatable {
    /// Whether somebody who can be measured is there.
    var isSeen: Bool
    /// The angle in degrees; nil where there is none that counts, and why.
    var degrees: Double?, reason: String?
  }

  /// - Parameters:
  ///   - window: how far back the frames go by which one is judged, in seconds.
  ///   - path: what the file is called in errors.
  init(
    _ task: MotionTask, rules: MotionRules, window: Double, isFlexionNegative: Bool? = nil, path: String
  ) {
    (self.task, self.rules, self.window) = (task, rules, window)
    (self.isFlexionNegative, self.path) = (isFlexionNegative, path)
  }

  /// What the next frame of a file shows, which may have got longer since; frames behind it are not looked at, but for the points or
  /// the columns that the file has at all.
  mutating func next(_ file: MotionFile) throws(MotionError) -> Reading {
    switch file {
    case .landmarks(let sequence, let kind):
      if isFlexionNegative != nil { throw .unusedOption("--flexion", kind) }
      return try next(sequence)
    case .angles(let table): return try next(table)
    }
  }

  private mutating func next(_ sequence: LandmarkSequence) throws(MotionError) -> Reading {
    let recent = sequence.part(advance(sequence.times))
    let last = recent.times.count - 1
    let confidence = rules.gates.confidence
    let newest = Facing(recent.part(last..<last + 1), above: confidence).signs
    signs.agree += newest.agree
    signs.contradict += newest.contradict
    let isSeen =
      !recent.others.contains(last)
      && recent.tracks.keys.contains { recent.sure($0, in: last, above: confidence) != nil }
    let found: JointAngles
    do {
      found = try JointAngles(
        recent, task, confidence: confidence, hyperextension: rules.limits.hyperextension, signs: signs, path: path)
    } catch {
      guard case .mirrored = error else { throw error }
      return Reading(isSeen: isSeen, degrees: nil, reason: RejectionReason.turned.rawValue)
    }
    let reason = FrameGates(recent, task, rules.gates).reasons(found)[last]
    // A frame that a gate stops says why; only of the others the direction is missing.
    if found.isDirectionUnknown {
      return Reading(isSeen: isSeen, degrees: nil, reason: reason?.rawValue ?? Self.noDirection)
    }
    return reading(isSeen, found.degrees[last], reason)
  }

  private mutating func next(_ table: AngleTable) throws(MotionError) -> Reading {
    if angles == nil {
      angles = try JointAngles(
        table, task, isFlexionNegative: isFlexionNegative, hyperextension: rules.limits.hyperextension, path: path
      ).degrees
    }
    let frames = advance(table.times)
    let recent = Array(angles![frames])
    let reason = FrameGates.reasons(ofTable: recent, times: Array(table.times[frames])).last!
    return reading(recent.last!.isFinite, recent.last!, reason)
  }

  private func reading(_ isSeen: Bool, _ degrees: Double, _ reason: RejectionReason?) -> Reading {
    if let reason { return Reading(isSeen: isSeen, degrees: nil, reason: reason.rawValue) }
    let limits = rules.limits.limits(of: task.bodyMovement)
    guard degrees >= limits[0], degrees <= limits[1] else {
      return Reading(isSeen: isSeen, degrees: nil, reason: Self.beyond)
    }
    return Reading(isSeen: isSeen, degrees: degrees, reason: nil)
  }

  /// Takes the next frame into the window, and returns the window.
  private mutating func advance(_ times: [Double]) -> Range<Int> {
    next += 1
    while times[next - 1] - times[first] > window { first += 1 }
    return first..<next
  }

  /// Why a frame has no angle though every gate lets it pass: which way the subject faces is not told yet, or no joint reaches so far.
  static let (noDirection, beyond) = ("no_direction", "beyond")
}

extension LandmarkSequence {
  /// Some of its frames.
  func part(_ frames: Range<Int>) -> LandmarkSequence {
    let own = { (frame: Int) in frames.contains(frame) ? frame - frames.lowerBound : nil }
    var part = LandmarkSequence(
      space: space, times: Array(times[frames]), frames: Array(self.frames[frames]),
      tracks: tracks.mapValues { track in
        let refused = track.refused.compactMap { frame, reason in own(frame).map { ($0, reason) } }
        return Track(
          positions: Array(track.positions[frames]), confidences: track.confidences.map { Array($0[frames]) },
          refused: Dictionary(uniqueKeysWithValues: refused))
      }, others: Set(others.compactMap(own)), confidence: confidence)
    part.points = points
    return part
  }
}
