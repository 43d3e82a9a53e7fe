public import Platform

/// Files that lie with a recording and belong to it: its cap, its landmarks, what is stated of the scan.
public enum RecordingCompanion {
  /// The endings of files that are recordings by themselves.
  static let endings = ["r3d", "sens", "mkv"]

  /// Whether a name ends as those of recordings of one file do, whatever stands there.
  public static func hasRecordingEnding(_ url: URL) -> Bool { endings.contains(url.pathExtension.lowercased()) }

  /// Whether a file is a recording by itself, by its ending.
  public static func isRecordingFile(_ url: URL) -> Bool {
    hasRecordingEnding(url) && RecordingFolder.isFile(url)
  }

  /// The place of a file that belongs to one scan, a recording or a mesh, and to no other: in its folder, or `head.NAME` beside
  /// a scan of one file, `head.r3d`.
  public static func own(_ name: String, of scan: URL) -> URL {
    if RecordingFolder.isFolder(scan) { return scan.appending(path: name) }
    return scan.deletingLastPathComponent().appending(
      path: scan.deletingPathExtension().lastPathComponent + "." + name)
  }

  /// The place of a file of a recording.
  ///
  /// Of a folder that is in the folder. Of a recording in one file, `head.r3d`, it is ``own(_:of:)``, or `NAME` beside it
  /// where no other recording lies in the same folder or where one may serve all of them.
  ///
  /// - Parameters:
  ///   - isShared: whether one file may serve all recordings of a folder, as that of a cap.
  public static func url(_ name: String, of recording: URL, isShared: Bool = false) -> URL {
    guard isRecordingFile(recording) else { return recording.appending(path: name) }
    let folder = recording.deletingLastPathComponent()
    let own = own(name, of: recording)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
    let isAlone = names.filter { isRecordingFile(folder.appending(path: $0)) }.count == 1
    return !RecordingFolder.isFile(own) && (isShared || isAlone) ? folder.appending(path: name) : own
  }
}
