public import Files
public import Platform

extension MeasuredMotion {
  /// `angles.csv`: a line a frame, with the angle before and after the filters and why a frame does not count.
  public var csv: CSVTable {
    var table = CSVTable(header: ["frame", "time_s", "angle_deg", "filtered_deg", "state"], end: .lineFeed)
    let outliers = Set(signal.outliers)
    for i in times.indices {
      let state = reasons[i]?.rawValue ?? (outliers.contains(i) ? "outlier" : "valid")
      let counts = reasons[i] == nil
      table.add([
        .text(frames[i]), .exact(times[i]), .exact(counts ? degrees[i] : nil), .exact(signal.smooth[i]), .text(state),
      ])
    }
    return table
  }

  /// The angles as a MOT file.
  public var mot: MOTFile { MOTFile(AngleTable(self)) }

  /// The files of an output: `motion.json`, `angles.csv`, `angles.mot`, and `landmarks.trc` for points in space.
  ///
  /// - Parameter file: what was measured.
  public func files(of file: MotionFile) throws -> [(name: String, content: Data)] {
    var files = [("motion.json", try result.json()), ("angles.csv", csv.data), ("angles.mot", mot.data)]
    if case .landmarks(let sequence, _) = file, let trc = TRCFile(sequence, name: "landmarks.trc") {
      files.append(("landmarks.trc", trc.data))
    }
    return files
  }
}
