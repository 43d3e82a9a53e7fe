public import Platform

/// A head's angles, frame by frame, and what was measured of them.
public struct MeasuredNeck: Sendable {
  /// What was measured.
  public let task: NeckTask
  /// When each frame was taken, in seconds, and what it is called.
  public let times: [Double], frames: [String]
  /// The angles in each frame before any filter; nil where there is no pose.
  public let angles: [NeckAngles?]
  /// Why each frame does not count; nil for those that do.
  public let reasons: [RejectionReason?]
  /// Flexion, lateral flexion and rotation after the filters.
  let signals: [MotionSignal]
  /// The result.
  public internal(set) var result: MotionResult

  init(
    task: NeckTask, times: [Double], frames: [String], angles: [NeckAngles?], reasons: [RejectionReason?],
    signals: [MotionSignal], result: MotionResult
  ) {
    (self.task, self.times, self.frames, self.angles) = (task, times, frames, angles)
    (self.reasons, self.signals, self.result) = (reasons, signals, result)
  }

  /// States what the result was made with and from.
  public mutating func state(_ provenance: MotionProvenance) { result.provenance = provenance }

  /// The files of an output: `motion.json`, `angles.csv` and `angles.mot`.
  public func files() throws -> [(name: String, content: Data)] {
    [("motion.json", try result.json()), ("angles.csv", AngleCSV(self).data), ("angles.mot", mot.data)]
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
    let columns = zip(names, zip(NeckAngles.movements, measured.signals)).map { name, one in
      let (movement, signal) = one
      return Column(name: name, values: rows.map { movement.neckAxis.sign * signal.smooth[$0] })
    }
    self.init(
      name: "Coordinates", isInDegrees: true, times: rows.map { measured.times[$0] }, columns: columns)
  }
}

extension AngleCSV {
  /// A line a frame with three angles before and after the filters and why a frame does not count.
  init(_ measured: MeasuredNeck) {
    let names = NeckAngles.movements.map(\.rawValue)
    let columns = names.map { $0 + "_deg" } + names.map { "filtered_" + $0 + "_deg" }
    var lines = [(["frame", "time_s"] + columns + ["state"]).joined(separator: ",")]
    let outliers = Set(measured.signals.flatMap(\.outliers))
    lines.reserveCapacity(measured.times.count + 1)
    for i in measured.times.indices {
      let state = measured.reasons[i]?.rawValue ?? (outliers.contains(i) ? "outlier" : "valid")
      let counts = measured.reasons[i] == nil
      let raw = NeckAngles.movements.map { counts ? Self.number(measured.angles[i]?[$0] ?? .nan) : "" }
      let smooth = measured.signals.map { counts ? Self.number($0.smooth[i]) : "" }
      lines.append(
        ([Self.quoted(measured.frames[i]), "\(measured.times[i])"] + raw + smooth + [state]).joined(separator: ","))
    }
    text = lines.joined(separator: "\n") + "\n"
  }
}
