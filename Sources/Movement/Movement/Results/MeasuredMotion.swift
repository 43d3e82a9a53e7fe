public import Feedback
public import Platform

/// The angles of a joint, frame by frame, and what was measured of them.
public struct MeasuredMotion: Sendable {
  /// What each frame is called.
  public let frames: [String]
  /// Why each frame does not count; nil for those that do.
  public let reasons: [RejectionReason?]
  /// The angles: one of a limb; of a neck those of all movements, in the order of ``JointMovement/ofNeck``.
  public let angles: [Angle]
  /// The result.
  public internal(set) var result: MotionResult

  /// The angle of a movement, frame by frame.
  public struct Angle: Sendable {
    /// What it is the angle of.
    public let movement: JointMovement
    /// Before any filter, in degrees; NaN where it can't be computed.
    public let degrees: [Double]
    let signal: MotionSignal

    /// After the filters, in degrees; NaN where there is none.
    public var filtered: [Double] { signal.smooth }
  }

  /// When each frame was taken, in seconds.
  public var times: [Double] { angles[0].signal.times }

  /// States what the result was made with and from.
  public mutating func state(_ provenance: MotionProvenance) { result.provenance = provenance }

  /// The angles over time.
  public var curve: AngleCurve {
    let channels = angles.map { angle in
      AngleCurve.Channel(
        name: result.joint == .neck ? angle.movement.rawValue : "",
        raw: zip(angle.degrees, reasons).map { $1 == nil ? $0 : .nan }, filtered: angle.filtered)
    }
    return AngleCurve(
      times: times, names: frames, reasons: reasons, outliers: Set(angles.flatMap(\.signal.outliers)),
      channels: channels)
  }

  /// The filtered angles as OpenSim's coordinates; nil for those that it has none for, and for a neck in a picture, whose angles without
  /// what a picture leaves open would pass for better ones. Frames that don't count are left out, since its tools read every number.
  public var table: AngleTable? {
    guard result.joint != .neck || result.source.dimensions == 3 else { return nil }
    let rows = reasons.indices.filter { frame in angles.allSatisfy { $0.filtered[frame].isFinite } }
    let columns = angles.compactMap { angle -> AngleTable.Column? in
      let (names, sign) = AngleTable.Column.names(of: result.joint, result.side, angle.movement)
      return names.first.map { .init(name: $0, values: rows.map { sign * angle.filtered[$0] }) }
    }
    guard columns.count == angles.count else { return nil }
    return AngleTable(
      name: "Coordinates", isInDegrees: true, times: rows.map { times[$0] }, columns: columns,
      reference: result.joint == .hip ? result.reference : nil)
  }

  /// The files of an output: `motion.json`, `angles.csv`, `angles.mot`, and `landmarks.trc` for points in space.
  ///
  /// - Parameter landmarks: what was measured; nil for a cap and for angles of another program.
  public func files(_ landmarks: LandmarkSequence? = nil) throws -> [(name: String, content: Data)] {
    let mot = table.map { ("angles.mot", Data($0.mot.utf8)) }
    let trc = landmarks?.trc(name: "landmarks.trc").map { ("landmarks.trc", Data($0.utf8)) }
    return [("motion.json", try result.json()), ("angles.csv", curve.csv.data)] + [mot, trc].compactMap(\.self)
  }
}
