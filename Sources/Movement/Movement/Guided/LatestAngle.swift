internal import Feedback
internal import Geometry

/// The angle of the newest frame, as it can be told when nothing later is known: what ``MotionMeasurement`` says of it before its
/// filters, did the file end there.
///
/// A frame is judged by those of a window before it: gates that ask what is usual, or what the frames around show, ask that window. Of
/// fast cameras it has some frames only, so that a frame costs the same at every rate. Which way the subject faces is told by the
/// window, too; where it says too little, what told it before still holds.
struct LatestAngle: Sendable {
  private let task: MotionTask
  private let rules: MotionRules
  private let evidence: JointGuidance.Evidence
  private let isFlexionNegative: Bool?
  private let path: String
  private var signs: Facing.Signs?
  /// Whether a frame's direction was known.
  private var wasTold = false
  /// The frames of the window, and the next frame.
  private var (kept, next) = ([Int](), 0)
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
  ///   - evidence: the frames by which one is judged.
  ///   - path: what the file is called in errors.
  init(
    _ task: MotionTask, rules: MotionRules, evidence: JointGuidance.Evidence, isFlexionNegative: Bool? = nil,
    path: String
  ) {
    (self.task, self.rules, self.evidence) = (task, rules, evidence)
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
    let isSeen =
      !recent.others.contains(last)
      && recent.tracks.keys.contains { recent.sure($0, in: last, above: confidence) != nil }
    let found: JointAngles
    do {
      found = try JointAngles(
        recent, task, confidence: confidence, hyperextension: rules.limits.hyperextension, earlier: signs, path: path)
      signs = found.signs
    } catch {
      guard case .mirrored = error else { throw error }
      return Reading(isSeen: isSeen, degrees: nil, reason: RejectionReason.turned.rawValue)
    }
    let reason = FrameGates(recent, task, rules.gates).reasons(found, of: last..<last + 1)[0]
    // A frame that a gate stops says why; only of the others the direction is missing, or it was another one before.
    if found.isDirectionUnknown {
      let ofDirection = wasTold ? RejectionReason.turned.rawValue : Self.noDirection
      return Reading(isSeen: isSeen, degrees: nil, reason: reason?.rawValue ?? ofDirection)
    }
    wasTold = true
    return reading(isSeen, found.degrees[last], reason)
  }

  private mutating func next(_ table: AngleTable) throws(MotionError) -> Reading {
    if angles == nil {
      angles = try JointAngles(
        table, task, isFlexionNegative: isFlexionNegative, hyperextension: rules.limits.hyperextension, path: path
      ).degrees
    }
    let frames = advance(table.times)
    let recent = frames.map { angles![$0] }
    let reason = FrameGates.reasons(ofTable: recent, times: frames.map { table.times[$0] }).last!
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

  /// Takes the next frame into the window, and returns the frames by which it is judged, itself the last.
  private mutating func advance(_ times: [Double]) -> [Int] {
    let (newest, time) = (next, times[next])
    next += 1
    kept.removeFirst(kept.firstIndex { time - times[$0] <= evidence.seconds } ?? kept.count)
    let frames = kept + [newest]
    // Times are rounded.
    if kept.last.map({ time - times[$0] >= evidence.step - 1e-6 }) ?? true { kept.append(newest) }
    return frames
  }

  /// Why a frame has no angle though every gate lets it pass: which way the subject faces is not told yet, or no joint reaches so far.
  static let (noDirection, beyond) = ("no_direction", "beyond")
}

extension LandmarkSequence {
  /// Some of its frames, in order.
  func part(_ frames: some RandomAccessCollection<Int>) -> LandmarkSequence {
    var part = LandmarkSequence(
      space: space, times: frames.map { times[$0] }, frames: frames.map { self.frames[$0] },
      tracks: tracks.mapValues { track in
        let refused = zip(0..., track.refused.isEmpty ? [] : Array(frames)).compactMap { place, frame in
          track.refused[frame].map { (place, $0) }
        }
        return Track(
          positions: frames.map { track.positions[$0] },
          confidences: track.confidences.map { confidences in frames.map { confidences[$0] } },
          refused: Dictionary(uniqueKeysWithValues: refused))
      }, others: Set(zip(0..., frames).filter { others.contains($0.1) }.map(\.0)), confidence: confidence)
    part.points = points
    return part
  }
}
