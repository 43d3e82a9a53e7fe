import Diagnostics
import Platform

/// Where a recording lies: a folder, or one file in a folder.
struct RecordingPlace {
  /// The folder; that of the file where the recording is one.
  let folder: RecordingFolder
  /// The file's name in the folder; nil where the folder is the recording.
  let file: String?
  /// The folders in which other programs are looked for, as `PATH` has them.
  let programs: String

  /// A folder, or a file, that exists and can be read. A folder that holds just one recording of one file is that file's.
  init(checking url: URL, programs: String) throws(RecordingError) {
    self.programs = programs
    if RecordingCompanion.isRecordingFile(url) {
      folder = try RecordingFolder(checking: url.deletingLastPathComponent())
      file = url.lastPathComponent
      return
    }
    let own = try RecordingFolder(checking: url)
    let files = try own.names().filter { name in
      RecordingCompanion.endingsOfFolders.contains { name.lowercased().hasSuffix("." + $0) } && own.hasFile(name)
    }
    folder = own
    file = files.count == 1 ? files[0] : nil
  }

  /// True where the recording is one file of that ending.
  func isFile(_ ending: String) -> Bool { file.map { $0.lowercased().hasSuffix("." + ending) } ?? false }

  /// The folder or file itself.
  var url: URL { file.map(folder.url) ?? folder.url }

  /// What messages call the recording.
  var path: String { file.map { folder.path + "/" + $0 } ?? folder.path }
}
