public import Feedback
public import Platform

/// A head's angles, frame by frame, and what was measured of them.
public struct MeasuredNeck: Sendable {
  /// What was measured.
  public let task: NeckTask
  /// When each frame was taken, in seconds, and what it is called.
  public let times: [Double], frames: [String]
  /// The angles in each frame before any filter; nil where there is no pose.
  public let angles: [HeadAngles?]
  /// Why each frame does not count; nil for those that do.
  public let reasons: [RejectionReason?]
  /// Flexion, lateral flexion and rotation after the filters.
  let signals: [MotionSignal]
  /// The result.
  public internal(set) var result: MotionResult

  init(
    task: NeckTask, times: [Double], frames: [String], angles: [HeadAngles?], reasons: [RejectionReason?],
    signals: [MotionSignal], result: MotionResult
  ) {
    (self.task, self.times, self.frames, self.angles) = (task, times, frames, angles)
    (self.reasons, self.signals, self.result) = (reasons, signals, result)
  }

  /// States what the result was made with and from.
  public mutating func state(_ provenance: MotionProvenance) { result.provenance = provenance }

  /// The files of an output: `motion.json`, `angles.csv` and `angles.mot`.
  public func files() throws -> [(name: String, content: Data)] {
    [("motion.json", try result.json()), ("angles.csv", curve.csv.data), ("angles.mot", mot.data)]
  }

  /// The angles over time.
  public var curve: AngleCurve {
    let channels = zip(JointMovement.ofNeck, signals).map { movement, signal in
      let counted = { (values: [Double]) in zip(values, reasons).map { $1 == nil ? $0 : .nan } }
      return AngleCurve.Channel(
        name: movement.rawValue, raw: counted(angles.map { $0?[movement] ?? .nan }), filtered: counted(signal.smooth))
    }
    return AngleCurve(
      times: times, names: frames, reasons: reasons, outliers: Set(signals.flatMap(\.outliers)), channels: channels)
  }

  /// The angles as a MOT file.
  public var mot: MOTFile { MOTFile(AngleTable(self)) }
}

extension AngleTable {
  /// The filtered angles as coordinates of a neck, named and signed as OpenSim's `lumbar_extension`, `lumbar_bending` and
  /// `lumbar_rotation` are: extension, bending to the right and turning to the left are positive. Frames that don't count
  /// are left out.
  init(_ measured: MeasuredNeck) {
    let rows = measured.reasons.indices.filter { frame in
      measured.signals.allSatisfy { $0.smooth[frame].isFinite }
    }
    let names = ["neck_extension", "neck_bending", "neck_rotation"]
    let columns = zip(names, zip(JointMovement.ofNeck, measured.signals)).map { name, one in
      let (movement, signal) = one
      return Column(name: name, values: rows.map { movement.neckAxis.sign * signal.smooth[$0] })
    }
    self.init(
      name: "Coordinates", isInDegrees: true, times: rows.map { measured.times[$0] }, columns: columns)
  }
}
