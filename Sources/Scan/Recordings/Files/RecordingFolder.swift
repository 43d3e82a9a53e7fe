internal import Diagnostics
internal import Files
public import Platform
import Synchronization

/// The folder of a recording; reads only regular files of limited size.
struct RecordingFolder {
  let url: URL
  /// The path as messages name it.
  let path: String
  /// What was read of it.
  let sources = RecordingSources()

  /// The largest list or metadata file, in bytes: hours of frames.
  static let indexLimit = 32 << 20
  /// The largest image file, in bytes.
  static let imageLimit = 256 << 20

  /// A folder that exists and can be read.
  init(checking url: URL) throws(RecordingError) {
    self.url = url
    path = url.path(percentEncoded: false)
    guard let kind = Self.kind(path) else {
      throw .missing(path: path, expected: .phrase("recording_folder"), found: .phrase("nothing_readable"))
    }
    guard kind == .folder else {
      throw .missing(path: path, expected: .phrase("recording_folder"), found: .phrase("file"))
    }
    guard access(path, R_OK | X_OK) == 0 else {
      throw .missing(path: path, expected: .phrase("readable_folder"), found: .phrase("forbidden_one"))
    }
  }

  func hasFile(_ name: String) -> Bool {
    if case .file = Self.kind(path + "/" + name) { true } else { false }
  }

  /// Whether the file of an image is there; what lies in a container is.
  func has(_ image: StoredImage) -> Bool {
    switch image.place {
    case .file(let path), .slice(let path, _, _): hasFile(path)
    case .item: true
    }
  }

  /// True for anything of that name, even a broken link.
  func hasEntry(_ name: String) -> Bool {
    var status = stat()
    return lstat(path + "/" + name, &status) == 0
  }

  func hasFolder(_ name: String) -> Bool { Self.kind(path + "/" + name) == .folder }

  func url(_ name: String) -> URL { url.appending(path: name, directoryHint: .notDirectory) }

  /// The names in the folder or one of its folders, sorted; hidden ones are left out.
  func names(in subfolder: String? = nil) throws(RecordingError) -> [String] {
    let path = subfolder.map { self.path + "/" + $0 } ?? self.path
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw .missing(path: path, expected: .phrase("readable_folder"), found: .phrase("unlistable_one"))
    }
  }

  /// The text of a list or metadata file, in UTF-8.
  ///
  /// - Parameter kind: what stands for all such files where there is one for each frame.
  func index(_ name: String, kind: String? = nil) throws(RecordingError) -> Data {
    let content = try Self.data(url(name), limit: Self.indexLimit, name: name)
    sources.note(name, kind: kind)
    return PlainText.utf8(content)
  }

  /// The content of a regular file of limited size; `name` is what an error calls it.
  static func data(_ url: URL, limit: Int, name: String) throws(RecordingError) -> Data {
    do throws(InputFile.Fault) {
      return Data(try InputFile.bytes(url.path(percentEncoded: false), atMost: limit))
    } catch {
      switch error {
      case .tooLarge(let bytes, let limit): throw .tooLarge(file: name, bytes: bytes, limit: limit)
      case .missing: throw .missing(path: name, expected: .phrase("file"), found: .phrase("nothing_there"))
      default: throw .missing(path: name, expected: .phrase("readable_file"), found: error.found)
      }
    }
  }

  /// Reads a regular file of limited size into memory that is reused; `name` is what an error calls it.
  static func read(
    _ url: URL, limit: Int, name: String, into bytes: inout FileBytes
  ) throws(RecordingError) {
    let path = url.path(percentEncoded: false)
    guard bytes.read(path, size: try size(of: path, limit: limit, name: name)) else {
      throw .missing(path: name, expected: .phrase("readable_file"), found: .phrase("unreadable_one"))
    }
  }

  /// Reads a part of a regular file; `name` is what an error calls it.
  static func read(
    _ url: URL, offset: Int, count: Int, name: String, into bytes: inout FileBytes
  ) throws(RecordingError) {
    let path = url.path(percentEncoded: false)
    guard offset >= 0, count >= 0, count <= imageLimit, bytes.read(path, offset: offset, size: count) else {
      throw .missing(path: name, expected: .phrase("readable_file"), found: .phrase("unreadable_one"))
    }
  }

  /// The bytes of a regular file; nil for anything else.
  static func size(of url: URL) -> Int? {
    if case .file(let size)? = kind(url.path(percentEncoded: false)) { size } else { nil }
  }

  /// True for a regular file.
  static func isFile(_ url: URL) -> Bool {
    if case .file = kind(url.path(percentEncoded: false)) { true } else { false }
  }

  /// True for a folder.
  static func isFolder(_ url: URL) -> Bool {
    if case .folder = kind(url.path(percentEncoded: false)) { true } else { false }
  }

  private static func size(of path: String, limit: Int, name: String) throws(RecordingError) -> Int {
    guard case .file(let size)? = kind(path) else {
      throw .missing(
        path: name, expected: .phrase("file"),
        found: kind(path) == nil ? .phrase("nothing_there") : .phrase("something_else"))
    }
    guard size <= limit else { throw .tooLarge(file: name, bytes: size, limit: limit) }
    return size
  }

  private enum Kind: Equatable {
    case folder, other
    case file(size: Int)
  }

  private static func kind(_ path: String) -> Kind? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return .folder
    case S_IFREG: return .file(size: Int(status.st_size))
    default: return .other
    }
  }
}

/// Where a recording lies: a folder, or one file in a folder.
struct RecordingPlace {
  /// The folder; that of the file where the recording is one.
  let folder: RecordingFolder
  /// The file's name in the folder; nil where the folder is the recording.
  let file: String?
  /// The folders in which other programs are looked for, as `PATH` has them.
  let programs: String

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

/// A recording in one ZIP archive, whose entries are read where they are.
struct RecordingArchive: ImageContainer {
  private let archive: ZipArchive
  private let path: String
  private let byName: [String: ZipEntry]

  /// An entry of the archive.
  struct Entry {
    fileprivate let entry: ZipEntry

    func image(_ coding: ImageCoding = .picture) -> StoredImage {
      StoredImage(name: entry.name, place: .item(entry.index), coding: coding)
    }
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    do throws(ZipError) { archive = try ZipArchive(place.url.path(percentEncoded: false)) } catch {
      throw .badContainer(file: place.path, fault: error.found)
    }
    path = place.path
    byName = Dictionary(archive.entries.map { ($0.name, $0) }) { first, _ in first }
  }

  func entry(_ name: String) -> Entry? { byName[name].map { Entry(entry: $0) } }

  /// The content of an entry that lists things.
  func data(_ entry: Entry) throws(RecordingError) -> Data {
    do throws(ZipError) { return Data(try archive.bytes(entry.entry.index, atMost: RecordingFolder.indexLimit)) } catch
    {
      throw .badContainer(file: entry.entry.name, fault: error.found)
    }
  }

  /// The entries `PREFIX<number>.<ending>` by their numbers, in order. No number may stand there twice, as 1 and 01.
  func numbered(
    _ prefix: String, endings: [String]
  ) throws(RecordingError) -> [(number: Int, entries: [String: Entry])] {
    var found: [Int: [String: Entry]] = [:]
    for entry in archive.entries where entry.name.hasPrefix(prefix) {
      let parts = entry.name.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, endings.contains(String(parts[1])), parts[0].count <= 9,
        parts[0].allSatisfy({ ("0"..."9").contains($0) }), let number = Int(parts[0])
      else { continue }
      let previous = found[number, default: [:]].updateValue(Entry(entry: entry), forKey: String(parts[1]))
      if let previous {
        throw .disordered(file: path, name: entry.name.quoted, previous: previous.entry.name.quoted)
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  func reader() throws(RecordingError) -> any ImageContainerReader { Reader(archive: archive) }

  private struct Reader: ImageContainerReader {
    let archive: ZipArchive

    mutating func read(_ item: Int, limit: Int, name: String, into bytes: inout FileBytes) throws(RecordingError) {
      let entry = archive.entries[item]
      guard entry.size <= limit else { throw .tooLarge(file: name, bytes: entry.size, limit: limit) }
      do throws(ZipError) {
        try archive.check(item)
        try bytes.fill(entry.size) { memory throws(ZipError) in
          try archive.read(item, into: memory)
          return entry.size
        }
      } catch { throw .badContainer(file: name, fault: error.found) }
    }
  }
}

/// Files that lie with a recording and belong to it: its cap, its landmarks, what is stated of the scan.
public enum RecordingCompanion {
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

/// The files that a recording's reader has read, beside images that are files of their own: what a result states digests
/// of. Noted where they are read, so that no reader can forget one.
final class RecordingSources: Sendable {
  private let files = Mutex<[String: Set<String>]>([:])

  /// Notes a file of the recording's folder, by its name or that of the kind of which there is one for each frame.
  func note(_ name: String, kind: String? = nil) {
    files.withLock { _ = $0[kind ?? name, default: []].insert(name) }
  }

  /// The files by their names or kinds.
  var all: [String: [String]] { files.withLock { $0.mapValues { $0.sorted() } } }
}
