public import Platform
import Recordings
public import Files

extension ScanDescriptionFile {
  /// The file of a recording or a mesh; nil where there is none. A batch asks here for what its runs will read, so that nothing
  /// they take their numbers from is unknown to it.
  ///
  /// It lies in the recording's folder, or as `head.scan.json` beside a scan of one file. Otherwise it is the `scan.json` beside
  /// the scan, which holds for all that lie there; beside several recordings of one file each it belongs to none of them.
  public static func find(of scan: URL) -> URL? {
    if RecordingCompanion.isRecordingFile(scan) { return present(RecordingCompanion.url(name, of: scan)) }
    let own = RecordingCompanion.own(name, of: scan)
    // That of a file begins with the file's name.
    if own.lastPathComponent == name { return find(ofRecording: scan) }
    return present(own) ?? present(scan.deletingLastPathComponent().appending(path: name))
  }

  private static func present(_ file: URL) -> URL? {
    FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) ? file : nil
  }
}
