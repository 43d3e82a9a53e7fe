internal import Diagnostics
import Platform

/// Where a recording lies: a folder, or one file in a folder.
struct RecordingPlace {
  /// The folder; that of the file where the recording is one.
  let folder: RecordingFolder
  /// The file's name in the folder; nil where the folder is the recording.
  let file: String?
  /// The folders in which other programs are looked for, as `PATH` has them.
  let programs: String

  /// A folder, or a file, that exists and can be read.
  init(checking url: URL, programs: String) throws(RecordingError) {
    self.programs = programs
    let isFile = RecordingCompanion.isRecordingFile(url)
    guard isFile || !RecordingFolder.isFile(url) else {
      let endings = FindingValue.names(RecordingCompanion.endings.map { "." + $0 })
      throw .missing(
        path: url.path(percentEncoded: false), expected: .phrase("recording_or_file", ["endings": endings]),
        found: .phrase("other_file"))
    }
    folder = try RecordingFolder(checking: isFile ? url.deletingLastPathComponent() : url)
    file = isFile ? url.lastPathComponent : nil
  }

  private init(_ place: RecordingPlace, file: String) {
    (folder, self.file, programs) = (place.folder, file, place.programs)
  }

  /// The recording of one file that lies in a folder; nil where none does.
  ///
  /// - Throws: ``RecordingError/several(folder:files:)`` where there are more.
  func onlyFile(_ endings: [String]) throws(RecordingError) -> RecordingPlace? {
    guard file == nil else { return nil }
    let files = try folder.names().filter { name in
      endings.contains { name.lowercased().hasSuffix("." + $0) } && folder.hasFile(name)
    }
    guard files.count < 2 else { throw .several(folder: folder.path, files: files) }
    return files.first.map { RecordingPlace(self, file: $0) }
  }

  /// True where the recording is one file of that ending.
  func isFile(_ ending: String) -> Bool { file.map { $0.lowercased().hasSuffix("." + ending) } ?? false }

  /// The folder or file itself.
  var url: URL { file.map(folder.url) ?? folder.url }

  /// What messages call the recording.
  var path: String { file.map { folder.path + "/" + $0 } ?? folder.path }
}
