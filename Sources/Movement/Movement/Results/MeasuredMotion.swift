public import Platform

/// The angle of a joint, frame by frame, as it was measured.
public struct MeasuredMotion: Sendable {
  /// What was measured.
  public let task: MotionTask
  /// When each frame was taken, in seconds, and what it is called.
  public let times: [Double], frames: [String]
  /// The angle in each frame before any filter, in degrees; NaN where it can't be computed.
  public let degrees: [Double]
  /// Why each frame does not count; nil for those that do.
  public let reasons: [RejectionReason?]
  /// The result.
  public private(set) var result: MotionResult
  let signal: MotionSignal

  /// States what the result was made with and from.
  public mutating func state(_ provenance: MotionProvenance) { result.provenance = provenance }

  /// The angle in each frame after the filters, in degrees; NaN where there is none.
  public var filtered: [Double] { signal.smooth }
}

extension MeasuredMotion {
  /// The angles over time.
  public var curve: AngleCurve {
    let counted = zip(degrees, reasons).map { $1 == nil ? $0 : .nan }
    return AngleCurve(
      times: times, names: frames, reasons: reasons, outliers: Set(signal.outliers),
      channels: [.init(name: "", raw: counted, filtered: signal.smooth)])
  }
  /// The angles as a MOT file.
  public var mot: MOTFile { MOTFile(AngleTable(self)) }

  /// The files of an output: `motion.json`, `angles.csv`, `angles.mot`, and `landmarks.trc` for points in space.
  ///
  /// - Parameter file: what was measured.
  public func files(of file: MotionFile) throws -> [(name: String, content: Data)] {
    var files = [("motion.json", try result.json()), ("angles.csv", curve.csv.data), ("angles.mot", mot.data)]
    if case .landmarks(let sequence, _) = file, let trc = TRCFile(sequence, name: "landmarks.trc") {
      files.append(("landmarks.trc", trc.data))
    }
    return files
  }
}
