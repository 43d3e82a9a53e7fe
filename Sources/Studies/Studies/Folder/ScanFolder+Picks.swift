internal import Files
internal import Platform

extension ScanFolder {
  /// Whether the picks in the folder are those of a recording: names of scans may change hands, as numbers do when a row is
  /// put into a table. Picks that came without a mark are taken as they are.
  ///
  /// - Parameter recording: the digest of the recording (``ContentDigest/recordingDigest``).
  func picks(areOf recording: String) -> Bool {
    guard OnDisk.real(picksMark.path) != nil else { return true }
    guard let bytes = try? InputFile.bytes(picksMark.path, atMost: 4096) else { return false }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
      == recording
  }

  /// Marks the picks in the folder as those of a scan; whoever saves picks calls it.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func markPicks(of scan: DatasetScan) throws(StudyError) {
    do {
      try OutputFile(picksMark, force: true).write(Data((KnownContent.of(scan, self).recording + "\n").utf8))
    } catch { throw StudyError(writing: error, picksMark.path) }
  }
}
