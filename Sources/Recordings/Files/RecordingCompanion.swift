public import Platform

/// Files that lie with a recording and belong to it: its cap, its landmarks, what is stated of the scan.
public enum RecordingCompanion {
  /// The place of a file of a recording.
  ///
  /// Of a folder that is in the folder. Of a recording in one file, `head.r3d`, it is `head.NAME` beside it, or `NAME`
  /// where no other recording lies in the same folder or where one may serve all of them.
  ///
  /// - Parameters:
  ///   - isShared: whether one file may serve all recordings of a folder, as that of a cap.
  public static func url(_ name: String, of recording: URL, isShared: Bool = false) -> URL {
    guard Recording.isFile(recording) else { return recording.appending(path: name) }
    let folder = recording.deletingLastPathComponent()
    let own = folder.appending(path: recording.deletingPathExtension().lastPathComponent + "." + name)
    let isAlone = (try? RecordingPlace(checking: folder))?.file != nil
    return !RecordingFolder.isFile(own) && (isShared || isAlone) ? folder.appending(path: name) : own
  }
}
