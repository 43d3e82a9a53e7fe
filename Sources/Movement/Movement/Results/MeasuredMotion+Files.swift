public import Platform

extension MeasuredMotion {
  /// The angles as `angles.csv`.
  public var csv: AngleCSV { AngleCSV(self) }
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
