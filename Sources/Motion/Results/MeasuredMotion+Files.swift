public import Platform

extension MeasuredMotion {
  /// The angles as `angles.csv`.
  public var csv: AngleCSV { AngleCSV(self) }
  /// The angles as a MOT file.
  public var mot: MOTFile { MOTFile(AngleTable(self)) }

  /// The files of an output: `motion.json`, `angles.csv`, `angles.mot`, and `landmarks.trc` for points in space.
  ///
  /// - Parameters:
  ///   - file: what was measured.
  ///   - provenance: what `motion.json` says it was made with.
  public func files(of file: MotionFile, _ provenance: MotionProvenance?) throws -> [(name: String, content: Data)] {
    var stated = result
    stated.provenance = provenance
    var files = [("motion.json", try stated.json()), ("angles.csv", csv.data), ("angles.mot", mot.data)]
    if case .landmarks(let sequence, _) = file, let trc = TRCFile(sequence, name: "landmarks.trc") {
      files.append(("landmarks.trc", trc.data))
    }
    return files
  }
}
